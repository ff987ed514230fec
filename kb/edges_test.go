package kb

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/pattern"
	"github.com/9aea2451/kb/markdown"
)

// Of several notes of a name the one in the same folder is meant; a path with folders names one by its end.
func TestNotesNearby(t *testing.T) {
	testLinks(t, []linkCase{
		{markdown.LinkWiki, "docs/auth/x.md", "session", "docs/auth/session.md"},
		{markdown.LinkWiki, "docs/billing/x.md", "session", "docs/billing/session.md"},
		{markdown.LinkWiki, "docs/x.md", "session", "docs/auth/session.md|docs/billing/session.md"},
		{markdown.LinkMarkdown, "docs/x.md", "/docs/My%20Notes.md", "docs/My Notes.md"},
		{markdown.LinkMarkdown, "docs/x.md", "/nope", "external"},
		{markdown.LinkMarkdown, "docs/x.md", "/nope.md", "broken"},
	})
	r := testResolver()
	for name, want := range map[string]int{"session": 0, "auth/session": 1, "auth/Session.md": 1, "../auth/session": 0, "docs/auth": 1,
		"billing/none": 0} {
		if got := r.names.bySuffix(name); len(got) != want {
			t.Errorf("%d notes end in %q, want %d", len(got), name, want)
		}
	}
	for name, want := range map[string]string{"a--b": "a-b", "Foo Bar": "foo-bar", "a_b c": "a-b-c", "-a-": "a", "foo-bar": "foo-bar",
		"": "", "--": ""} {
		if got := slug(name); got != want {
			t.Errorf("%q is %q in the name of a file, want %q", name, got, want)
		}
	}
	top := NewResolver([]Name{{Path: "top.md"}, {Path: "docs/a.md"}})
	if got := outcome(top.Link("docs/a.md", markdown.Link{Kind: markdown.LinkMention, Target: "top.md"})); got != "top.md" {
		t.Errorf("a file at the top is mentioned as %s", got)
	}
	for n, want := range map[int]int{-1: 0, 0: 0, 1: 1} {
		if got := r.Suggest("session", n); len(got) != want {
			t.Errorf("of at most %d names %d are suggested", n, len(got))
		}
	}
	for _, tt := range []struct {
		s, prefix, want string
		ok              bool
	}{{"Owner/Name/x", "owner/name/", "x", true}, {"owner/name/", "Owner/Name/", "", true}, {"owner", "owner/", "", false}, {"other/x",
		"owner/", "", false}} {
		if got, ok := cutPrefixFold(tt.s, tt.prefix); got != tt.want || ok != tt.ok {
			t.Errorf("%q behind %q: %q, %v", tt.s, tt.prefix, got, ok)
		}
	}
	own := testResolver(WithOrigin(git.Origin{Host: "github.com", Path: "o/n"}))
	for page, want := range map[string]string{"/o/n/blob/a/b/c/d/docs/guide.md": "docs/guide.md",
		"/o/n/blob/a/b/c/d/e/docs/guide.md": "", "/o/n/blob/main/docs/guide.md": "docs/guide.md",
		"/o/n/raw/main/docs/guide.md": "", "/o/other/blob/main/docs/guide.md": "", "/docs/guide.md": ""} {
		if got := own.ownPage(page); got != want {
			t.Errorf("%s shows %q, want %q", page, got, want)
		}
	}
}

