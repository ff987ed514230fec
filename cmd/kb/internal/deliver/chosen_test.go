package deliver

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/agents"
	"github.com/9aea2451/kb/kb/failure"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/pattern"
)

// How specifically a note is about a file: by a symbol, the very path, its name in the text, or the longest glob.
func TestHowANoteCoversAFile(t *testing.T) {
	in := func(symbol string) bool { return symbol == "Sign" }
	for _, c := range []struct {
		files, named string
		want         int
	}{
		{"a/b.go", "", exactly}, {"./a/b.go", "", exactly}, {"a/b.go/", "", exactly}, {"a/b.go#Sign", "", exactly + 1},
		{"a/b.go#Other", "", 0},
		{"", "a/b.go#Sign", exactly + 1}, {"", "./a/b.go#Sign", exactly + 1}, {"", "a/b.go", byName}, {"a/*.go", "a/b.go", byName},
		{"a/*.go", "", 3},
		{"*.go a/*.go", "", 3}, {"a/*.go *.go", "", 3}, {"a", "", 2}, {"b/*.go", "", 0}, {"*", "", 0}, {"**/b.go", "", 1},
		{"a/b.go *.go", "", exactly},
		{"*.go a/b.go", "a/b.go", exactly}, {"a/b.g", "", 0}, {"x", "y.go", 0},
	} {
		e := entry{kind: "gotcha", files: strings.Fields(c.files), named: strings.Fields(c.named)}
		if got := e.covers("a/b.go", "a/b.go#", in); got != c.want {
			t.Errorf("%q, named %q: %d, want %d", c.files, c.named, got, c.want)
		}
	}
	for kind, want := range map[string]string{"gotcha": "true false", "error_pattern": "true false", "dead_end": "true false",
		"constraint": "true true", "causal_dependency": "true false", "requirement": "false true", "standard": "false true",
		"preference": "false true", "fact": "false false", "": "false false", workState: "false false"} {
		if got := fmt.Sprint(warns(kind), " ", rules(kind)); got != want {
			t.Errorf("%q warns and rules: %s, want %s", kind, got, want)
		}
	}
}

// What is found of some entries, the most specific first, then by path.
func TestWhatIsFound(t *testing.T) {
	note := func(path, kind string, change func(e *entry)) entry {
		e := entry{name: kb.Name{Path: path}, kind: kind}
		if change != nil {
			change(&e)
		}
		return e
	}
	errors := func(list ...string) func(*entry) { return func(e *entry) { e.errors = list } }
	pinned := func(e *entry) { e.pinned, e.files = true, []string{"a.go"} }
	filed := func(e *entry) { e.files = []string{"a.go"} }
	x := &Index{}
	x.fill([]entry{note("a.md", "error_pattern", errors("disk is full now")), note("b.md", "error_pattern", errors("disk is full",
		"no space is left")),
		note("c.md", "standard", nil), note("d.md", "standard", filed), note("e.md", "gotcha", pinned), note("f.md", "constraint", nil),
		note("g.md", "standard", pinned), note("h.md", workState, nil), note("i.md", workState, pinned), note("j.md", "gotcha", filed),
		note("k.md", "error_pattern", errors("disk is full"))})
	tell := func(found []match) string {
		var out []string
		for _, m := range found {
			out = append(out, fmt.Sprintf("%s %d", strings.TrimSuffix(m.entry.name.Path, ".md"), m.specific))
		}
		return strings.Join(out, ", ")
	}
	for what, c := range map[string]struct {
		found []match
		want  string
	}{
		"an error":         {x.explains([]string{"write: disk is full now"}, nil), "a 16, b 12, k 12"},
		"two errors":       {x.explains([]string{"x", "no space is left", "disk is full"}, nil), "b 16, k 12"},
		"an earlier error": {x.explains(nil, []string{failure.Fingerprint("no space is left")}), "b 16"},
		"both":             {x.explains([]string{"disk is full"}, []string{failure.Fingerprint("no space is left")}), "b 16, k 12"},
		"no error":         {x.explains(nil, nil), ""},
		"an empty error":   {x.explains([]string{""}, nil), ""},
		"the rules":        {x.standing(), "e 2, g 2, c 1, f 1"},
		"states of work":   {x.states(), "h 1, i 1"},
		"a file": {x.about("a.go", func(string) bool { return true }),
			fmt.Sprintf("d %d, e %[1]d, g %[1]d, j %[1]d", exactly)},
		"another file":      {x.about("b.go", func(string) bool { return true }), ""},
		"some, given twice": {x.find([]int{9, 4, 9}, func(*entry) int { return 3 }), "e 3, j 3"},
	} {
		if got := tell(c.found); got != c.want {
			t.Errorf("%s: %s, want %s", what, got, c.want)
		}
	}
	a := &Asking{Index: x, Never: pattern.New([]string{"never.go"})}
	if got := tell(a.warnings([]string{"never.go", "a.go", "c.go"})); got != fmt.Sprintf("d %d, e %[1]d, g %[1]d, j %[1]d", exactly) {
		t.Errorf("warnings: %s", got)
	}
}

