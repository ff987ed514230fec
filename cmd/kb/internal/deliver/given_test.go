package deliver

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb/failure"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/kb/pattern"
)

// mill has a memory of every sort.
func mill(t *testing.T) *gittest.Repo {
	r := gittest.New(t)
	memory := func(name, front, text string) {
		r.Write("m/"+name+".md", "---\nkind: memory\n"+front+"\n---\n# About "+name+"\n\n"+text+"\n")
	}
	memory("rule", "type: standard\nconfidence: 0.9\ndate: 2026-07-01", "Grain is weighed twice.")
	memory("wish", "type: preference\nconfidence: 0.5\nstatus: accepted", "Sacks are of linen.")
	memory("unsure", "type: preference\nconfidence: 0.6", "Sacks may be of paper.")
	memory("bound", "type: constraint\nconfidence: 0.9\nfiles: [wheel.go]", "The wheel turns left.")
	memory("pinned", "type: gotcha\nconfidence: 0.9\npinned: true\nfiles: [stone.go]\nverified: 2026-07-30", "The stone is hot.")
	memory("here", "type: work_state\nconfidence: 0.9\nbranch: main", "The roof is half done.")
	memory("there", "type: work_state\nconfidence: 0.9\nbranch: other", "The floor is half done.")
	memory("end", "type: dead_end\nconfidence: 0.9\nfiles: [wheel.go]\ninstead: Grease it.", "Water does not help.")
	memory("proposed", "type: gotcha\nconfidence: 0.9\nstatus: proposed\nfiles: [wheel.go]", "Not agreed.")
	memory("draft", "type: gotcha\nconfidence: 0.9\nstatus: draft\nfiles: [wheel.go]", "Not agreed either.")
	memory("doubt", "type: gotcha\nconfidence: 0.9\nneeds_review: true\nfiles: [wheel.go]", "To be reviewed.")
	memory("over", "type: gotcha\nconfidence: 0.9\nvalid_until: 2026-07-01\nfiles: [wheel.go]", "It was so.")
	memory("error", "type: error_pattern\nconfidence: 0.9", "It says `Error: the axle is broken in two`.\n\n## Fix\n\nOil the axle.")
	memory("fact", "type: fact\nconfidence: 0.9\nfiles: [wheel.go]", "Nobody is warned.")
	r.Write("wheel.go", "package mill\n", "stone.go", "package mill\n")
	r.Commit("Begin")
	return r
}

// told are the lines of some items.
func told(items []Item) string {
	var b strings.Builder
	for _, i := range items {
		b.WriteString(i.line)
	}
	return b.String()
}

const (
	hereLine   = "- work_state m/here.md:9: \"About here: The roof is half done.\"\n"
	pinnedLine = "- gotcha m/pinned.md:11 (verified 2026-07-30): \"About pinned: The stone is hot.\"\n"
	ruleLine   = "- standard m/rule.md:9 (2026-07-01): \"About rule: Grain is weighed twice.\"\n"
	wishLine   = "- preference m/wish.md:9 (agreed): \"About wish: Sacks are of linen.\"\n"
	boundLine  = "- constraint m/bound.md:9: \"About bound: The wheel turns left.\"\n"
	endLine    = "- dead_end m/end.md:10: \"About end: Water does not help. Instead: Grease it.\"\n"
	errorLine  = "- error_pattern m/error.md:12: \"About error: Oil the axle.\"\n"
)

