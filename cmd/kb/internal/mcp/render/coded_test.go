package render

import (
	"strings"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/impact"
	"github.com/9aea2451/kb/cmd/kb/internal/packing"
	"github.com/9aea2451/kb/index"
	coded "github.com/9aea2451/kb/kb/impact"
	"github.com/9aea2451/kb/kb/validate"
)

// What a change of code concerns is told in lists that have something, cut ones with how many there are.
func TestImpactAsText(t *testing.T) {
	place := coded.CodePlace{Path: "jwt.go", Symbol: "Sign", Kind: "function", Line: 8}
	r := &Impact{Impact: &impact.Impact{
		Targets: []coded.CodePlace{place}, New: []string{"new.go"},
		Notes: []coded.NoteOfCode{
			{Path: "a.md", Title: "Signing", Kind: "gotcha", Place: "jwt.go#Sign", Line: 3},
			{Path: "b.md", Title: "Old", Kind: "doc", Place: "jwt.go", Inactive: "superseded"},
		},
		Touched: []coded.Touched{{CodePlace: coded.CodePlace{Path: "web.go", Symbol: "Login", Line: 7}, Bond: "calls", Via: "jwt.go#Sign",
			How: "imported"}},
		Files:   []coded.FileConcerned{{Path: "web.go", Score: .5}},
		Owners:  []impact.CodeOwner{{Name: "@security", Files: []string{"jwt.go", "web.go"}}},
		Total:   impact.ImpactTotal{Notes: 5, Touched: 1, Files: 1},
		Unknown: []string{"a file is too long"},
	}}
	var b strings.Builder
	r.Render(&b)
	for _, want := range []string{
		"What changes:\n", "new.go (new)\n", "a.md:3 Signing (gotcha; of jwt.go#Sign)\n", "b.md:1 Old (doc, superseded; of jwt.go)\n",
		"calls jwt.go#Sign, imported", "web.go (0.50)\n", "@security (2 files)\n", "\nNot known: a file is too long\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing in\n%s", want, &b)
		}
	}
	if strings.Contains(b.String(), "Tests that name it") || !strings.Contains(b.String(), "2 of 5") {
		t.Errorf("a list without anything, or how many there are:\n%s", &b)
	}
	for _, r := range []*Impact{{}, {Impact: &impact.Impact{}}} {
		b.Reset()
		if r.Render(&b); b.String() != "No code changes.\n" {
			t.Errorf("%s", &b)
		}
	}
	b.Reset()
	added := &Impact{Impact: &impact.Impact{New: []string{"new.go"}}}
	if added.Render(&b); b.String() != "What changes:\nnew.go (new)\n" {
		t.Errorf("%s", &b)
	}
}

// Sections that do not fit are left out from the end, and counted.
func TestPackedLetsGo(t *testing.T) {
	p := &Packed{}
	long := strings.Repeat("Tea is kept in tins.\n", 50)
	p.Fill(&packing.Context{Chunks: []packing.Chunk{{Path: "a.md", Title: "A", Text: long}, {Path: "b.md", Title: "B", Text: long}}})
	before := p.Tokens
	for left := 1; left >= 0; left-- {
		if !p.Drop() || len(p.Sections) != left || p.LeftOut != 2-left || p.Tokens >= before {
			t.Errorf("%d are left: %+v", left, p)
		}
		before = p.Tokens
	}
	if p.Drop() || p.LeftOut != 2 {
		t.Errorf("more than all is left out: %d", p.LeftOut)
	}
}

// Of statements that come near three are told of, of whatever repository; texts are clipped at their end.
func TestNearestAreFew(t *testing.T) {
	s := &Checked{}
	long := strings.Repeat("x", 400)
	s.AddNearest("shop", "team", []validate.Place{{Path: "a.md", Line: 1, Text: "One"}, {Path: "b.md", Line: 2, Text: long}})
	s.AddNearest("home", "personal", []validate.Place{{Path: "c.md", Line: 3, Text: "Three"}, {Path: "d.md", Line: 4, Text: "Four"}})
	if len(s.Nearest) != 3 || s.Nearest[2].Root != "home" || s.Nearest[2].Path != "c.md" || s.Nearest[1].Text != long[:300]+" …" {
		t.Errorf("%+v", s.Nearest)
	}
	for text, want := range map[string]string{"abc": "abc", "abcd": "abc …", "ab \nd": "ab …", "äöü": "äöü"} {
		if got := Clip(text, 3); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// The title of a note is not repeated in the headings of an excerpt.
func TestHeadingOfAnExcerpt(t *testing.T) {
	rec := &index.NoteRecord{}
	rec.Title = "Tea"
	for want, path := range map[string][]string{"Green › Hot": {"Tea", "Green", "Hot"}, "": {"Tea"}, "Green": {"Green"}} {
		x := &desk.Excerpt{}
		x.HeadingPath = path
		if got := Excerpt("tea.md", rec, x); got.Heading != want || got.Title != "Tea" {
			t.Errorf("%q: %+v", path, got)
		}
	}
}
