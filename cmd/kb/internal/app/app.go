// Package app is the frame that every verb of kb runs in: what the process gives it (World), the
// flags that all verbs share, where the answer, remarks and progress go, and how a run ends: exit
// codes, errors with hints. It knows nothing of notes or repositories.
package app

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/kb/store"
)

// App is what a verb works with: the world, the global flags, and where answers and remarks go.
type App struct {
	World
	Globals
	Out      *bufio.Writer  // the answer; written to stdout by flush, whole
	guard    report.Guard   // behind out
	wrap     report.Wrapper // between the guard and the pager
	pager    pager          // before stdout
	Style    report.Style   // of out
	Progress *progress

	Recollects bool // the verb says where notes come from: the history is opened beside the index
	Edits      bool // the verb changes notes: one that was interrupted before is undone first
	Patient    bool // the verb waits for the history however long that takes
	Quick      bool // the verb does not wait for the history
}

// New prepares the frame of one run: nothing is printed before flush.
func New(w World, g Globals) *App {
	a := &App{World: w, Globals: g, pager: newPager(w, g)}
	a.wrap = report.Wrapper{W: &a.pager, Columns: WrapColumns(w.Stdout)}
	a.Style = report.Style{Colour: !g.NoColor && w.colourful(w.Stdout)}
	a.guard = report.Guard{W: &a.wrap, Colour: a.Style.Colour, Longest: longestLine}
	a.Out = bufio.NewWriterSize(&a.guard, 1<<16)
	a.Progress = &progress{w: w.Stderr, now: w.Now, hidden: g.Quiet || !IsTerminal(w.Stderr) || w.Getenv("TERM") == "dumb"}
	return a
}

// Flush hands what the verb has printed to stdout.
func (a *App) Flush() error {
	err := a.Out.Flush()
	if err == nil {
		err = a.guard.Flush()
	}
	if err == nil {
		err = a.wrap.Flush()
	}
	if err == nil {
		err = a.pager.flush()
	}
	if err != nil {
		return fmt.Errorf("write to stdout: %w", err)
	}
	return nil
}

// Close waits until the person has read what the pager was handed.
func (a *App) Close() { a.pager.close() }

// longestLine is how many characters of a line people are shown: what a note, a name or a commit
// says can be of any length.
const longestLine = 2000

// Unwrapped has no line of the answer broken, however narrow the terminal is: for what stands in columns.
func (a *App) Unwrapped() { a.wrap.Columns = 0 }

// Verbatim has the answer's lines written whole, however narrow the terminal is: for texts of
// notes, trees, and what programs read.
func (a *App) Verbatim() { a.wrap.Columns, a.guard.Longest = 0, 0 }

// Bytes has the answer written as it is: for what is ended by NUL bytes.
func (a *App) Bytes() { a.guard.Raw = true }

// Printf adds to the answer.
func (a *App) Printf(format string, args ...any) { fmt.Fprintf(a.Out, format, args...) }

// Emit prints data as the JSON document of the answer.
func (a *App) Emit(data any) error {
	a.Verbatim()
	return report.JSON(a.Out, data)
}

// Remark says a line or more on stderr that is not part of the answer.
func (a *App) Remark(format string, args ...any) {
	if a.Quiet {
		return
	}
	line := wrapped(a.Stderr, fmt.Sprintf("kb: %s\n", report.Clean(fmt.Sprintf(format, args...))))
	if _, err := io.WriteString(a.Progress.writer(), line); err != nil {
		io.WriteString(a.Stderr, line) // the bar ended just now
	}
}

// WorkDir is the folder that the run works in: the process's, or -C's.
func (a *App) WorkDir() (string, error) {
	if filepath.IsAbs(a.Dir) {
		return a.Dir, nil
	}
	dir, err := a.Getwd()
	if err != nil {
		return "", fmt.Errorf("find the current folder: %w", err)
	}
	return filepath.Join(dir, a.Dir), nil
}

// FromWorkDir returns the path of a file that was named from the folder of the run.
func (a *App) FromWorkDir(path string) (string, error) {
	if filepath.IsAbs(path) {
		return path, nil
	}
	dir, err := a.WorkDir()
	return filepath.Join(dir, path), err
}

// WriteFile puts data in the place of a file that was named from the folder of the run. An error
// says that writing the kind of thing failed.
func (a *App) WriteFile(name, kind string, data []byte) error {
	file, err := a.FromWorkDir(name)
	if err != nil {
		return err
	}
	if err := store.ReplaceKeeping(file, data); err != nil {
		return fmt.Errorf("write the %s: %w", kind, err)
	}
	return nil
}
