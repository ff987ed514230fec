package desk

import (
	"strings"
	"testing"
)

func TestGistOfANote(t *testing.T) {
	long := strings.Repeat("word ", openingBytes)
	for _, tt := range []struct {
		name, text string
		want       func(part string) bool
	}{
		{"short", "---\na: b\n---\n\r\n\nText.\n", func(p string) bool { return p == "Text.\n" }},
		{"at a paragraph", strings.Repeat("a", openingBytes*3/4) + "\n\nmore\nlines " + long,
			func(p string) bool { return p == strings.Repeat("a", openingBytes*3/4) }},
		{"at a line", strings.Repeat("a", openingBytes*3/4) + "\nmore words " + long,
			func(p string) bool { return p == strings.Repeat("a", openingBytes*3/4) }},
		{"at a word", long, func(p string) bool {
			return strings.HasSuffix(p, "word") && len(p) <= openingBytes && len(p) > openingBytes-6
		}},
		{"in a word", strings.Repeat("ü", openingBytes), func(p string) bool {
			return strings.Trim(p, "ü") == "" && len(p) <= openingBytes && len(p) > openingBytes-3
		}},
	} {
		source := []byte(tt.text)
		from, to := gist(source)
		if part := string(source[from:to]); !tt.want(part) {
			t.Errorf("%s: %.80q, %d characters", tt.name, part, len(part))
		}
	}
	for at, want := range map[int]int{-1: 1, 0: 1, 1: 1, 2: 2, 3: 2, 4: 3, 99: 3} {
		if got := lineOf([]byte("a\nb\nc"), at); got != want {
			t.Errorf("%d is in line %d, want %d", at, got, want)
		}
	}
	for text, want := range map[string]string{"# A\n\n## Context\n\nx\n\n## Decision Outcome\n\ny\n": "Decision Outcome",
		"# A\n\n## The decision\n": "The decision", "# A\n\n## Decisions of others\n": ""} {
		got := ""
		if s := decided([]byte(text)); s != nil {
			got = s.Heading
		}
		if got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}
