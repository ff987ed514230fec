package notes

import (
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/failure"
	"github.com/9aea2451/kb/markdown"
)

// Bounds of the errors that are known of a note.
const (
	maxErrors = 12
	maxError  = 200 // bytes
)

// Errors returns the errors that an error pattern quotes, normalised: in its title, between backticks and in
// blocks of code, but not where it says what to do. Other notes have none.
func Errors(n *kb.Note, doc *markdown.Document, source []byte) (out []string) {
	if n.Kind != "memory" || n.Type != "error_pattern" {
		return nil
	}
	add := func(text string) {
		if len(out) == maxErrors {
			return
		}
		if e := failure.Error(text); e != "" && len(e) <= maxError && !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	add(n.Title)
	for _, p := range markdown.Passages(doc, source) {
		if p.Kind == markdown.CodeLine && !Solves(doc, p.Section) {
			add(p.Text)
		}
	}
	for _, c := range doc.Code {
		add(c.Text)
	}
	return out
}

// Solves reports whether a section says how something was solved.
func Solves(doc *markdown.Document, section int) bool {
	if section < 0 || section >= len(doc.Sections) {
		return false
	}
	for _, heading := range doc.Sections[section].Path {
		for _, word := range strings.FieldsFunc(strings.ToLower(heading), func(r rune) bool { return r < 'a' || r > 'z' }) {
			switch word {
			case "solution", "solutions", "fix", "fixes", "fixed", "resolution", "remedy", "workaround", "instead", "cure", "solved":
				return true
			}
		}
	}
	return false
}
