package move

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/stale"
)

// renamed writes the citations of a symbol anew, in all notes; alone decides whether the name alone
// means it.
func renamed(t *testing.T, files tree, from, to Symbol, alone bool) tree {
	t.Helper()
	p, err := MakeSymbol(files.load(), from, to, files, func(*snapshot.Entry) bool { return alone })
	if err != nil {
		t.Fatal(err)
	}
	return files.moved(p, nil)
}

// A symbol that moved or is called otherwise is cited anew in the form that each citation has: from
// the root, from the folder of the note, by the end of its path, by its last name, in the spelling of
// its language.
func TestCitationsOfASymbol(t *testing.T) {
	closes := Symbol{"cmd/serve.go", "Server.Close"}
	for _, tt := range []struct {
		to         Symbol
		note, want string
	}{
		{Symbol{"cmd/serve.go", "Server.Stop"}, "See `cmd/serve.go#Server.Close`.", "See `cmd/serve.go#Server.Stop`."},
		{Symbol{"cmd/serve.go", "Server.Stop"}, "See `cmd/serve.go#Close`.", "See `cmd/serve.go#Stop`."},
		{Symbol{"cmd/serve.go", "Daemon.Stop"}, "See `cmd/serve.go#Close`.", "See `cmd/serve.go#Daemon.Stop`."},
		{Symbol{"cmd/serve.go", "stop"}, "See `cmd/serve.go#Server.Close`.", "See `cmd/serve.go#stop`."},
		{Symbol{"cmd/stop.go", "Server.Close"}, "See `cmd/serve.go#Server.Close`.", "See `cmd/stop.go#Server.Close`."},
		{Symbol{"stop.go", "Server.Close"}, "See `../cmd/serve.go#Server.Close`.", "See `../stop.go#Server.Close`."},
		{Symbol{"cmd/stop.go", "Server.Close"}, "See `/cmd/serve.go#Server.Close`.", "See `/cmd/stop.go#Server.Close`."},
		{Symbol{"cmd/stop.go", "Server.Close"}, "See `./cmd/serve.go#Server.Close`.", "See `cmd/stop.go#Server.Close`."},
		{Symbol{"cmd/serve.go", "Server.Stop"}, "See `./cmd/serve.go#Close`.", "See `./cmd/serve.go#Stop`."},
		{Symbol{"cmd/serve.go", "Server.Stop"}, "See `cmd/serve.go#Server::Close`.", "See `cmd/serve.go#Server::Stop`."},
		{Symbol{"cmd/serve.go", "Server.Stop"}, "See `cmd/serve.go#Server.Open` and `cmd/other.go#Close`.",
			"See `cmd/serve.go#Server.Open` and `cmd/other.go#Close`."},
		{Symbol{"cmd/serve.go", "Server.Stop"}, "---\nfiles: [cmd/serve.go#Server.Close, cmd/other.go#Close]\n---\nText.",
			"---\nfiles: [cmd/serve.go#Server.Stop, cmd/other.go#Close]\n---\nText."},
		{Symbol{"cmd/serve.go", "Server.Stop"}, "`cmd/serve.go#Close` and `cmd/serve.go#Server.Close`.",
			"`cmd/serve.go#Stop` and `cmd/serve.go#Server.Stop`."},
	} {
		got := renamed(t, tree{"docs/a.md": tt.note + "\n", "b.md": "No citation of `Close`.\n"}, closes, tt.to, false)
		if got["docs/a.md"] != tt.want+"\n" || got["b.md"] != "No citation of `Close`.\n" {
			t.Errorf("%s to %s: %s, want %s", tt.note, tt.to, got["docs/a.md"], tt.want)
		}
	}
}

