package render

import (
	"fmt"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/impact"
	coded "github.com/9aea2451/kb/kb/impact"
	"github.com/9aea2451/kb/text/wording"
)

// Related is the answer of related.
type Related struct {
	Found
	Files []Beside `json:"files" jsonschema:"that are no notes and change in the same commits as the note, such as code; on the first page"`
}

// Beside is a file that changes together with a note.
type Beside struct {
	Path    string `json:"path"`
	Commits int    `json:"commits" jsonschema:"in which both changed"`
}

// Render writes the notes as Found does, then the files outside of any fence: a name that could be
// taken for anything else is quoted.
func (r *Related) Render(b *strings.Builder) {
	r.Found.Render(b)
	if len(r.Files) > 0 {
		b.WriteString("\nFiles that change together with it:\n")
	}
	for _, f := range r.Files {
		fmt.Fprintf(b, "%s (%s)\n", ShownPath(f.Path), wording.Count(f.Commits, "commit"))
	}
}

// Impact is the answer of impact.
type Impact struct {
	About
	*impact.Impact
}

// Render writes the lists that have something, a line each. Titles of notes are evidence, as all
// that notes say.
func (r *Impact) Render(b *strings.Builder) {
	if r.Impact == nil || len(r.Targets)+len(r.New) == 0 {
		b.WriteString("No code changes.\n")
		return
	}
	b.WriteString("What changes:\n")
	for i := range r.Targets {
		writeCode(b, &r.Targets[i], r.Targets[i].Kind)
	}
	for _, p := range r.New {
		fmt.Fprintf(b, "%s (new)\n", ShownPath(p))
	}
	heading(b, "Notes that speak of it, to be read first", len(r.Notes), r.Total.Notes)
	for _, n := range r.Notes {
		kind := n.Kind
		if n.Inactive != "" {
			kind += ", " + n.Inactive
		}
		fmt.Fprintf(b, "%s:%d %s (%s; of %s)\n", ShownPath(n.Path), max(n.Line, 1), CleanLine(n.Title), CleanLine(kind), CleanLine(n.Place))
	}
	for _, part := range []struct {
		title string
		list  []coded.Touched
		total int
	}{{"Code that uses it", r.Touched, r.Total.Touched}, {"Tests that name it", r.Tests, r.Total.Tests}} {
		heading(b, part.title, len(part.list), part.total)
		for i := range part.list {
			t := &part.list[i]
			writeCode(b, &t.CodePlace, fmt.Sprintf("%s %s, %s", t.Bond, t.Via, t.How))
		}
	}
	heading(b, "Files that may have to change too", len(r.Files), r.Total.Files)
	for _, f := range r.Files {
		fmt.Fprintf(b, "%s (%.2f)\n", ShownPath(f.Path), f.Score)
	}
	heading(b, "Owners", len(r.Owners), len(r.Owners))
	for _, o := range r.Owners {
		fmt.Fprintf(b, "%s (%s)\n", CleanLine(o.Name), wording.Count(len(o.Files), "file"))
	}
	for _, u := range r.Unknown {
		fmt.Fprintf(b, "\nNot known: %s\n", CleanLine(u))
	}
}

// heading begins a list that has something.
func heading(b *strings.Builder, title string, shown, total int) {
	switch {
	case total == 0:
	case shown < total:
		fmt.Fprintf(b, "\n%s (%d of %d):\n", title, shown, total)
	default:
		fmt.Fprintf(b, "\n%s:\n", title)
	}
}

// writeCode writes a place of the code.
func writeCode(b *strings.Builder, p *coded.CodePlace, why string) {
	fmt.Fprintf(b, "%s:%d %s (%s)\n", ShownPath(p.Path), max(p.Line, 1), CleanLine(p.Symbol), CleanLine(why))
}
