// Package category tells to which category a note belongs: the one that it names, else the one
// whose tags and words it shares.
package category

import (
	"fmt"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/notes"
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
	fmt.Fprintf(&b, "---\nkind: %s\ndescription: %q\ntags:\n", Kind, d.Description)
	for _, tag := range d.Tags {
		fmt.Fprintf(&b, "  - %q\n", tag)
	}
	fmt.Fprintf(&b, "---\n\n# %s\n\n%s\n", d.Title, d.Description)
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
	for _, p := range markdown.Passages(notes.Document(source), source) {
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

// Note is what tells the category of a note.
type Note struct {
	Category string // that it names, "" for none
	Title    string
	Tags     []string
	Text     string // TextBytes of it suffice
}

// Group is a category with the notes that belong to it.
type Group struct {
	Definition
	BuiltIn bool     // it is one of kb's own
	Members []Member // in the order in which the notes were given
}

// Member is a note of a category.
type Member struct {
	Note  int    // its place among the notes that were given
	Match *Match // how well it fits; nil where it names the category
}

// Groups gives each note to the category that it names, else to the one that it fits with a score
// of at least Threshold; a note may belong to none. Where nothing is defined the categories are
// kb's own. Of two definitions of one name the first counts, and a name that nothing defines makes
// a category of its own.
func Groups(defs []Definition, notes []Note) []*Group {
	builtIn := len(defs) == 0
	if builtIn {
		defs = Defaults()
	}
	var groups []*Group
	var once []Definition
	for _, d := range defs {
		if named(groups, d.Name) == nil {
			groups, once = append(groups, &Group{Definition: d, BuiltIn: builtIn}), append(once, d)
		}
	}
	matcher := NewMatcher(once)
	for i, n := range notes {
		var g *Group
		member := Member{Note: i}
		if slug := Slug(n.Category); slug != "" && !strings.ContainsAny(slug, "<>{}") { // what a template left to be filled in
			if g = named(groups, slug); g == nil {
				g = &Group{Definition: Definition{Name: slug, Title: n.Category}}
				groups = append(groups, g)
			}
		} else if match := matcher.Match(n.Title, n.Tags, n.Text); match.Score >= Threshold {
			g, member.Match = named(groups, match.Name), &match
		}
		if g != nil {
			g.Members = append(g.Members, member)
		}
	}
	return groups
}

// named returns the category that goes by a name or title, nil for none.
func named(groups []*Group, name string) *Group {
	slug := Slug(name)
	for _, g := range groups {
		if g.Name == slug || Slug(g.Title) == slug {
			return g
		}
	}
	return nil
}
