package main

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
)

// app is what a verb works with: the world, the global flags, and where answers and remarks go.
type app struct {
	world
	Globals
	out      *bufio.Writer  // the answer; written to stdout by flush, whole
	guard    report.Guard   // behind out
	wrap     report.Wrapper // between the guard and stdout
	style    report.Style   // of out
	progress *progress

	recollects bool // the verb says where notes come from: the history is opened beside the index
	edits      bool // the verb changes notes: one that was interrupted before is undone first
	patient    bool // the verb waits for the history however long that takes
	quick      bool // the verb does not wait for the history
}

func newApp(w world, g Globals) *app {
	a := &app{world: w, Globals: g, wrap: report.Wrapper{W: w.stdout, Columns: wrapColumns(w.stdout)}}
	a.style = report.Style{Colour: !g.NoColor && w.colourful(w.stdout)}
	a.guard = report.Guard{W: &a.wrap, Colour: a.style.Colour, Longest: longestLine}
	a.out = bufio.NewWriterSize(&a.guard, 1<<16)
	a.progress = &progress{w: w.stderr, now: w.now, hidden: g.Quiet || !isTerminal(w.stderr) || w.getenv("TERM") == "dumb"}
	return a
}

// flush hands what the verb has printed to stdout.
func (a *app) flush() error {
	err := a.out.Flush()
	if err == nil {
		err = a.guard.Flush()
	}
	if err == nil {
		err = a.wrap.Flush()
	}
	if err != nil {
		return fmt.Errorf("write to stdout: %w", err)
	}
	return nil
}

// longestLine is how many characters of a line people are shown: what a note, a name or a commit
// says can be of any length.
const longestLine = 2000

// unwrapped has no line of the answer broken, however narrow the terminal is: for what stands in columns.
func (a *app) unwrapped() { a.wrap.Columns = 0 }

// verbatim has the answer's lines written whole, however narrow the terminal is: for texts of
// notes, trees, and what programs read.
func (a *app) verbatim() { a.wrap.Columns, a.guard.Longest = 0, 0 }

// printf adds to the answer.
func (a *app) printf(format string, args ...any) { fmt.Fprintf(a.out, format, args...) }

// emit prints data as the JSON document of the answer.
func (a *app) emit(data any) error {
	a.verbatim()
	return report.JSON(a.out, data)
}

// remark says a line or more on stderr that is not part of the answer.
func (a *app) remark(format string, args ...any) {
	if a.Quiet {
		return
	}
	line := wrapped(a.stderr, fmt.Sprintf("kb: %s\n", report.Clean(fmt.Sprintf(format, args...))))
	if _, err := io.WriteString(a.progress.writer(), line); err != nil {
		io.WriteString(a.stderr, line) // the bar ended just now
	}
}

// workDir is the folder that the run works in: the process's, or -C's.
func (a *app) workDir() (string, error) {
	if filepath.IsAbs(a.Dir) {
		return a.Dir, nil
	}
	dir, err := a.getwd()
	if err != nil {
		return "", fmt.Errorf("find the current folder: %w", err)
	}
	return filepath.Join(dir, a.Dir), nil
}

// fromWorkDir gives the path of a file that was named from the folder of the run.
func (a *app) fromWorkDir(path string) (string, error) {
	if filepath.IsAbs(path) {
		return path, nil
	}
	dir, err := a.workDir()
	return filepath.Join(dir, path), err
}
