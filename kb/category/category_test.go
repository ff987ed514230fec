package category

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb"
	"pgregory.net/rapid"
)

func TestOfNote(t *testing.T) {
	for _, test := range []struct {
		path, text  string
		extra       map[string]any
		name, about string
	}{
		{".memory/categories/Access Control.md", "# X\n\n- list\n\nWho may\ndo what.\n\nMore.", nil, "access-control", "Who may do what."},
		{"a/b.c.md", "text", map[string]any{"description": "Given."}, "b.c", "Given."},
		{"a/b.md", "# Only a heading\n", nil, "b", ""},
		{"a/b.md", "Tea\n===\n\n**Tea** is hot.\n", nil, "b", "**Tea** is hot."},
		{"a/b.md", "# Tea\n\n`kb` brews it.\n", nil, "b", "`kb` brews it."},
		{"a/b.md", "# Tea\n\n```\nboil\n\npour\n```\n\nTea is hot.\n", nil, "b", "Tea is hot."},
		{"a/b.md", "# Tea\n\n* * *\n\n* green\n\n1. black\n\nTea is hot.\n", nil, "b", "Tea is hot."},
		{"a/b.md", "é" + strings.Repeat("é", 300), nil, "b", strings.Repeat("é", 200) + "…"},
	} {
		d := OfNote(&kb.Note{Path: test.path, Title: "T", Tags: []string{"x"}, Extra: test.extra}, test.text)
		if d.Name != test.name || d.Description != test.about || d.Title != "T" || !slices.Equal(d.Tags, []string{"x"}) ||
			d.Summary != test.path {
			t.Errorf("%s: %+v", test.path, d)
		}
	}
}

func TestDefaults(t *testing.T) {
	var names []string
	for _, d := range Defaults() {
		names = append(names, d.Name)
		if d.Description == "" || len(d.Tags) < 20 || d.Title == "" || slices.Contains(d.Tags, "") {
			t.Errorf("%+v", d)
		}
		if name, score := Guess(Defaults(), d.Title, nil, d.Description); name != d.Name {
			t.Errorf("%s describes itself as %q (%.2f)", d.Name, name, score)
		}
	}
	want := []string{
		"authentication",
		"database",
		"api",
		"testing",
		"frontend",
		"devops",
		"architecture",
		"performance",
		"debugging",
		"standards",
	}
	if !slices.Equal(names, want) {
		t.Errorf("%v, want %v", names, want)
	}
}

func TestMatchParts(t *testing.T) {
	defs := []Definition{
		{Name: "boats", Title: "Boats", Description: "What floats.", Tags: []string{"sail", "outboard engine", "shared"}},
		{Name: "cars", Title: "Cars", Description: "What rolls.", Tags: []string{"engine", "wheel", "shared"}},
	}
	m := NewMatcher(defs)
	if got := m.Match("Sailing", nil, ""); got.Name != "boats" || got.Tags != 0 || got.Words < 0.5 ||
		!slices.Equal(got.Terms, []string{"sail"}) {
		t.Errorf("a word of the title: %+v", got)
	}
	if got := m.Match("", nil, "It has an outboard engine."); got.Name != "boats" || !slices.Equal(got.Terms, []string{"outboard engin"}) {
		t.Errorf("a phrase hides its words: %+v", got)
	}
	if got := m.Match("", []string{"Wheel"}, ""); got.Name != "cars" || got.Tags != tagPart || got.Score != tagPart || got.Words != 0 {
		t.Errorf("a tag: %+v", got)
	}
	shared := m.MatchAll("", []string{"shared"}, "shared")
	if shared[0].Name != "boats" || shared[0].Score != shared[1].Score || math.Abs(shared[0].Tags-tagPart/2) > 1e-9 ||
		shared[0].Score >= Threshold {
		t.Errorf("what is of both decides for none: %+v", shared)
	}
	if one, two := m.Match("", []string{"wheel"}, ""), m.Match("", []string{"wheel", "engine"}, ""); two.Score <= one.Score {
		t.Errorf("two tags %v, one %v", two.Score, one.Score)
	}
	short, long := m.Match("", nil, "a wheel"), m.Match("", nil, "a wheel"+strings.Repeat(" something", 300))
	if long.Score >= short.Score {
		t.Errorf("a word in a long text %v, in a short one %v", long.Score, short.Score)
	}
	if name, score := Guess(nil, "wheel", nil, ""); name != "" || score != 0 {
		t.Errorf("no definitions: %q %v", name, score)
	}
	if name, score := Guess(defs, "Bread", nil, "flour and water"); name != "" || score != 0 {
		t.Errorf("no word in common: %q %v", name, score)
	}
}

// Scores lie in [0, 1], are the same each time, and one more tag of a category never makes it fit less.
func TestScores(t *testing.T) {
	defs := Defaults()
	words := rapid.SampledFrom([]string{
		"cache",
		"token",
		"the",
		"table",
		"layout",
		"foreign key",
		"é",
		"\xff",
		"日本",
		"test",
		"tests",
		"a1b2",
		"",
		"rate",
		"limit",
	})
	m, again := NewMatcher(defs), NewMatcher(defs)
	rapid.Check(t, func(t *rapid.T) {
		title := strings.Join(rapid.SliceOfN(words, 0, 4).Draw(t, "title"), " ")
		text := strings.Join(rapid.SliceOfN(words, 0, 30).Draw(t, "text"), " ")
		tags := rapid.SliceOfN(words, 0, 3).Draw(t, "tags")
		all := m.MatchAll(title, tags, text)
		if len(all) != len(defs) {
			t.Fatalf("%d matches", len(all))
		}
		for i, a := range all {
			if a.Score < 0 || a.Score > 1 || i > 0 && a.Score > all[i-1].Score {
				t.Fatalf("%+v", all)
			}
		}
		b := again.Match(title, tags, text)
		if b.Name != all[0].Name || b.Score != all[0].Score || !slices.Equal(b.Terms, all[0].Terms) {
			t.Fatalf("%+v, then %+v", all[0], b)
		}
		if more := m.Match(title, append(tags, all[0].Name), text); more.Name != all[0].Name || more.Score < all[0].Score {
			t.Fatalf("with its own name as tag %+v, without %+v", more, all[0])
		}
	})
}
