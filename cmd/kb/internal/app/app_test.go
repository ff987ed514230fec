package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

// world is one of buffers; env is what its variables say.
func world(env map[string]string) (World, *bytes.Buffer, *bytes.Buffer) {
	var out, err bytes.Buffer
	return World{Getenv: func(name string) string { return env[name] }, Stdout: &out, Stderr: &err, Now: time.Now}, &out, &err
}

func TestWhichPager(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want string
	}{
		{nil, "less"}, {map[string]string{"PAGER": " more "}, "more"}, {map[string]string{"PAGER": "cat"}, ""},
		{map[string]string{"PAGER": "more", "GIT_PAGER": "most"}, "most"},
		{map[string]string{"PAGER": "more", "GIT_PAGER": "most", "KB_PAGER": "cat"}, ""},
	} {
		if got := pagerCommand(func(name string) string { return c.env[name] }); got != c.want {
			t.Errorf("%v: %q", c.env, got)
		}
	}
	w, _, _ := world(nil)
	if p := newPager(w, Globals{}); p.command != "" || p.lines != 0 {
		t.Errorf("no terminal: %+v", p)
	}
}

// A pager is given what fills the screen; what does not is printed, as all is without one.
func TestPager(t *testing.T) {
	for _, c := range []struct {
		command, text, want string
	}{
		{"", "a\nb\nc\n", "a\nb\nc\n"},
		{"sed s/^/-/", "a\nb\n", "a\nb\n"},
		{"sed s/^/-/", "a\nb\nc\n", "-a\n-b\n-c\n"},
		{"sed s/^/-/", "a\nb\nc\nd\ne\nf\n", "-a\n-b\n-c\n-d\n-e\n-f\n"},
		{"kb-no-such-pager", "a\nb\nc\nd\n", "a\nb\nc\nd\n"},
		{"'not closed", "a\nb\nc\nd\n", "a\nb\nc\nd\n"},
		{`sh -c 'echo $LESS; cat'`, "a\nb\nc\n", strings.TrimPrefix(lessFlags, "LESS=") + "\na\nb\nc\n"},
	} {
		var out bytes.Buffer
		p := pager{out: &out, getenv: func(string) string { return "" }, lines: 3, command: c.command}
		for line := range strings.Lines(c.text) {
			if n, err := p.Write([]byte(line)); n != len(line) || err != nil {
				t.Errorf("%s: %d, %v", c.command, n, err)
			}
		}
		err := p.flush()
		p.close()
		if out.String() != c.want || err != nil {
			t.Errorf("%s: %q, %v; want %q", c.command, out.String(), err, c.want)
		}
	}
}

func TestFlagsOfLess(t *testing.T) {
	t.Setenv("LESS", "mine")
	var out bytes.Buffer
	p := pager{out: &out, getenv: func(string) string { return "mine" }, lines: 1, command: `sh -c 'echo $LESS; cat'`}
	p.Write([]byte("a\n"))
	p.close()
	if out.String() != "mine\na\n" {
		t.Errorf("%q", out.String())
	}
}

type advised struct{ error }

func (a advised) Advice() string { return "do\nthat" }

func TestHowARunEnds(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	end()
	for _, c := range []struct {
		ctx  context.Context
		err  error
		code int
		said string
	}{
		{t.Context(), nil, exitOK, ""},
		{ended, nil, exitOK, ""},
		{t.Context(), fmt.Errorf("x: %w", ErrFindings), exitFindings, ""},
		{ended, errors.New("a"), ExitInterrupted, "kb: interrupted\n"},
		{t.Context(), errors.New("a\x1b[2J"), ExitError, "kb: a\\x1b[2J\n"},
		{t.Context(), WithHint(errors.New("a"), "try %d", 3), ExitError, "kb: a\n  try 3\n"},
		{t.Context(), advised{errors.New("a")}, ExitError, "kb: a\n  do\n  that\n"},
		{t.Context(), WithHint(advised{errors.New("a")}, "first"), ExitError, "kb: a\n  first\n"},
	} {
		var out bytes.Buffer
		if code := ExitCode(c.ctx, &out, c.err); code != c.code || out.String() != c.said {
			t.Errorf("%v: %d, %q; want %d, %q", c.err, code, out.String(), c.code, c.said)
		}
	}
	var out bytes.Buffer
	Explain(&out, errors.New(strings.Repeat("x", 2*longestLine)))
	if n := out.Len(); n < longestLine || n > longestLine+100 {
		t.Errorf("%d bytes are said", n)
	}
}

// The answer reaches stdout whole and at once, without what could harm a terminal.
func TestAnswers(t *testing.T) {
	w, out, _ := world(nil)
	a := New(w, Globals{})
	if a.Style.Colour || !a.Progress.hidden || WrapColumns(out) != 0 {
		t.Error("a buffer is taken for a terminal")
	}
	long := strings.Repeat("y", longestLine+9)
	a.Printf("one %d\x1b\n%s\n", 1, long)
	if out.Len() > 0 {
		t.Errorf("before its end: %q", out.String())
	}
	if err := a.Flush(); err != nil || !strings.HasPrefix(out.String(), "one 1\\x1b\n") || strings.Contains(out.String(), long) {
		t.Errorf("%.60q, %v", out.String(), err)
	}
	out.Reset()
	if err := PrintText(a, "# \x1b "+long+"\n"); err != nil || a.Flush() != nil || out.String() != "# \x1b "+long+"\n" {
		t.Errorf("a text for a program: %.60q, %v", out.String(), err)
	}
	out.Reset()
	a.Printf("\x1b%s\n", long)
	if a.Flush() != nil || !strings.HasPrefix(out.String(), "\\x1b") {
		t.Errorf("after it: %.60q", out.String())
	}
	a.Close()
	w.Stdout = broken{}
	a = New(w, Globals{})
	a.Printf("x\n")
	if err := a.Flush(); err == nil || err.Error() != "write to stdout: full" {
		t.Error(err)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("full") }
