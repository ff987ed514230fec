package move

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/markdown"
)

// checked checks a plan that moves old.md to new.md and makes the edits that are given.
func checked(files, edited tree) error {
	s := files.load()
	m, err := newMover(s, Moves{"old.md": "new.md"}, files.paths(), files)
	if err != nil {
		return err
	}
	p := &Plan{Changes: []Change{{Path: "old.md", Old: []byte(files["old.md"]), New: []byte(files["old.md"])}}}
	for path, text := range edited {
		p.Changes = append(p.Changes, Change{Path: path, Old: []byte(files[path]), New: []byte(text)})
	}
	return m.check(p)
}

// What is planned is refused where a link or a relation of any note would no longer mean what it meant.
func TestPlansThatBreakLinks(t *testing.T) {
	broken := func(line int, target string) string {
		return fmt.Sprintf("z.md:%d: the link to %q would change its meaning", line, target)
	}
	front := func(s string) string { return "---\n" + s + "\n---\n# Zoo\n" }
	for _, tt := range []struct{ name, before, after, want string }{
		{"the new path", "[x](old.md)\n", "[x](new.md)\n", ""},
		{"another note", "[y](gone.md)\n[x](old.md)\n", "[y](gone.md)\n[x](other.md)\n", broken(2, "old.md")},
		{"a link less", "[x](old.md)\n", "x\n", "move: z.md would have 0 links, not 1"},
		{"another kind of link", "[x](old.md)\n", "[[new]]\n", broken(1, "old.md")},
		{"a relation", front("requires: [gone, old]"), front("requires: [gone, new]"), ""},
		{"a relation to another note", front("requires: [gone, old]"), front("requires: [gone, other]"), broken(2, "old")},
		{"another relation", front("requires: old"), front("supersedes: new"), broken(2, "old")},
		{"the other direction", front("superseded_by: old"), front("supersedes: new"), broken(2, "old")},
	} {
		files := tree{"a.md": "Text.\n", "old.md": "# Old\n", "other.md": "# Other\n", "z.md": tt.before}
		if err := checked(files, tree{"z.md": tt.after}); fmt.Sprint(err) != orNil(tt.want) {
			t.Errorf("%s: %v, want %s", tt.name, err, orNil(tt.want))
		}
	}
}

func orNil(text string) string {
	if text == "" {
		return "<nil>"
	}
	return text
}

// A note that is called otherwise than before is looked for in all notes, edited or not.
func TestNamesThatAPlanChanges(t *testing.T) {
	for _, tt := range []struct{ before, after string }{
		{"---\nid: plan-1\n---\n# Why\n", "---\nid: plan-2\n---\n# Why\n"},
		{"---\naliases: [plan-1]\n---\n# Why\n", "---\naliases: [plan-2]\n---\n# Why\n"},
		{"# plan-1\n", "# plan-2\n"},
	} {
		files := tree{"old.md": "# Old\n", "why.md": tt.before, "z.md": "[[plan-1]]\n"}
		if err := checked(files, tree{"why.md": tt.after}); err == nil || !strings.HasPrefix(err.Error(), "z.md:1: ") {
			t.Errorf("%q: %v", tt.after, err)
		}
		if err := checked(files, tree{"why.md": tt.before + "\nMore.\n"}); err != nil {
			t.Errorf("%q: %v", tt.before, err)
		}
	}
	files := tree{"old.md": "# Why `old.md` stays\n", "b.md": "Read [[Why old.md stays]].\n"}
	if _, err := files.plan(Moves{"old.md": "new.md"}); err == nil || !strings.HasPrefix(err.Error(), "b.md:1: ") {
		t.Errorf("a note that names itself in its title: %v", err)
	}
}

// One note whose text or front matter names old.md in some way, before and after the move.
func TestHowLinksAreWrittenAnew(t *testing.T) {
	for _, tt := range []struct{ from, to, path, before, after string }{
		{"guide/old.md", "guide/new.md", "docs/a.md", "[x](guide/old.md)", "[x](guide/new.md)"}, // from the root, which kb follows
		{"docs/old.md", "docs/new.md", "docs/a.md", "[x](./old.md) [y](old.md)", "[x](./new.md) [y](new.md)"},
		{"docs/old.md", "new.md", "docs/a.md", "[x](./old.md)", "[x](../new.md)"},
		{"docs/old/README.md", "docs/new.md", "a.md", "[x](docs/old/#part) [y](/docs/old/)", "[x](docs/new.md#part) [y](/docs/new/)"},
		{"old.md", "docs/new.md", "a.md", "[[old]]", "[[new]]"},
		{"old.md", "docs/new.md", "a.md", "[[old.md]]", "[[new.md]]"},
		{"docs/old.md", "docs/new(1).md", "a.md", "See `docs/old.md`.", "See `docs/new(1).md`."},
		{"docs/old.md", "notes/new.md", "docs/a.md", "---\nrequires: old.md\n---", "---\nrequires: ../notes/new.md\n---"},
		{"docs/old.md", "notes/new.md", "docs/a.md", "---\nrequires: ./old\n---", "---\nrequires: ../notes/new\n---"},
		{"docs/old.md", "notes/new.md", "docs/a.md", "---\nrequires: old\n---", "---\nrequires: new\n---"},
		{"old.md", "new.md", "a.md", "---\nrelations: [{type: supersedes, target: old}, {type: requires, target: old}]\n---",
			"---\nrelations: [{type: supersedes, target: new}, {type: requires, target: new}]\n---"},
		{"old.md", "new.md", "a.md", "---\nrequires:\n\n  - old\n---", "---\nrequires:\n\n  - new\n---"},
	} {
		got := move(t, tree{tt.from: "# First\n", tt.path: tt.before + "\n"}, tt.from, tt.to)
		if got[tt.path] != tt.after+"\n" {
			t.Errorf("%s to %s, %s: %s, want %s", tt.from, tt.to, tt.before, got[tt.path], tt.after)
		}
	}
}

