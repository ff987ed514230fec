package render

import (
	"reflect"
	"strings"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/ask"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
)

func TestSumsOfCounts(t *testing.T) {
	three := make([]Match, 3)
	for want, c := range map[string]Counted{
		"Nothing found: 0 notes.":                     {Lines: 4},
		"2 notes.":                                    {Notes: 2},
		"3 lines of 1 note match.":                    {Notes: 1, Lines: 3, Matches: three},
		"9 lines of 2 notes match.":                   {Notes: 2, Lines: 9},
		"9 lines of 2 notes match; these are 5 to 7.": {Notes: 2, Lines: 9, Matches: three},
	} {
		if got := c.Sum(4); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestCountsAsText(t *testing.T) {
	var b strings.Builder
	(&Counted{}).render(&b)
	if b.Len() > 0 {
		t.Errorf("nothing counted: %q", b.String())
	}
	c := Counted{
		Groups: []Group{{Name: "tea", Notes: 2, Lines: 3}, {Notes: 1}},
		Matches: []Match{
			{Path: "a.md", Line: 3, Text: "green tea"}, {Root: "/srv", Path: "b.md", Line: 4, Text: "black\ntea", Inactive: "archived"},
		},
	}
	c.render(&b)
	for _, want := range []string{"\n2\ttea\t3 lines\n1\t(none)\na.md:3: green tea\n",
		"/srv b.md:4: black tea [does not hold: archived]\n"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in\n%s", want, b.String())
		}
	}
}

func TestNotesAreCounted(t *testing.T) {
	r := Repository{Kinds: map[string]int{}, Types: map[string]int{}, Statuses: map[string]int{}}
	for _, n := range []index.NoteRecord{
		{Note: kb.Note{Kind: "memory", Type: "fact", NeedsReview: true}},
		{Note: kb.Note{Kind: "memory", Status: "draft"}, Inactive: "archived"},
		{Note: kb.Note{Kind: "doc"}},
	} {
		r.Count(&n)
	}
	if want := map[string]int{"memory": 2, "doc": 1}; !reflect.DeepEqual(r.Kinds, want) {
		t.Errorf("kinds %v", r.Kinds)
	}
	if want := map[string]int{"none": 2, "draft": 1}; !reflect.DeepEqual(r.Statuses, want) {
		t.Errorf("statuses %v", r.Statuses)
	}
	if want := map[string]int{"fact": 1}; !reflect.DeepEqual(r.Types, want) || r.Inactive != 1 || r.Review != 1 {
		t.Errorf("types %v, %d inactive, %d to review", r.Types, r.Inactive, r.Review)
	}
	if got := counts(map[string]int{"b": 1, "a": 1, "c": 5}); got != "c 5, a 1, b 1" || counts(nil) != "none" {
		t.Error(got)
	}
	if got := Missing(&Repository{}); len(got) != 1 || got[0] != NoNotes {
		t.Errorf("%q", got)
	}
}

// The newest decisions are given, as many as fit.
func TestDecisionsThatFit(t *testing.T) {
	long := strings.Repeat("why ", 100)
	hits := func() []Evidence {
		return []Evidence{
			{Path: "b.md", Changed: "2026-02-01", Text: long}, {Path: "a.md", Changed: "2026-01-01", Text: long},
			{Path: "c.md", Changed: "2026-03-01", Text: long},
		}
	}
	for _, c := range []struct {
		chars int
		none  bool
		hits  []Evidence
		paths string
		said  string
	}{
		{DefaultChars, false, hits(), "a.md b.md c.md", "3 decisions, oldest to newest."},
		{1400, false, hits(), "c.md", "1 decision, oldest to newest. Older ones did not fit: raise max_chars."},
		{DefaultChars, false, nil, "", "No decision speaks of this. Try other words, or search for it in all notes."},
		{DefaultChars, true, nil, "", "No note of this repository is a decision: what other notes say of it is found with search. " +
			MissingKind("decision")},
	} {
		f := Found{Hits: c.hits}
		f.FitDecisions(Form{Chars: c.chars}, c.none)
		var paths []string
		for _, h := range f.Hits {
			paths = append(paths, h.Path)
		}
		if got := strings.Join(paths, " "); got != c.paths || f.Summary != c.said {
			t.Errorf("%d: %s, %q", c.chars, got, f.Summary)
		}
	}
	if got := MissingKind("fact"); got != `A person or an agent adds one with kb remember "TEXT" --type fact.` {
		t.Error(got)
	}
}

func TestRepliesAsText(t *testing.T) {
	var b strings.Builder
	Reply(&b, &ask.Reply{Nearest: []ask.Nearby{{Path: "a.md", Line: 3}}}, "")
	if got := b.String(); got != "The notes do not say. Nearest to it:\n- a.md:3\n" {
		t.Error(got)
	}
	b.Reset()
	Reply(&b, &ask.Reply{Found: true, Sentences: []ask.Sentence{{Text: "Tea\nbrews.", Citations: []ask.Citation{
		{Path: "a.md", Line: 3, Commit: "0123456789abcdef0123456789abcdef01234567", Warnings: []string{"old"}},
		{Path: "b.md", Line: 4, Commit: "0123"},
		{Path: "c.md", Line: 5, Conflicts: []ask.Contradiction{{Path: "d.md", Line: 6, Text: "Tea does not.", Waived: "it\tis cold"}}},
	}}}}, "/srv")
	for _, want := range []string{
		"In /srv:\n", "a.md:3@" + "0123456789abcdef0123456789abcdef01234567"[:shortID] + ": Tea brews.\n  ! old\n",
		"b.md:4@0123: Tea", "c.md:5@worktree: Tea brews.\n  ! contradicted by d.md:6: Tea does not.\n    waived: it is cold\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in\n%s", want, b.String())
		}
	}
}
