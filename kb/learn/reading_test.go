package learn

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/chat"
)

// A command is the same whatever folder, variables and ways of output it is run with.
func TestCommandsAreNormal(t *testing.T) {
	for command, want := range map[string]string{
		"go test ./...": "go test ./...", "cd /src && go test ./... 2>&1 | tail": "go test ./...",
		"A=1 B=\"x y\" make  test": "make test", "make | tee x": "make",
		"make\nmake install": "make", "a && b && c": "c", "echo `date`": "", strings.Repeat("x", 200): strings.Repeat("x", 200),
		strings.Repeat("x", 201): "", "": "",
	} {
		if got := normalCommand(command); got != want {
			t.Errorf("%q: %q, want %q", command, got, want)
		}
	}
}

// What sort of session it was follows from what was done; reading and searching make it none of a terminal.
func TestMoreKindsOfSessions(t *testing.T) {
	for script, want := range map[string]SessionKind{
		"run ls\nout 0 a\nread a.go": Insight, "you: x\nrun ls\nout 0 a": Insight, "agent: x": Insight,
		"you: x\nedit CHANGELOG.md -a +b\nedit a.go -a +b": Review,
		"you: x\nrun go test\nout 0 ok\nedit a.go -a +b":   Review, "you: x\nedit a.go -a +b\nrun ls\nout 0 ok": Review,
		"you: x\nwrite docs/Changelog.txt": Changelog,
	} {
		if got := read(told(t, script), Repository{}).kind; got != want {
			t.Errorf("%q: %s, want %s", script, got, want)
		}
	}
	for script, want := range map[string]bool{
		"you: x\nabort": true, "you: x\nabort\nyou: go on": false, "you: x\nedit a.go -a +b\nrun go test\nout 1 no": true,
		"you: x\nedit a.go -a +b\nrun go test\nout 1 no\nrun go test\nout 0 ok": false, "you: x\nrun ls\nout 1 no": false,
		"agent: x\nyou: y": false,
	} {
		if got := read(told(t, script), Repository{}).failed; got != want {
			t.Errorf("%q failed: %v", script, got)
		}
	}
}

// The files that were changed between two events, and the command that changed the machine.
func TestWhatWasDoneInBetween(t *testing.T) {
	r := read(told(t,
		"edit a.go -a +b\nread b.go\nedit a.go -b +c\nwrite c.go\nedit /outside -a +b\nrun docker compose up   -d db\nout 0 "+
			"ok\nrun go test\nout 0 ok"), Repository{})
	r.s.Events[4].Files = []string{chat.Outside}
	if got := r.editedBetween(0, 9); !slices.Equal(got, []string{"a.go", "c.go"}) {
		t.Errorf("changed %q", got)
	}
	if got := r.editedBetween(1, 3); !slices.Equal(got, []string{"a.go"}) {
		t.Errorf("changed in between %q", got)
	}
	for span, want := range map[[2]int]string{{0, 9}: "docker compose up -d db", {5, 9}: "", {0, 5}: "", {4,
		6}: "docker compose up -d db"} {
		if got := r.remedy(span[0], span[1]); got != want {
			t.Errorf("mended between %v by %q, want %q", span, got, want)
		}
	}
	var many strings.Builder
	for i := range maxFiles + 3 {
		fmt.Fprintf(&many, "edit f%d.go -a +b\n", i)
	}
	many.WriteString("run make install " + strings.Repeat("x", 200) + "\nout 0 ok\nrun echo `make install`\nout 0 ok")
	r = read(told(t, many.String()), Repository{})
	if got := r.editedBetween(0, len(r.s.Events)); len(got) != maxFiles {
		t.Errorf("%d files", len(got))
	}
	if got := r.remedy(0, len(r.s.Events)); got != "echo 'make install'" {
		t.Errorf("mended by %q", got)
	}
	for human, want := range map[string]string{"you: x\nread a.go\nread a.go\nread b.go": "[a.go b.go] false",
		"you: x\nread a.go\nedit b.go -a +b\nedit b.go -b +c": "[b.go] true",
		"you: x\nyou: y\nread a.go":                           "[] false"} {
		files, edited := read(told(t, human), Repository{}).followed(0)
		if got := fmt.Sprint(files, " ", edited); got != want {
			t.Errorf("%q is followed by %s, want %s", human, got, want)
		}
	}
}

