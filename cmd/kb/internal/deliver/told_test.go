package deliver

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/agents"
	"github.com/9aea2451/kb/markdown"
)

// How a note stands is said with the newest of its days.
func TestStateOfANote(t *testing.T) {
	for want, n := range map[string]kb.Note{
		"": {}, " (2026-08-01)": {Date: "2026-08-01"}, " (verified 2026-08-02)": {Date: "2026-08-01", Verified: "2026-08-02"},
		" (agreed)": {Status: "accepted"}, " (2026-08-01, agreed)": {Date: "2026-08-01", Status: "accepted"},
		" (verified 2026-08-02, deprecated)": {Verified: "2026-08-02", Status: "deprecated"},
	} {
		a := &Asking{Today: time.Date(2026, 8, 2, 0, 0, 0, 0, time.UTC)}
		if got := a.stateOf(&n); got != want {
			t.Errorf("%+v is%s, want%s", n, got, want)
		}
	}
}

// A note must be surer than the level of trust; one that was accepted need not, up to the usual level.
func TestSureEnough(t *testing.T) {
	usual := agents.Standard.Above()
	for _, c := range []struct {
		above, confidence float64
		status            string
		want              bool
	}{
		{usual, usual, "", false}, {usual, usual + .01, "", true}, {usual, .5, "accepted", true}, {usual, .49, "accepted", false},
		{usual + .1, .6, "accepted", false}, {usual + .1, usual + .2, "", true}, {usual, .6, "deprecated", false},
		{usual - .1, .5, "accepted", true}, {usual - .1, .5, "", false},
	} {
		a := &Asking{Above: c.above}
		if got := a.sure(&kb.Note{Confidence: c.confidence, Status: c.status}); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// A state of work is of its branch; other notes are of all.
func TestStateOfItsBranch(t *testing.T) {
	for _, c := range []struct {
		kind   string
		extra  any
		branch string
		want   bool
	}{
		{"gotcha", nil, "main", true}, {"gotcha", "other", "main", true}, {workState, "main", "main", true}, {workState, "other",
			"main", false},
		{workState, nil, "main", false}, {workState, nil, "", false}, {workState, "", "", false}, {workState, "main", "", false},
	} {
		n := kb.Note{Type: c.kind, Extra: map[string]any{"branch": c.extra}}
		if got := (&Asking{Branch: c.branch}).here(&n); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// Paths that a text names stand between backticks, within folders, and are no patterns.
func TestNamedPaths(t *testing.T) {
	for text, want := range map[string]string{
		"`a/b.go` `./c/d.go` `e/f.go:12` `a/b.go`": "a/b.go c/d.go e/f.go", "`b.go`": "", "`a/b`": "", "`a/*.go`": "", "`/a/b.go`": "",
		"`../a/b.go`": "../a/b.go", "`a//b.go`": "", "`a/b.go x`": "", "a/b.go": "", "`a=b/c.go`": "", "`x` `a/b.go`": "a/b.go",
		"`https://x.org/a.go`": "",
	} {
		if got := strings.Join(named(markdown.Parse([]byte(text)).Code), " "); got != want {
			t.Errorf("%s names %q, want %q", text, got, want)
		}
	}
	var many strings.Builder
	for i := range maxNamed + 3 {
		fmt.Fprintf(&many, "`a/f%d.go` ", i)
	}
	got := named(markdown.Parse([]byte(many.String())).Code)
	if len(got) != maxNamed || got[maxNamed-1] != fmt.Sprintf("a/f%d.go", maxNamed-1) {
		t.Errorf("%d of very many", len(got))
	}
}

// Most notes are told by their first bytes to matter to nobody.
func TestNotesThatMayMatter(t *testing.T) {
	for text, want := range map[string]bool{
		"# Plain": false, "---\ntype: fact\n---\n": false, "---\ntype: Gotcha\n---\n": true, "\xef\xbb\xbf---\ntype: gotcha\n---\n": true,
		"+++\ntype = \"standard\"\n+++\n": true, "gotcha": false, "# It supersedes that\n": true, "---\ntype: work_state\n---\n": true,
		"---\n" + strings.Repeat("x: y\n", maxHead/5) + "type: gotcha\n": false,
	} {
		if mayMatter([]byte(text)) != want {
			t.Errorf("%.30q may matter: %v", text, !want)
		}
	}
}

// An edit is within what is indented less above it; lines of brackets enclose nothing.
func TestWhatEnclosesAPlace(t *testing.T) {
	const source = "class Tea:\n    def brew(self,\n             water,\n    ):\n\n        if water:\n            boil()\n" +
		"    x = 1\n\ndef other():\n\tpour()\n"
	for place, want := range map[string]string{
		"boil()": "Tea brew if", "x = 1": "Tea", "pour()": "other", "def other": "", "water,": "Tea brew", "if water": "Tea brew",
	} {
		var got []string
		for _, name := range []string{"Tea", "brew", "if", "other"} {
			if below([]byte(source), strings.Index(source, place), name) {
				got = append(got, name)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q stands in %q, want %q", place, got, want)
		}
	}
	deep := "f:\n" + strings.Repeat(" .\n", maxAbove) + "  x"
	if below([]byte(deep), len(deep), "f") || !below([]byte(strings.Replace(deep, " .\n", "", 2)), len(deep)-6, "f") {
		t.Error("what is looked at above a place has no bound, or too near a one")
	}
	for line, want := range map[string]int{"": 0, "a": 0, "  a": 2, "\ta": 4, " \t b": 6, "   ": 3} {
		if got := indentOf([]byte(line)); got != want {
			t.Errorf("%q is indented by %d", line, got)
		}
	}
	for text, want := range map[string]bool{
		"Sign": true, "a.Sign(": true, "Signs": false, "reSign": false, "Signs Sign": true, "Sign_": false, "": false,
		"SignSign": false, "(Sign": true,
	} {
		if hasName([]byte(text), "Sign") != want {
			t.Errorf("%q has the name: %v", text, !want)
		}
	}
}
