package render

import (
	"fmt"
	"strings"

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

func (r *Related) Render(b *strings.Builder) {
	r.Found.Render(b)
	if len(r.Files) > 0 {
		b.WriteString("\nFiles that change together with it:\n")
	}
	for _, f := range r.Files {
		fmt.Fprintf(b, "%s (%s)\n", ShownPath(f.Path), wording.Count(f.Commits, "commit"))
	}
}
