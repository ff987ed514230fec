package app

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

// framed is the frame of a run whose streams are no terminals.
func framed(g Globals) (a *App, out, said *bytes.Buffer) {
	out, said = &bytes.Buffer{}, &bytes.Buffer{}
	a = New(World{Getenv: func(string) string { return "" }, Getwd: func() (string, error) { return "/shop", nil }, Stdout: out,
		Stderr: said}, g)
	return a, out, said
}

// What a verb prints is handed out at the end: cleaned and cut for people, whole for programs.
func TestAnswersAreHandedOut(t *testing.T) {
	long := strings.Repeat("x", longestLine+1)
	for name, c := range map[string]struct {
		print func(a *App) error
		want  string
	}{
		"a line":       {func(a *App) error { a.Printf("%d \x1b[2J\n", 7); return nil }, "7 \\x1b[2J\n"},
		"a long line":  {func(a *App) error { a.Printf("%s\n", long); return nil }, long[1:] + "… (1 more characters)\n"},
		"a whole line": {func(a *App) error { a.Verbatim(); a.Printf("%s\n", long); return nil }, long + "\n"},
		"bytes":        {func(a *App) error { a.Bytes(); a.Printf("a\x00\x1b"); return nil }, "a\x00\x1b"},
		"JSON": {func(a *App) error { return a.Emit(map[string]int{"n": 1}) },
			"{\n  \"schema_version\": 1,\n  \"data\": {\n    \"n\": 1\n  }\n}\n"},
		"a note":        {func(a *App) error { return PrintText(a, "# A\x07\n") }, "# A\x07\n"},
		"text about it": {func(a *App) error { a.Printf("before\n"); return PrintText(a, long) }, "before\n" + long},
	} {
		a, out, _ := framed(Globals{})
		if err := c.print(a); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if out.Len() > 0 && !strings.HasPrefix(c.want, out.String()) {
			t.Errorf("%s: %q is handed out before the end", name, out.String())
		}
		if err := a.Flush(); err != nil || out.String() != c.want {
			t.Errorf("%s: %.60q, %v; want %.60q", name, out.String(), err, c.want)
		}
	}
}

// full is a stream that takes nothing.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// Remarks are said beside the answer unless nobody wants any; what cannot be written is an error.
func TestRemarksAndFailures(t *testing.T) {
	for quiet, want := range map[bool]string{false: "kb: 2 of \\x1b3\n", true: ""} {
		a, out, said := framed(Globals{Quiet: quiet})
		if a.Remark("%d of %s", 2, "\x1b3"); said.String() != want || out.Len() > 0 {
			t.Errorf("quiet %v: %q", quiet, said.String())
		}
	}
	a, _, _ := framed(Globals{})
	a.Stdout = full{}
	a = New(a.World, a.Globals)
	a.Printf("x\n")
	if err := a.Flush(); err == nil || err.Error() != "write to stdout: no space left" {
		t.Errorf("%v", err)
	}
	if got := HeadingPath([]string{"A", "B\x07", strings.Repeat("c", shownHeading+1)}); !strings.HasPrefix(got, "A › B\\x07 › ccc") ||
		len([]rune(got)) > len("A › B\\x07 › ")+shownHeading {
		t.Errorf("%q", got)
	}
	if CleanName("a\nb") != "a\\x0ab" || HeadingPath(nil) != "" {
		t.Error("a name leaves its line")
	}
	if ColumnsOf(&bytes.Buffer{}) != 0 || WrapColumns(&bytes.Buffer{}) != 0 || IsTerminal(&bytes.Buffer{}) {
		t.Error("a buffer is a terminal")
	}
}

// The folder of a run is the process's, or that of -C, from which names count.
func TestFoldersOfARun(t *testing.T) {
	for dir, want := range map[string]string{"": "/shop", "sub": "/shop/sub", "/other": "/other", "../up": "/up"} {
		a, _, _ := framed(Globals{Dir: dir})
		if got, err := a.WorkDir(); err != nil || got != want {
			t.Errorf("-C %q: %s, %v", dir, got, err)
		}
		if got, err := a.FromWorkDir("f"); err != nil || got != want+"/f" {
			t.Errorf("a file from %q: %s, %v", dir, got, err)
		}
		if got, err := a.FromWorkDir("/abs"); err != nil || got != "/abs" {
			t.Errorf("an absolute name: %s, %v", got, err)
		}
	}
	a, _, _ := framed(Globals{})
	a.Getwd = func() (string, error) { return "", errors.New("gone") }
	if _, err := a.WorkDir(); err == nil || err.Error() != "find the current folder: gone" {
		t.Errorf("%v", err)
	}
}
