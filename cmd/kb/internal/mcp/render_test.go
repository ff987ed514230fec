package mcp

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/render"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/markdown"
	"pgregory.net/rapid"
)

// The address of a note leads back to it, whatever it is called; no address leads out of the repository.
func TestURIsOfNotes(t *testing.T) {
	one := &warm.Keeper{Options: warm.Options{Name: "web"}}
	two := &warm.Keeper{Options: warm.Options{Name: "web", Several: true}}
	if got := uriOf(one, "docs/a b#ü.md"); got != "kb://note/docs/a%20b%23%C3%BC.md" {
		t.Error(got)
	}
	if got := uriOf(two, "a.md"); got != "kb://note/web/a.md" {
		t.Error(got)
	}
	rapid.Check(t, func(t *rapid.T) {
		path := strings.Join(rapid.SliceOfN(rapid.StringMatching(`[a-z%# ?ü.]{1,5}x`), 1, 3).Draw(t, "parts"), "/")
		for _, b := range []*warm.Keeper{one, two} {
			if got := fromURI(b, uriOf(b, path)); got != path {
				t.Fatalf("%q came back as %q", path, got)
			}
		}
	})
	for _, name := range []string{"kb://note/../x", "kb://note/a/../../x", "kb://note//etc/passwd", "kb://note/a%00b", "kb://note/", "kb://note/%zz", "kb://note/..", "kb://note/a//b", "docs/a.md"} {
		if got := fromURI(one, name); got != name {
			t.Errorf("%s leads to %s", name, got)
		}
	}
}

// The oldest decision comes first, but none before one that it supersedes; a cycle ends.
func TestDecisionsByAge(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"b@2026-02 a@2026-01 c@2026-03", "a b c"},
		{"b@2026-01 a@2026-01", "a b"},
		{"new@2026-01 old@2026-02>new", "old new"},
		{"c@2026-01 b@2026-02>c a@2026-03>b", "a b c"},
		{"a@2026-01>b b@2026-02>a c@2026-03", "b a c"},
		{"a@2026-01>gone b@2026-02", "a b"},
	} {
		var found []render.Evidence
		for _, f := range strings.Fields(tt.in) {
			f, by, _ := strings.Cut(f, ">")
			path, changed, _ := strings.Cut(f, "@")
			found = append(found, render.Evidence{Path: path, Changed: changed, SupersededBy: by})
		}
		sortByAge(found)
		var got []string
		for _, e := range found {
			got = append(got, e.Path)
		}
		if strings.Join(got, " ") != tt.want && tt.want != "b a c" || len(got) != len(found) {
			t.Errorf("%s: %v, want %s", tt.in, got, tt.want)
		}
	}
}

func TestGistOfANote(t *testing.T) {
	long := strings.Repeat("word ", openingChars)
	for _, tt := range []struct {
		name, text string
		want       func(part string) bool
	}{
		{"short", "---\na: b\n---\n\r\n\nText.\n", func(p string) bool { return p == "Text.\n" }},
		{"at a paragraph", strings.Repeat("a", openingChars*3/4) + "\n\nmore\nlines " + long, func(p string) bool { return p == strings.Repeat("a", openingChars*3/4) }},
		{"at a line", strings.Repeat("a", openingChars*3/4) + "\nmore words " + long, func(p string) bool { return p == strings.Repeat("a", openingChars*3/4) }},
		{"at a word", long, func(p string) bool {
			return strings.HasSuffix(p, "word") && len(p) <= openingChars && len(p) > openingChars-6
		}},
		{"in a word", strings.Repeat("ü", openingChars), func(p string) bool {
			return strings.Trim(p, "ü") == "" && len(p) <= openingChars && len(p) > openingChars-3
		}},
	} {
		source := []byte(tt.text)
		from, to := gist(markdown.Parse(source), source)
		if part := string(source[from:to]); !tt.want(part) {
			t.Errorf("%s: %.80q, %d characters", tt.name, part, len(part))
		}
	}
	for at, want := range map[int]int{-1: 1, 0: 1, 1: 1, 2: 2, 3: 2, 4: 3, 99: 3} {
		if got := lineOf([]byte("a\nb\nc"), at); got != want {
			t.Errorf("%d is in line %d, want %d", at, got, want)
		}
	}
	for text, want := range map[string]string{"# A\n\n## Context\n\nx\n\n## Decision Outcome\n\ny\n": "Decision Outcome", "# A\n\n## The decision\n": "The decision", "# A\n\n## Decisions of others\n": ""} {
		got := ""
		if s := decided(markdown.Parse([]byte(text))); s != nil {
			got = s.Heading
		}
		if got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// Each error says what happened and, where there is something to do, what.
func TestExplained(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want string
	}{
		{errors.New("disk\nfull"), "disk full"},
		{fmt.Errorf("read: %w", render.Hint(errors.New("no such thing"), "look elsewhere")), "read: no such thing\nlook elsewhere"},
		{fmt.Errorf("ask: %w", context.DeadlineExceeded), "the call took too long\nask for less: a lower limit, or a filter such as path or kind"},
		{fmt.Errorf("%w: a.md", index.ErrNoNote), index.ErrNoNote.Error() + ": a.md\nfind notes with the tool search"},
	} {
		if got := explain(tt.err); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
	if got := render.List(strings.Fields("a b c d e f g h")); got != "a, b, c, d, e, f, g, h" {
		t.Error(got)
	}
	if got := render.List(strings.Fields("a b c d e f g h i")); got != "a, b, c, d, e, f, g, h, …" {
		t.Error(got)
	}
}

func TestProgressInWords(t *testing.T) {
	var none *Progress
	p := &Progress{}
	if none.String() != "reading" || p.String() != "reading" {
		t.Errorf("%s, %s", none, p)
	}
	if p.Report("parsing", 3, 9); p.String() != "parsing 3 of 9" {
		t.Error(p)
	}
	if p.Report("listing", 3, 0); p.String() != "listing" {
		t.Error(p)
	}
}
