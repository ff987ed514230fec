package query

import (
	"slices"
	"testing"
)

// Paths are typed in a folder of the work tree, and mean what is there, or at the root.
func TestPathsAreTypedInAFolder(t *testing.T) {
	notes := []string{"a.md", "docs/a.md", "docs/api/b.md", "src/c.md"}
	for _, tt := range []struct{ folder, want, path string }{
		{"docs", "a.md", "docs/a.md"}, {"docs", "api", "docs/api"}, {"docs", "api/*.md", "docs/api/*.md"}, {"docs", "src", "src"},
		{"docs", "none.md", "none.md"}, {"docs", "", ""},
		{"docs", "./none.md", "docs/none.md"}, {"docs", "../src", "src"}, {"docs", ".", "docs"}, {"docs", "..", "."}, {"docs",
			".hidden", ".hidden"}, {"docs", "..x", "..x"}, {"", "a.md", "a.md"}, {"", "./a.md", "a.md"}, {"", "src/../a.md", "src/../a.md"},
		{"docs", "/a.md", "a.md"}, {"docs", "/wiki/a.md", "a.md"}, {"docs", "/wiki", ""}, {"docs", "/wiki/", ""}, {"docs",
			"/wikis/a.md", "wikis/a.md"}, {"docs/api", "b.md", "docs/api/b.md"},
	} {
		if got := FromFolder(tt.folder, "/wiki", []string{tt.want}, notes); !slices.Equal(got, []string{tt.path}) {
			t.Errorf("%q in %q: %q, want %q", tt.want, tt.folder, got, tt.path)
		}
	}
	if got := FromFolder("docs", "", []string{"/a.md", "a.md"}, notes); !slices.Equal(got, []string{"a.md", "docs/a.md"}) {
		t.Errorf("without a work tree: %q", got)
	}
}

// Names of code are told from words by their capitals, dots and signs.
func TestNamesOfCode(t *testing.T) {
	for word, want := range map[string]bool{
		"aB": false, "aBc": true, "zZz": true, "aZz": true, "zAz": true, "aAz": true, "ABc": false, "A1B": false, "abc": false,
		"a.b": true, "ab.": false, ".ab": false, "a.bc": true, "`a.b`": true, "a..": false,
		"ab()": true, "--a": true, "a_b": true, "a/b": true, "a::b": true, "1.2": false, "{Bc": false, "a[c": false, "`Bc": false,
		"a@c": false,
	} {
		if IsIdentifier(word) != want {
			t.Errorf("%q is a name of code: %v", word, !want)
		}
	}
}

// A day bounds what was dated on it as well, an hour of it included; what has no date is outside of any bound.
func TestBoundsOfDaysAndConfidence(t *testing.T) {
	for _, tt := range []struct {
		f    Filter
		date string
		want bool
	}{
		{Filter{After: "2026-01-02"}, "2026-01-02", true}, {Filter{After: "2026-01-02"}, "2026-01-01", false},
		{Filter{After: "2026-01-02"}, "", false}, {Filter{Before: "2026-01-02"}, "2026-01-02", true},
		{Filter{Before: "2026-01-02"}, "2026-01-02T10:00:00Z", true}, {Filter{Before: "2026-01-02"}, "2026-01-03", false},
		{Filter{Before: "2026-01-02"}, "", false}, {Filter{Before: "2026-01-02", After: "2026-01-02"}, "2026-01-02", true},
	} {
		if got := tt.f.Dated(tt.date); got != tt.want {
			t.Errorf("%+v of %q: %v", tt.f, tt.date, got)
		}
	}
	without := Filter{Without: []Filter{{}, {Confidence: []string{">0.5"}}}}
	for left, want := range map[float64]bool{0.5: true, 0.6: false} {
		if got := without.Confident(left); got != want {
			t.Errorf("%v is left, and passes: %v", left, got)
		}
	}
	if !without.AsksConfidence() || (&Filter{Without: []Filter{{}}}).AsksConfidence() ||
		(&Filter{}).AsksConfidence() || !(&Filter{Confidence: []string{">0"}}).AsksConfidence() {
		t.Error("what asks for confidence is not told")
	}
	for text, want := range map[string]bool{"0": true, "1": true, ">=0": true, "=1": true, "1.01": false, "-0.1": false,
		"<>0.5": false, "": false, ">": false} {
		if _, ok := parseComparison(text); ok != want {
			t.Errorf("%q compares: %v", text, ok)
		}
	}
	for text, want := range map[string]int{"kind:x": 4, "a:x": 0, "kind: x": 0, "kind:": 0, ":x": 0, "kind": 0, "kìnd:x": 0,
		"KIND:x": 4, "doc-type:x": 8, "doc_type:x": 8, "zzz:x": 0, "kind1:x": 0} {
		if got := fieldEnd(text, 0); got != want {
			t.Errorf("the field of %q ends at %d, want %d", text, got, want)
		}
	}
}
