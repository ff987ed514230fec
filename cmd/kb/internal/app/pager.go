package app

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
)

// lessFlags is how less is told to show an answer, as by git: leave where it fits after all, pass
// colours on, keep it on the screen. Who has set LESS is not overruled.
const lessFlags = "LESS=FRX"

// pager holds what goes to a terminal back until it is longer than that; then the person's pager
// shows it. On anything but a terminal it passes everything on.
type pager struct {
	out     io.Writer
	command string // "" for none
	getenv  func(string) string
	lines   int // of the terminal

	held  bytes.Buffer
	run   *exec.Cmd // what shows the answer, nil before it does
	input io.WriteCloser
}

// newPager returns the pager of a run. It is named by KB_PAGER, else GIT_PAGER, else PAGER, else it is
// less; cat or nothing is none.
func newPager(w World, g Globals) pager {
	_, lines := sizeOf(w.Stdout)
	p := pager{out: w.Stdout, getenv: w.Getenv, lines: lines}
	if lines > 0 && !g.NoPager && !g.JSON && w.Getenv("TERM") != "dumb" {
		p.command = pagerCommand(w.Getenv)
	}
	return p
}

// pagerCommand returns what the person has named, "" for none.
func pagerCommand(getenv func(string) string) string {
	command := "less"
	for _, name := range []string{"KB_PAGER", "GIT_PAGER", "PAGER"} {
		if named := strings.TrimSpace(getenv(name)); named != "" {
			command = named
			break
		}
	}
	if command == "cat" {
		return ""
	}
	return command
}

// Write takes a part of the answer. What nobody reads any more, since the pager was left, is no error.
func (p *pager) Write(text []byte) (int, error) {
	switch {
	case p.run != nil:
		p.input.Write(text)
		return len(text), nil
	case p.command == "":
		return p.out.Write(text)
	}
	p.held.Write(text)
	if bytes.Count(p.held.Bytes(), []byte("\n")) < p.lines {
		return len(text), nil
	}
	if !p.start() {
		return len(text), p.flush()
	}
	p.held.WriteTo(p.input)
	return len(text), nil
}

// start runs the pager, and reports whether it runs. Where it cannot be run there is none.
func (p *pager) start() bool {
	words, err := ShellWords(p.command)
	p.command = ""
	if err != nil {
		return false
	}
	run := exec.Command(words[0], words[1:]...)
	run.Stdout, run.Stderr, run.Env = p.out, os.Stderr, os.Environ()
	if p.getenv("LESS") == "" {
		run.Env = append(run.Env, lessFlags)
	}
	input, err := run.StdinPipe()
	if err != nil || run.Start() != nil {
		return false
	}
	signal.Ignore(os.Interrupt) // Ctrl-C is the pager's now: who waits for it must not leave it alone with the terminal
	p.run, p.input = run, input
	return true
}

// flush writes what was held, for it is all, or a person has to see it before the verb goes on.
func (p *pager) flush() error {
	if p.run != nil {
		return nil
	}
	_, err := p.held.WriteTo(p.out)
	return err
}

// close ends the input of the pager and waits until it is left.
func (p *pager) close() {
	if p.run != nil {
		p.input.Close()
		p.run.Wait()
	}
}

// Page shows a text that is an answer of its own, such as help.
func Page(w World, g Globals, text string) error {
	p := newPager(w, g)
	defer p.close()
	if _, err := io.WriteString(&p, text); err != nil {
		return err
	}
	return p.flush()
}
