// Package category tells to which category a note belongs: the one that it names, else the one
// whose tags and words it shares.
package category

import (
	"fmt"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/wording"
)

// TextBytes is how many bytes of a note's text suffice to guess its category.
const TextBytes = 3000

// Definition is a category: a name, and the words that its notes use.
type Definition struct {
	Name        string   `json:"name"` // in lower case, words joined by '-'
	Title       string   `json:"title"`
	Description string   `json:"description,omitempty"`
	Tags        []string `json:"tags,omitempty"`    // words and phrases that speak for the category
	Summary     string   `json:"summary,omitempty"` // path of the note that defines it, "" for a built-in one
	Parent      string   `json:"parent,omitempty"`  // name of the category that it is a part of
}

// Kind is the kind of the notes that define categories.
const Kind = "summary"

// Note is a file that defines the category, and says nothing else of it yet.
func (d *Definition) Note() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "---\nkind: %s\ntitle: %s\ndescription: %q\ntags:\n", Kind, d.Title, d.Description)
	for _, tag := range d.Tags {
		fmt.Fprintf(&b, "  - %q\n", tag)
	}
	fmt.Fprintf(&b, "---\n# %s\n\n%s\n", d.Title, d.Description)
	return []byte(b.String())
}

// OfNote reads a summary: its file's name is the category's name, its tags are the words, its
// description is the key of that name in the front matter, else the first paragraph of the text.
func OfNote(n *kb.Note, text string) Definition {
	name := n.Path[strings.LastIndexByte(n.Path, '/')+1:]
	if dot := strings.LastIndexByte(name, '.'); dot > 0 {
		name = name[:dot]
	}
	d := Definition{Name: Slug(name), Title: n.Title, Tags: n.Tags, Summary: n.Path}
	d.Description, _ = n.Extra["description"].(string)
	if parent, ok := n.Extra["parent"].(string); ok && Slug(parent) != d.Name {
		d.Parent = Slug(parent)
	}
	if d.Description == "" {
		d.Description = firstParagraph(text)
	}
	return d
}

// maxDescription bounds a description that is taken from the text, in bytes.
const maxDescription = 400

// firstParagraph is the first text that is no heading, list, table, code, quotation, HTML or picture.
func firstParagraph(text string) string {
	source := []byte(text)
	for _, p := range markdown.Passages(markdown.Parse(source), source) {
		if p.Kind == markdown.Paragraph && !strings.HasPrefix(p.Text, "![") {
			return wording.ClipBytes(p.Text, maxDescription)
		}
	}
	return ""
}

// Slug is a category's name in the form in which names are compared: lower case, words joined by '-'.
func Slug(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return r == ' ' || r == '-' || r == '_' || r == '/' || r == '\t'
	}), "-")
}