// Who supersedes whom follows from either side.
func TestSettle(t *testing.T) {
	entries := []entry{{name: kb.Name{Path: "a.md"}, replaces: []string{"b.md", "none.md"}}, {name: kb.Name{Path: "b.md"}, by: []int{7}},
		{name: kb.Name{Path: "c.md"}, replaced: []string{"a.md", "b.md"}}}
	settle(entries)
	if got := fmt.Sprint(entries[0].by, entries[1].by, entries[2].by); got != "[] [0] [0 1]" {
		t.Errorf("superseded by %s", got)
	}
	for i := range entries {
		entries[i].replaces, entries[i].replaced = nil, nil
	}
	if settle(entries); entries[1].by != nil {
		t.Errorf("nobody says so: %v", entries[1].by)
	}
	one := []entry{{name: kb.Name{Path: "a.md"}, replaced: []string{"b.md"}}, {name: kb.Name{Path: "b.md"}}}
	if settle(one); !slices.Equal(one[0].by, []int{1}) {
		t.Errorf("by one alone: %v", one[0].by)
	}
}

// What was said is known again by four words of five, a title by all its words.
func TestWordsThatWereSaid(t *testing.T) {
	known := map[string]bool{"a": true, "b": true, "c": true, "d": true}
	for text, want := range map[string]bool{"a b c d e": true, "a b c e f": false, "a b c": true, "a b": false, "a b c e": false,
		"": false} {
		if saidAlready(words(text), known) != want {
			t.Errorf("%q was said: %v", text, !want)
		}
	}
	for _, c := range []struct {
		text, title string
		want        bool
	}{{"A b, c.", "a B", true}, {"a b", "a b", true}, {"a", "a", false}, {"a b", "a b c", false}, {"b a c", "a b", false}, {"a b", "",
		false}} {
		if saysTitle(words(c.text), words(c.title)) != c.want {
			t.Errorf("%q begins with %q: %v", c.text, c.title, !c.want)
		}
	}
	for news, want := range map[agents.News]string{
		{}: "", {Inbox: 1}: "kb: waiting for a person: 1 candidate in the inbox (kb inbox)\n",
		{Proposed: 2}:           "kb: waiting for a person: 2 proposals on a branch (kb review)\n",
		{Inbox: 2, Proposed: 1}: "kb: waiting for a person: 2 candidates in the inbox (kb inbox), 1 proposal on a branch (kb review)\n",
	} {
		if got := waits(news); got != want {
			t.Errorf("%+v: %q", news, got)
		}
	}
}

