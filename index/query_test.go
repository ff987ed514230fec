package index

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/9aea2451/kb/kb"
)

func TestParseQuery(t *testing.T) {
	for _, tt := range []struct {
		text  string
		words string
		kind  queryKind
		not   []string
		tags  []string
	}{
		{"how do sidecar containers restart", "how do sidecar containers restart", questionQuery, nil, nil},
		{"cache invalidation", "cache invalidation", plainQuery, nil, nil},
		{"maxRetries", "maxRetries", identifierQuery, nil, nil},
		{"pkg/server.go", "pkg/server.go", identifierQuery, nil, nil},
		{"what depends on auth?", "what depends on auth?", graphQuery, nil, nil},
		{"What changes together with auth?", "What changes together with auth?", graphQuery, nil, nil},
		{"cache -redis tag:ops tag:\"two words\"", "cache", plainQuery, []string{"redis"}, []string{"ops", "two words"}},
		{`"exact words" -"not these"`, "exact words", identifierQuery, []string{"not these"}, nil},
		{"error: not found at http://x", "error: not found at http://x", plainQuery, nil, nil},
		{"std::vec - and -- dashes", "std::vec - and -- dashes", plainQuery, nil, nil},
		{"", "", plainQuery, nil, nil},
		{`a pasted sentence with "quotes" and a -minus is plain text here`, `a pasted sentence with quotes and a is plain text here minus`, plainQuery, nil, nil},
	} {
		r := parseQuery(tt.text, Filter{})
		if r.words != tt.words || r.kind != tt.kind {
			t.Errorf("%q: words %q, %s; want %q, %s", tt.text, r.words, r.kind, tt.words, tt.kind)
		}
		if diff := cmp.Diff(tt.not, r.not); diff != "" {
			t.Errorf("%q: not: %s", tt.text, diff)
		}
		if diff := cmp.Diff(tt.tags, r.filter.Tag); diff != "" {
			t.Errorf("%q: tags: %s", tt.text, diff)
		}
	}
}

func FuzzParseQuery(f *testing.F) {
	for _, s := range []string{`a "b c" -d tag:e`, `-"`, `"`, `tag:"`, "path:", "-", "::", "\xff\"", "a:b:c"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		given := Filter{Tag: []string{"kept"}}
		r := parseQuery(text, given)
		if len(r.filter.Tag) == 0 || r.filter.Tag[0] != "kept" || len(given.Tag) != 1 {
			t.Errorf("the caller's filter is lost or changed: %v %v", r.filter.Tag, given.Tag)
		}
	})
}

func TestFilter(t *testing.T) {
	n := &kb.Note{
		Path:     "docs/auth/login.md",
		Kind:     "decision",
		Label:    "decision",
		Status:   "accepted",
		Tags:     []string{"Auth/OAuth", "ops"},
		Date:     "2026-03-04",
		Entities: []kb.Entity{{Name: "redis"}},
		Files:    []string{"internal/auth/**"},
		Extra:    map[string]any{"team": []any{"core", "web"}},
	}
	for _, tt := range []struct {
		name string
		f    Filter
		want bool
	}{
		{"empty", Filter{}, true},
		{"kind", Filter{Kind: []string{"spec", "Decision"}}, true},
		{"other kind", Filter{Kind: []string{"spec"}}, false},
		{"nested tag", Filter{Tag: []string{"#auth"}}, true},
		{"part of a tag", Filter{Tag: []string{"au"}}, false},
		{"folder", Filter{Path: []string{"docs/"}}, true},
		{"half a folder", Filter{Path: []string{"doc"}}, false},
		{"glob", Filter{Path: []string{"docs/**/*.md"}}, true},
		{"glob of one level", Filter{Path: []string{"docs/*.md"}}, false},
		{"bad glob", Filter{Path: []string{"docs/["}}, false},
		{"after", Filter{After: "2026-03-04"}, true},
		{"after, later", Filter{After: "2026-03-05"}, false},
		{"before", Filter{Before: "2026-03"}, true},
		{"before, earlier", Filter{Before: "2026-02"}, false},
		{"entity", Filter{Entity: []string{"Redis"}}, true},
		{"file", Filter{File: []string{"internal/auth/token.go"}}, true},
		{"other file", Filter{File: []string{"internal/db"}}, false},
		{"unknown key", Filter{Extra: map[string][]string{"team": {"web"}}}, true},
		{"unknown key, other value", Filter{Extra: map[string][]string{"team": {"ops"}}}, false},
		{"all must hold", Filter{Kind: []string{"decision"}, Status: []string{"draft"}}, false},
	} {
		if got := tt.f.match(n); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

func TestSnippet(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"# Head\n\nBelow it.", "Below it."},
		{"# Only a head\n", "# Only a head\n"},
		{"\n## Head\n\nBelow it.", "Below it."},
		{"#tag at the start\nrest", "rest"},
	} {
		if got := belowHeading(tt.text); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
	s, marks := oneLine("a  word\n\n here", [][2]int{{3, 7}, {10, 14}})
	if s != "a word here" || s[marks[0][0]:marks[0][1]] != "word" || s[marks[1][0]:marks[1][1]] != "here" {
		t.Errorf("%q %v", s, marks)
	}
}

func TestEdits(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{{"same", "same", 0}, {"cache", "cahce", 2}, {"word", "words", 1}, {"a", "abcd", 9}, {"", "ab", 2}} {
		if got := edits(tt.a, tt.b); got != tt.want {
			t.Errorf("%s, %s: %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}