// The bare name follows where the note cites the symbol and it alone is called so; names within other
// code stay.
func TestBareNamesOfASymbol(t *testing.T) {
	note := "`cmd/serve.go#Server.Close`: `Close`, `Close()`, `Server.Close`, `Server.Close()`, `s.Close()`, `Close x`, " +
		"Close.\n\n```\nClose\n```\n"
	other := "Here `Close` is another.\n"
	from := Symbol{"cmd/serve.go", "Server.Close"}
	for _, tt := range []struct {
		to    Symbol
		alone bool
		want  string
	}{
		{Symbol{"cmd/serve.go", "Server.Stop"}, true,
			"`cmd/serve.go#Server.Stop`: `Stop`, `Stop()`, `Server.Stop`, `Server.Stop()`, `s.Close()`, `Close x`, " +
				"Close.\n\n```\nClose\n```\n"},
		{Symbol{"cmd/serve.go", "Server.Stop"}, false, strings.Replace(note, "#Server.Close", "#Server.Stop", 1)},
		{Symbol{"cmd/end.go", "Server.Close"}, true, strings.Replace(note, "cmd/serve.go", "cmd/end.go", 1)},
	} {
		got := renamed(t, tree{"a.md": note, "b.md": other}, from, tt.to, tt.alone)
		if got["a.md"] != tt.want || got["b.md"] != other {
			t.Errorf("to %s: %s, want %s", tt.to, got["a.md"], tt.want)
		}
	}
	got := renamed(t, tree{"a.md": "`x/a.go#F`: `F`, `F()`, `FF`\n"}, Symbol{"x/a.go", "F"}, Symbol{"x/a.go", "Go"}, true)
	if got["a.md"] != "`x/a.go#Go`: `Go`, `Go()`, `FF`\n" {
		t.Errorf("a function: %s", got["a.md"])
	}
	files := tree{"a.md": note}
	if p, err := MakeSymbol(files.load(), from, from, files, nil); err != nil || len(p.Changes) > 0 {
		t.Errorf("to the same name: %+v, %v", p, err)
	}
}

// A citation means the symbol if it names it, in full or by its last name, and the path, or an end of it where it may be one.
func TestCitationsThatMeanASymbol(t *testing.T) {
	s := Symbol{"cmd/serve.go", "Server.Close"}
	for _, tt := range []struct {
		c    stale.Citation
		want bool
	}{
		{stale.Citation{Text: "cmd/serve.go", Symbol: "Server.Close", Paths: []string{"cmd/serve.go"}}, true},
		{stale.Citation{Text: "cmd/serve.go", Symbol: "Close", Paths: []string{"docs/cmd/serve.go", "cmd/serve.go"}}, true},
		{stale.Citation{Text: "cmd/serve.go", Symbol: "Open", Paths: []string{"cmd/serve.go"}}, false},
		{stale.Citation{Text: "serve.go", Symbol: "Close", Suffix: true}, true},
		{stale.Citation{Text: "./serve.go", Symbol: "Close", Suffix: true}, true},
		{stale.Citation{Text: "serve.go", Symbol: "Close"}, false},
		{stale.Citation{Text: "erve.go", Symbol: "Close", Suffix: true}, false},
		{stale.Citation{Text: "./cmd/serve.go", Symbol: "Close", Glob: true}, true},
		{stale.Citation{Text: "serve.go", Symbol: "Close", Glob: true, Suffix: true}, false},
	} {
		if got := s.cited(&tt.c); got != tt.want {
			t.Errorf("%+v: %v", tt.c, got)
		}
	}
}

// A note that cites the symbol and cannot be read or edited ends the plan; others do not matter.
func TestSymbolsInNotesThatCannotBeWritten(t *testing.T) {
	from, to := Symbol{"x/a.go", "F"}, Symbol{"x/a.go", "G"}
	files := tree{"a.md": "Caf\xe9 and `x/a.go#F`.\n", "b.md": "Caf\xe9.\n"}
	if _, err := MakeSymbol(files.load(), from, to, files, nil); err == nil || !strings.HasPrefix(err.Error(), "a.md:1: ") {
		t.Errorf("%v", err)
	}
	files = tree{"b.md": "Caf\xe9.\n", "c.md": "Text.\n"}
	if p, err := MakeSymbol(files.load(), from, to, files, nil); err != nil || len(p.Changes) > 0 {
		t.Errorf("%+v, %v", p, err)
	}
	s := tree{"a.md": "`x/a.go#F`\n"}.load()
	if _, err := MakeSymbol(s, from, to, tree{}, nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
}

// A target is found in its line where it is no part of a longer name, first of all within a link.
func TestNamesThatStandAlone(t *testing.T) {
	for _, tt := range []struct {
		line, target string
		want         int // -1 for none
	}{
		{"target: old", "old", 8}, {"supersedes: bold, old", "old", 18}, {"- {type: supersedes, target: old}", "old", 29},
		{"x: azold, oldaz, 0old9, AoldZ, old-x, _old, a/old, old.md", "old", -1}, {"x: éold", "old", -1}, {"x: (old)", "old", 4},
		{"x: see old [a](old)", "old", 15}, {"x: old old", "old", 3},
	} {
		at, ok := targetInLine([]byte(tt.line), tt.target, func(int) bool { return false })
		if !ok {
			at = -1
		}
		if at != tt.want {
			t.Errorf("%q in %q: %d, want %d", tt.target, tt.line, at, tt.want)
		}
	}
	if at, ok := targetInLine([]byte("x: old old"), "old", func(at int) bool { return at == 3 }); !ok || at != 7 {
		t.Errorf("the second is at %d, %v", at, ok)
	}
}