// A note is quoted by its title and what follows, once each, or by what solved it.
func TestQuotedWordByWord(t *testing.T) {
	long := strings.Repeat("word ", 2*maxQuote/5) + "end."
	for text, c := range map[string]struct {
		why  purpose
		want string
	}{
		"# Doors\n\nThey open at nine. They close at six.\n\nThey open at nine, they close at six.\n\nCats may enter.\n": {warning,
			"3 Doors: They open at nine. They close at six. Cats may enter."},
		"# Doors\n\n<!-- they open -->\n\nThey open at ten.\n": {warning,
			"5 Doors: They open at ten."},
		"---\ntitle: Doors\ninstead: walk\n---\n": {warning, "5 Doors"},
		"---\nkind: memory\ntype: dead_end\ninstead: walk\n---\n# Doors\n\nThey are shut.\n": {warning,
			"8 Doors: They are shut. Instead: walk"},
		"---\nkind: memory\ntype: gotcha\ninstead: walk\n---\n# Doors\n\nThey are shut.\n": {warning,
			"8 Doors: They are shut."},
		"# Doors\n\nThey are shut.\n\n## Fix\n\nPush them.\n\n## Fixed by\n\nAnn.\n": {solution,
			"7 Doors: Push them. Ann."},
		"# Doors\n\nThey are shut.\n\n## Cause\n\nThe wind.\n": {solution,
			"3 Doors: They are shut. The wind."},
		"# Doors of the shop\n\nDoors of the shop, they say, are green.\n": {warning,
			"3 Doors of the shop, they say, are green."},
		"# Long\n\n" + long + "\n\nMore of it here.\n": {warning, "3 Long: " + long},
		"# Doors\n\n- one of them\n- two of them\n\n```\ne\n```\n": {warning,
			"3 Doors: one of them two of them e"},
	} {
		note, doc, source := parse("a.md", []byte(text))
		said, line := quoted(&note, doc, source, c.why)
		want := c.want
		if len(want) > maxQuote {
			want, said = want[:maxQuote/2], fmt.Sprint(line, " ", said)[:maxQuote/2]
		} else {
			said = fmt.Sprint(line, " ", said)
		}
		if said != want {
			t.Errorf("%.60q: %q, want %q", text, said, want)
		}
	}
}

// Kb's own folder is watched first, the others in the order of their paths.
func TestOrderOfFolders(t *testing.T) {
	dirs := []string{"b", ".memory/x", "a", ".memoryx", ".", ".memory", "a/c"}
	slices.SortFunc(dirs, byDepth)
	if got := strings.Join(dirs, " "); got != ". .memory .memory/x .memoryx a a/c b" {
		t.Errorf("%s", got)
	}
	if byDepth("a", "a") != 0 || byDepth("a", "b") != -1 || byDepth("b", "a") != 1 {
		t.Error("two folders")
	}
}

// What is known of notes is taken over, what never matters is kept apart, and the rest is read.
func TestWhatIsReadAnew(t *testing.T) {
	file := func(path string) git.File { return git.File{Path: path, Blob: "1"} }
	of := func(path string) *entry { return &entry{name: kb.Name{Path: path}} }
	never := []uint64{short(keyOf(file("never.md"))), 7}
	tell := func(r *reading) string {
		var out []string
		for _, e := range r.entries {
			out = append(out, e.name.Path)
		}
		slices.Sort(out)
		for _, f := range r.unknown {
			out = append(out, "?"+f.Path)
		}
		return fmt.Sprint(out, len(r.others))
	}
	r := &reading{known: map[string]*entry{keyOf(file("a.md")): of("a.md"), keyOf(file("gone.md")): of("gone.md")}, others: never}
	if r.begin([]git.File{file("a.md"), file("never.md"), file("b.md")}); tell(r) != "[a.md ?b.md] 1" {
		t.Errorf("begun with %s", tell(r))
	}
	left := reading{others: never, unknown: []git.File{file("b.md")}}
	r = &reading{known: r.known}
	r.readRest(left.rest())
	if r.goOn(); tell(r) != "[a.md gone.md ?b.md] 2" {
		t.Errorf("gone on with %s", tell(r))
	}
}