// What the lines and fields of a note say of others: the first that names one counts, others do not stand in its way.
func TestRelationsOfANote(t *testing.T) {
	for name, tt := range map[string]struct {
		text string
		want string // type, target and line of each
	}{
		"on the line of its key":     {"---\nsupersedes: a.md\nrelated: a.md\n---\n", "supersedes a.md 2, relates_to a.md 3"},
		"on a line below its key":    {"---\nrelated:\n  - a.md\n  - b.md\n---\n", "relates_to a.md 3, relates_to b.md 4"},
		"behind a link":              {"See [[x]].\n\n- part_of [[Y]]\n- odd_word [[Z]]\n", "part_of Y 3, relates_to Z 4"},
		"a map":                      {"---\nsupersedes: {a: b}\n---\n", ""},
		"a list with a map":          {"---\nsupersedes: [a.md, {b: c}]\n---\n", ""},
		"none in words":              {"---\nsupersedes: N/A (of another feature)\n---\n", ""},
		"a status that names one":    {"# A\n\n## Status\n\nSuperseded by [B](b.md)\n", "supersedes b.md 5"},
		"a status of two words":      {"# A\n\n## Status\n\nSuperseded by\n", ""},
		"a line that only looks so":  {"# A\n\n## Status\n\nAccepted\n\n## Next\n\nSupersedes [B](b.md)\n", ""},
		"two lines of a status":      {"# A\n\n## Status\n\nAccepted\n\nSupersedes [B](b.md)\n", "supersedes b.md 7"},
		"a header of another status": {"Status: superb\nRequires: b.md\n\nText.\n", "depends_on b.md 2"},
	} {
		n, problems := read("docs/a.md", tt.text)
		var got []string
		for _, r := range n.Relations {
			got = append(got, fmt.Sprint(r.Type, " ", r.Target, " ", r.Line))
		}
		if strings.Join(got, ", ") != tt.want || len(problems) > 0 {
			t.Errorf("%s: %q, want %q; %v", name, got, tt.want, problems)
		}
	}
	for line, want := range map[string]string{"[a]() [b](c)": "|c", "[a](b [[c]]": "", "[[a]] [b](": "a"} {
		if got := strings.Join(linksIn(line), "|"); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
	for text, want := range map[string]bool{" (x)": false, "N/A (x)": true, "(none)": true, "a (none)": false} {
		if isNone(text) != want {
			t.Errorf("%q says that there is none: %v", text, !want)
		}
	}
	for _, v := range []any{map[string]any{"a": "b"}, []any{"a", map[string]any{}}} {
		if targets, ok := relationTargets(v); ok || targets != nil {
			t.Errorf("%v names %q", v, targets)
		}
	}
	for text, want := range map[string][]int{"Status: accepted\n# Title\nDate: 2026-01-01\n": {1}, "Status: draft\n\nNote: x\n": {1},
		"\n\n# T\n\n---\nStatus: draft\n": {6}} {
		diff(t, text, HeaderLines(markdown.Parse([]byte(text)), []byte(text)), want)
	}
}

// Values that are not what their key asks for count for nothing.
func TestValuesThatAreNone(t *testing.T) {
	n, problems := read("docs/a.md", "---\ndisputed: maybe\ncategory: []\nneeds_review: 'yes'\n---\nText.\n")
	if n.Disputed || !n.NeedsReview || n.Category != "" || len(problems) != 1 || problems[0].Key != "disputed" {
		t.Errorf("disputed %v, review %v, category %q: %v", n.Disputed, n.NeedsReview, n.Category, problems)
	}
	for _, tt := range []struct {
		value string
		want  bool
	}{{"drafd", true}, {"DRAFD", true}, {"drff", false}, {"drxyt", false}, {"draft", false}, {"accepte", true}} {
		if got := isSlip(tt.value, []string{"draft", "accepted"}); got != tt.want {
			t.Errorf("%q is a slip of the hand: %v", tt.value, got)
		}
	}
	for file, want := range map[string]bool{"rfcs/0000-template.md": false, "rfcs/0001-queue.md": true, "adr/template.md": false,
		"docs/0001-x.md": false} {
		source := []byte("Text.\n")
		if got := isProposal(file, markdown.Parse(source), source); got != want {
			t.Errorf("%s is a proposal: %v", file, got)
		}
	}
	for name, want := range map[string]string{"x-plan": "x plan false", "nnn-plan": "plan false", "0000-n": "n false",
		"0012-xx": " true", "": " false"} {
		words, numbered := formWords(name)
		if got := fmt.Sprint(strings.Join(words, " "), " ", numbered); got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
	for dirs, want := range map[string]string{".memory categories": "summary", ".memory x": "", "categories": "",
		"docs adr-old": "decision", "adr-old": "", "x adrs": "decision"} {
		if got := labelOfFolder(strings.Fields(dirs)); got != want {
			t.Errorf("%s: label %q, want %q", dirs, got, want)
		}
	}
	for dirs, want := range map[string]bool{"changes x specs": true, "changes specs": false, "changes x": false,
		"a changes x b specs": true, "specs changes x": false, "changes": false} {
		if got := deltaOf(strings.Fields(dirs)) >= 0; got != want {
			t.Errorf("%s is an open change: %v", dirs, got)
		}
	}
	day := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	by := []*Note{{Path: "b.md", Status: "proposed"}, {Path: "c.md", Status: "accepted"}}
	if why, as := InactiveOn(&Note{Path: "a.md"}, by, day); why != "superseded" || as != "c.md" {
		t.Errorf("%s by %s", why, as)
	}
}

// Marks of a merge stand in their order.
func TestMarksInOrder(t *testing.T) {
	for text, want := range map[string]int{">>>>>>> b\n": 0, "=======\n>>>>>>> b\n": 0, "=======\n<<<<<<< a\n>>>>>>> b\n": 0,
		"<<<<<<< a\n=======\n>>>>>>> b": 1} {
		if line, ok := ConflictMarkers([]byte(text)); line != want || ok != (want > 0) {
			t.Errorf("%q: line %d, %v", text, line, ok)
		}
	}
}

// A configuration has so many patterns, and is told once of those beyond.
func TestPatternsOfAConfiguration(t *testing.T) {
	many := strings.Repeat("a.md, ", pattern.Max+3)
	_, problems := ParseConfig([]byte("exclude: [" + many + "b.md]\n"))
	if len(problems) != 1 || !strings.Contains(problems[0].Message, "more than") {
		t.Errorf("%d problems: %v", len(problems), problems)
	}
	c, problems := ParseConfig([]byte("agents: {off: maybe, max_notes: 3}\n"))
	if len(problems) != 1 || c.Agents.Off || c.Agents.MaxNotes != 3 {
		t.Errorf("%+v, %v", c.Agents, problems)
	}
	if c, problems = ParseConfig([]byte("agents: {off: true}\n")); len(problems) > 0 || !c.Agents.Off {
		t.Errorf("%+v, %v", c.Agents, problems)
	}
	if !slices.Contains(ConfigKeys(), "agents.off") {
		t.Error("no key agents.off")
	}
}