// What worked after something was given up: seen by the command that had failed, or by a test.
func TestWhatWorkedAfter(t *testing.T) {
	for script, want := range map[string]string{
		"run make\nout 1 no\nyou: x\nedit a.go -a +b\nrun make\nout 0 ok": "`a.go` was changed, " +
			"and `make` passed.",
		"run make\nout 1 no\nyou: x\nedit a.go -a +b\nrun ls\nout 0 ok": "",
		"run ls\nout 0 ok\nyou: x\nedit a.go -a +b\nrun go test\nout 0 ok": "`a.go` was changed, " +
			"and `go test` passed.",
		"run make\nout 1 no\nyou: x\nrun make\nout 0 ok": "",
		"run make\nout 1 no\nyou: x\nedit a.go -a +b\nrun make\nout 1 no\nrun make\nout 0 ok": "`a.go` was changed, " +
			"and `make` passed.",
		"run make\nout 1 no\nyou: x\nagent: It waits now.\nedit a.go -a +b\nrun make\nout 0 ok":     "It waits now.",
		"run make\nout 1 no\nyou: x\nagent: That didn't work.\nedit a.go -a +b\nrun make\nout 0 ok": "",
		"run make\nout 1 no\nyou: x\nyou: That didn't work.\nedit a.go -a +b\nrun make\nout 0 ok": "`a.go` was changed, " +
			"and `make` passed.",
		"run make\nout 1 no\nyou: x\nweb https://e.org\nagent: It waits.\nedit a.go -a +b\nrun make\nout 0 ok": "`a.go` was " +
			"changed, and `make` passed.",
	} {
		r := read(told(t, script), Repository{})
		if got := r.workedAfter(2); got != want {
			t.Errorf("%q: %q, want %q", script, got, want)
		}
	}
}

// Short orders that no rule takes are kept for what they repeat.
func TestEchoesOfOrders(t *testing.T) {
	for said, want := range map[string]string{
		"Keep it short please": "Keep it short please", "Use tabs": "Use tabs", "Always use tabs in `a.go`": "", "Why use tabs": "",
		"Keep": "", "is it so": "",
		"- use tabs": "use tabs", "(use tabs)": "", "Use it now": "", "tabs are fine": "",
	} {
		var got []string
		for _, e := range From(told(t, "you: "+said+"\nread x.go"), Repository{}).Echoes {
			got = append(got, e.Statement)
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}

// A sentence names a thing by code, files, symbols, numbers and tools, or by a path of the repository.
func TestNamesInASentence(t *testing.T) {
	repo := Repository{Known: func(name string) bool { return name == "docs/guide" || name == "a." || name == "Makefile" }}
	for s, want := range map[string]bool{
		"See (docs/guide), it says so.": true, "It uses redis.": true, "It calls ParseURL.": true, "It is `x`.": true,
		"It waits 5 minutes.": true, "It is slow.": false,
		"Read the Makefile.": false, "See a. here": false, "Go to the shop.": false,
	} {
		if got := read(told(t, "you: x"), repo).named(s); got != want {
			t.Errorf("%q names a thing: %v", s, got)
		}
	}
}

// What an agent concluded, and what the person and the agent said before and after.
func TestConclusions(t *testing.T) {
	r := read(told(t, "agent: First. Second. Third.\nyou: Hm.\nagent: Last one.\nread a.go\nyou: Next.\nagent: After."), Repository{})
	for span, want := range map[[2]int]string{{-1, 0}: "First. Second.", {-1, 2}: "Last one.", {0, 3}: "Last one.", {2, 4}: "", {0,
		1}: "", {-1, 5}: "After."} {
		if got := r.conclusion(span[0], span[1]); got != want {
			t.Errorf("between %v: %q, want %q", span, got, want)
		}
	}
	if got := r.answer(1); got != "Last one." || r.answer(4) != "After." {
		t.Errorf("answers %q, %q", got, r.answer(4))
	}
	for i, want := range map[int]int{0: 1, 1: 4, 3: 4, 4: 6} {
		if got := r.next(i); got != want {
			t.Errorf("next after %d is %d, want %d", i, got, want)
		}
	}
}

// How much two statements have in common: nearly all words of the shorter and most of the longer.
func TestHowAlikeStatementsAre(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want float64
	}{
		{"one two three four", "one two three four", 1}, {"one two three", "one two three four five", 0.8}, {"one two three",
			"one two three four five six", 0},
		{"one two three four five six seven eight", "one two three four five six seven nine", 0},
		{"w1 a b c d e f g h", "w1 a b c d e f g h", 1}, {"sort rows", "never sort rows", 0}, {"retry three times 3",
			"retry three times 4", 0}, {"", "one", 0}, {"one", "", 0},
	} {
		if got := Hear(tt.a).Alike(Hear(tt.b)); got < tt.want-1e-9 || got > tt.want+1e-9 {
			t.Errorf("%q and %q: %v, want %v", tt.a, tt.b, got, tt.want)
		}
	}
}
