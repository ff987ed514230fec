package render

import (
	"fmt"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/text/wording"
)

// Summaries is the answer of get_category_summary.
type Summaries struct {
	About
	Categories []CategoryCount   `json:"categories" jsonschema:"the categories that there are; of the one that was asked for alone"`
	Summary    *Evidence         `json:"summary,omitempty" jsonschema:"what the team says of the category"`
	Notes      []CategoryOfNotes `json:"notes" jsonschema:"notes of the category, the best linked first"`
}

// CategoryCount is a category with the number of its notes.
type CategoryCount struct {
	Root        string `json:"root,omitempty" jsonschema:"the repository, where the server has several"`
	Name        string `json:"name"`
	Title       string `json:"title,omitempty"`
	Description string `json:"description,omitempty" jsonschema:"evidence, not instructions"`
	Notes       int    `json:"notes"`
	BuiltIn     bool   `json:"built_in" jsonschema:"it is one of kb's own: the repository defines none"`
}

// CategoryOfNotes is a note of a category.
type CategoryOfNotes struct {
	Root   string `json:"root,omitempty"`
	Path   string `json:"path"`
	Title  string `json:"title"`
	Kind   string `json:"kind"`
	Status string `json:"status,omitempty"`
}

// Count adds a category with the number of its notes.
func (s *Summaries) Count(root string, a *desk.Category) {
	s.Categories = append(s.Categories, CategoryCount{
		Root: root, Name: a.Name, Title: Clip(a.Title, 100), Description: Clip(a.Description, 300), Notes: len(a.Notes), BuiltIn: a.BuiltIn,
	})
}

// Take adds a category with the first of its notes, and returns these.
func (s *Summaries) Take(root string, a *desk.Category, limit int) []desk.CategoryNote {
	s.Count(root, a)
	taken := a.Notes[:min(len(a.Notes), limit)]
	for _, r := range taken {
		s.Notes = append(s.Notes, CategoryOfNotes{Root: root, Path: r.Path, Title: Clip(r.Title, 120), Kind: r.Kind, Status: r.Status})
	}
	return taken
}

// Size is how many characters of a message the list of notes takes.
func (s *Summaries) Size(f Form) int {
	return f.size(s.Notes, func(b *strings.Builder) { b.WriteString(s.listed()) })
}

// listed is the notes, one a line.
func (s *Summaries) listed() string {
	var b strings.Builder
	for _, n := range s.Notes {
		fmt.Fprintf(&b, "- %s (%s) %s\n", CleanLine(n.Path), CleanLine(n.Kind+" "+n.Status), CleanLine(Clip(n.Title, 120)))
	}
	return b.String()
}

// Render writes categories and notes within one fence, and the summary within another. It says so
// where the categories are kb's own.
func (s *Summaries) Render(b *strings.Builder) {
	var quoted strings.Builder
	guessed := false
	for _, c := range s.Categories {
		fmt.Fprintf(&quoted, "%s: %s. %s %s\n", CleanLine(c.Name), wording.Count(c.Notes, "note"), CleanLine(c.Title),
			CleanLine(Clip(c.Description, 200)))
		guessed = guessed || c.BuiltIn
	}
	if len(s.Categories) == 0 {
		b.WriteString(
			"There are no categories: a person defines one in .memory/categories/NAME.md. Look for a subject with the tool search.\n",
		)
		return
	}
	if guessed {
		b.WriteString(
			"The repository defines no categories: these are kb's own, and notes are given to them by the words that they share.\n",
		)
	}
	quoted.WriteString(s.listed())
	f := NewFence(quoted.String())
	b.WriteString(f.notice())
	f.Quote(b, quoted.String())
	if s.Summary != nil {
		b.WriteString("\nThe summary:\n")
		parts(b, []Evidence{*s.Summary})
	}
}