// The pictures of a note stay with it, also those that are asked for in a certain form.
func TestPicturesOfTheMovedNote(t *testing.T) {
	note := "![p](img/a.png?raw=true) ![q](img/a.png) ![r](img/gone.png?raw=true) ![[img/a.png]]\n"
	files := tree{"docs/old.md": note, "docs/img/a.png": ""}
	got := move(t, files, "docs/old.md", "notes/new.md")
	want := "![p](../docs/img/a.png?raw=true) ![q](../docs/img/a.png) ![r](img/gone.png?raw=true) ![[img/a.png]]\n"
	if got["notes/new.md"] != want {
		t.Errorf("%s", got["notes/new.md"])
	}
	if got := move(t, files, "docs/old.md", "docs/new.md"); got["docs/new.md"] != note {
		t.Errorf("in the same folder: %s", got["docs/new.md"])
	}
}

// No path that has a line end can be the target of a link.
func TestPathOfTwoLines(t *testing.T) {
	files := tree{"old.md": "# Old\n", "a.md": "[x](old.md)\n"}
	if p, err := files.plan(Moves{"old.md": "two\nlines.md"}); err == nil || !strings.HasPrefix(err.Error(), "a.md:1: ") {
		t.Errorf("%+v, %v", p, err)
	}
}

// A name can stand in a link if it is read as the same name again.
func TestNamesThatFit(t *testing.T) {
	for _, tt := range []struct {
		kind   markdown.LinkKind
		before string // what stands before the target
		name   string
		want   bool
	}{
		{markdown.LinkMention, "See ", "specs/auth.md", true}, {markdown.LinkMention, "See ", "specs/auth(1).md", false},
		{markdown.LinkMention, "`", "specs/auth(1).md", true}, {markdown.LinkMention, "", "specs/auth.md", true},
		{markdown.LinkRef, "Refs: ", strings.Repeat("a", 199), true}, {markdown.LinkRef, "Refs: ", strings.Repeat("a", 200), false},
		{markdown.LinkRef, "Refs: ", "a,b", false}, {markdown.LinkRef, "Refs: ", "a.", false},
		{markdown.LinkWiki, "[[", "my plan", true}, {markdown.LinkWiki, "[[", "a|b", false}, {markdown.LinkWiki, "[[", "plan ", false},
		{markdown.LinkWiki, "memory://", "notes/plan", true}, {markdown.LinkWiki, "memory://", "my plan", false},
		{markdown.LinkMarkdown, "(", "a b|c", true},
	} {
		c := &Change{Old: []byte(tt.before + "old")}
		if got := fits(c, markdown.Link{Kind: tt.kind, TargetStart: len(tt.before)}, tt.name); got != tt.want {
			t.Errorf("%q behind %q: %v", tt.name, tt.before, got)
		}
	}
}

// A relation in the text is written once, as the link that it is too.
func TestTargetThatIsEditedAlready(t *testing.T) {
	source := "# A\n\nSuperseded by old.md\nold.md\n"
	at := strings.Index(source, "old.md")
	c := &Change{Old: []byte(source), Edits: []Edit{{Old: "old.md", start: at, end: at + len("old.md")}}}
	for _, tt := range []struct {
		line   int
		target string
		want   bool
	}{{3, "old.md", true}, {3, "old", false}, {2, "old.md", false}, {4, "old.md", false}} {
		if got := c.edits(markdown.Link{Line: tt.line, Target: tt.target}); got != tt.want {
			t.Errorf("%s in line %d: %v", tt.target, tt.line, got)
		}
	}
	for _, tt := range []struct {
		s, part string
		want    []string
	}{{"a/b/a", "a", []string{"a/b/", "", "true"}}, {"a/b", "a", []string{"", "/b", "true"}}, {"b", "a", []string{"b", "", "false"}}} {
		head, tail, ok := cutLast(tt.s, tt.part)
		if got := []string{head, tail, fmt.Sprint(ok)}; !slices.Equal(got, tt.want) {
			t.Errorf("%s without %s: %q", tt.s, tt.part, got)
		}
	}
}