// At each occasion those notes are given that hold, are sure enough and of this branch, in an order, and so many.
func TestWhatIsGiven(t *testing.T) {
	a := asked(t, mill(t).Dir, time.Minute)
	a.Branch = "main"
	fails := failure.Errors("Error: the axle is broken in two")
	prints := []string{failure.Fingerprint(failure.Error("Error: the axle is broken in two"))}
	occasions := map[string]func() []Item{
		"a file":            func() []Item { return a.File("wheel.go") },
		"two files":         func() []Item { return a.File("stone.go", "wheel.go") },
		"another file":      func() []Item { return a.File("roof.go") },
		"an error":          func() []Item { return a.Errors(fails) },
		"another error":     func() []Item { return a.Errors(failure.Errors("Error: there is no flour left")) },
		"a start":           func() []Item { return a.Start(nil, nil) },
		"a start with work": func() []Item { return a.Start([]string{"wheel.go"}, []Item{{"d.md", "- new\n"}}) },
		"missed of a start": func() []Item { return a.Missed(nil, nil, true) },
		"missed of a file":  func() []Item { return a.Missed([]string{"wheel.go"}, nil, false) },
		"missed of errors":  func() []Item { return a.Missed([]string{"wheel.go"}, prints, true) },
		"missed of nothing": func() []Item { return a.Missed(nil, nil, false) },
	}
	check := func(when string, want map[string]string) {
		t.Helper()
		for _, name := range slices.Sorted(maps.Keys(want)) {
			if got := told(occasions[name]()); got != want[name] {
				t.Errorf("%s, at %s:\n%s, want\n%s", when, name, got, want[name])
			}
		}
	}
	check("usually", map[string]string{
		"a file": boundLine + endLine, "two files": boundLine + endLine + pinnedLine, "another file": "", "an error": errorLine,
		"another error": "", "a start": hereLine + pinnedLine + ruleLine + wishLine,
		"a start with work": hereLine + pinnedLine + ruleLine + wishLine + boundLine + endLine + "- new\n",
		"missed of a start": hereLine + pinnedLine + ruleLine, "missed of a file": boundLine + endLine, "missed of nothing": "",
		"missed of errors": errorLine,
	})
	a.Above = .8
	check("with more trust asked for", map[string]string{"a start": hereLine + pinnedLine + ruleLine})
	a.Above, a.Branch = .65, ""
	check("on no branch", map[string]string{"a start": pinnedLine + ruleLine + wishLine})
	a.Branch, a.Most = "main", 2
	check("at most two", map[string]string{"a start": hereLine + pinnedLine, "a start with work": hereLine + "- new\n",
		"two files": boundLine + endLine})
	a.Most = 0
	check("none any more", map[string]string{"a start": "", "a start with work": "- new\n", "a file": "", "an error": ""})
	a.Most, a.Given = -1, func(path string) bool { return path == "m/bound.md" || path == "m/error.md" }
	check("after two were given", map[string]string{"a file": endLine, "an error": ""})
	a.Given, a.Never = func(string) bool { return false }, pattern.New([]string{"wheel.go", "m/rule.md"})
	check("but for some", map[string]string{"a file": "", "two files": pinnedLine, "a start": hereLine + pinnedLine + wishLine,
		"missed of a file": ""})
}

// Decisions that came or changed are news, those that are not agreed on are none; at most three are told of.
func TestNewsOfDecisions(t *testing.T) {
	a := &Asking{Most: -1, Never: pattern.New([]string{"never/"}), Today: time.Date(2026, 8, 2, 0, 0, 0, 0, time.UTC)}
	texts := func(yield func(string, []byte) bool) {
		for _, d := range [][2]string{
			{"plain.md", "# Plain\n\nText.\n"}, {"a.md", "---\nkind: decision\nstatus: accepted\n---\n# Oak\n\nWe use oak.\n"},
			{"b.md", "---\nkind: decision\nstatus: proposed\n---\n# Ash\n\nWe may use ash.\n"},
			{"c.md", "---\nkind: decision\nneeds_review: true\n---\n# Elm\n\nElm?\n"},
			{"never/d.md", "---\nkind: decision\n---\n# Fir\n\nWe use fir.\n"},
			{"e.md", "---\nkind: decision\nstatus: superseded\ndate: 2026-01-01\n---\n# Pine\n\nWe used pine.\n"},
			{"attic/f.md", "---\nkind: decision\n---\n# Yew\n\n## Alternatives considered\n\nBeech.\n"},
			{"g.md", "---\nkind: decision\n---\n# Box\n\nWe use box.\n"},
		} {
			if !yield(d[0], []byte(d[1])) {
				return
			}
		}
	}
	const lead = "- decision, new or changed since the last session here, "
	all := []string{lead + "a.md:7 (agreed): \"Oak: We use oak.\"\n", lead + "e.md:8 (2026-01-01, superseded): \"Pine: We used pine.\"\n",
		lead + "attic/f.md:4 (history): \"Yew\"\n"}
	for most, n := range map[int]int{-1: 3, 0: 0, 1: 1, 2: 2, 5: 3} {
		a.Most = most
		if got, want := told(a.News(texts)), strings.Join(all[:n], ""); got != want {
			t.Errorf("at most %d:\n%s, want\n%s", most, got, want)
		}
	}
}
