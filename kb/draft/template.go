package draft

import (
	"embed"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/markdown/edit"
	"github.com/9aea2451/kb/text/wording"
)

// TemplatesFolder is where a repository keeps templates of its own: decision.md and so on.
const TemplatesFolder = ".memory/templates"

//go:embed templates
var templates embed.FS

// builtIn gives the template of a kind that kb brings.
func builtIn(kind string) (string, error) {
	data, err := templates.ReadFile("templates/" + kind + ".md")
	if err != nil {
		return "", fmt.Errorf("no kind is called %q", kind)
	}
	return string(data), nil
}

// Placeholders are what a template may name between double braces, such as {{title}}. In the front
// matter a value is written as YAML, and a key whose only value is an empty placeholder is left
// out; elsewhere it stands as it is.
func Placeholders() []string {
	return []string{
		"id",
		"kind",
		"type",
		"title",
		"status",
		"source",
		"author",
		"category",
		"date",
		"tags",
		"files",
		"entities",
		"importance",
		"branch",
		"number",
		"slug",
		"body",
	}
}

// filling is a template that is being filled.
type filling struct {
	draft        *Draft
	path         string // of the note
	number, slug string
	unknown      []string // names between braces that mean nothing, each once
}

// value gives what stands for a placeholder: a string, a list of them, entities or a *float64,
// which may be nil; nil for a name that is none.
func (f *filling) value(name string) any {
	d := f.draft
	switch name {
	case "id":
		return d.ID
	case "kind":
		return d.Kind
	case "type":
		return d.Type
	case "title":
		return d.Title
	case "status":
		return d.Status
	case "source":
		return d.Source
	case "author":
		return d.Author
	case "category":
		return d.Category
	case "date":
		return d.Date
	case "tags":
		return d.Tags
	case "files":
		return d.Files
	case "entities":
		return d.Entities
	case "importance":
		return d.Importance
	case "branch":
		return d.Branch
	case "number":
		return f.number
	case "slug":
		return f.slug
	case "body":
		return folded(strings.Trim(d.Body, "\r\n"))
	}
	return nil
}

// fill makes the text of the note.
func (f *filling) fill(template string) ([]byte, error) {
	template = strings.ReplaceAll(strings.TrimPrefix(template, "\ufeff"), "\r\n", "\n")
	if strings.HasPrefix(template, "+++\n") {
		return nil, errors.New("kb fills front matter in YAML, between --- lines, only")
	}
	front, text, found := splitFront(template)
	if !found && strings.HasPrefix(template, "---\n") {
		return nil, errors.New("the front matter has no closing --- line")
	}
	blank := !found || strings.HasPrefix(text, "\n") // the template's own style, else that of formatters
	text = strings.TrimRight(strings.TrimLeft(f.text(text), "\n"), " \t\n")
	var out strings.Builder
	out.WriteString("---\n")
	if title, err := written(f.draft.Title); err != nil {
		return nil, err
	} else if title != "" && !hasKey(front, "title") && !f.says(text) {
		out.WriteString("title:" + title + "\n")
	}
	for line := range strings.Lines(front) {
		line, err := f.frontLine(strings.TrimSuffix(line, "\n"))
		if err != nil {
			return nil, err
		}
		out.WriteString(line)
	}
	keys := []string{"id", "kind", "type", "category", "tags", "files", "entities", "importance", "branch"}
	if f.draft.Source != "user" {
		keys = append(keys, "source")
	}
	for _, key := range keys {
		if hasKey(front, key) {
			continue
		}
		text, err := written(f.value(key))
		if err != nil {
			return nil, err
		}
		if text != "" {
			out.WriteString(key + ":" + text + "\n")
		}
	}
	out.WriteString("---\n")
	if blank && text != "" {
		out.WriteString("\n")
	}
	return []byte(out.String() + text + "\n"), nil
}

// says reports whether a text is read as a note of the title, so that its front matter need not repeat it.
func (f *filling) says(text string) bool {
	source := []byte("---\nkind: " + f.draft.Kind + "\n---\n" + text)
	note, _ := notes.Of(f.path, source)
	return note.Title == strings.ReplaceAll(f.draft.Title, "`", "") // which mark code in a heading
}

// splitFront parts a template into the lines of its front matter and the rest.
func splitFront(template string) (front, text string, found bool) {
	rest, found := strings.CutPrefix(template, "---\n")
	if !found {
		return "", template, false
	}
	if text, found = strings.CutPrefix(rest, "---\n"); found {
		return "", text, true
	}
	front, text, found = strings.Cut(rest, "\n---\n")
	if !found {
		front, found = strings.CutSuffix(rest, "\n---")
	}
	return front + "\n", text, found
}

// frontLine fills a line of the front matter. Where a placeholder is the whole value, that is
// written as YAML.
func (f *filling) frontLine(line string) (string, error) {
	key, value, found := strings.Cut(line, ":")
	value, comment, _ := strings.Cut(value, " #")
	name, whole := placeholder(strings.TrimSpace(value))
	if !found || !whole || f.value(name) == nil {
		return f.replace(line, true) + "\n", nil
	}
	text, err := written(f.value(name))
	if err != nil || text == "" {
		return "", err
	}
	first, items, _ := strings.Cut(text, "\n")
	line = key + ":" + first
	if comment != "" {
		line += " #" + comment
	}
	if items != "" {
		indent := "\n" + key[:len(key)-len(strings.TrimLeft(key, " "))]
		line += indent + strings.ReplaceAll(items, "\n", indent)
	}
	return line + "\n", nil
}

// placeholder reads the name of a text that is one placeholder and nothing else.
func placeholder(s string) (name string, ok bool) {
	name, ok = strings.CutPrefix(s, "{{")
	if !ok {
		return "", false
	}
	name, ok = strings.CutSuffix(name, "}}")
	return strings.TrimSpace(name), ok && !strings.Contains(name, "{{")
}

// written writes a value as YAML, with the blank or line end before it; "" for an empty one.
func written(value any) (string, error) {
	switch v := value.(type) {
	case string:
		if v == "" {
			return "", nil
		}
		value = wording.OneLine(v)
	case []string:
		if len(v) == 0 {
			return "", nil
		}
	case *float64:
		if v == nil {
			return "", nil
		}
		value = *v
	case []kb.Entity:
		if len(v) == 0 {
			return "", nil
		}
		items := make([]any, len(v))
		for i, e := range v {
			items[i] = edit.Entity(e.Type, e.Name)
		}
		value = items
	}
	return edit.YAML(value)
}

// hasKey tells whether a line of the front matter begins with a key. A key within another one is
// indented, and does not count.
func hasKey(front, key string) bool {
	for line := range strings.Lines(front) {
		if strings.HasPrefix(line, key+":") {
			return true
		}
	}
	return false
}

// text fills what follows the front matter. A body takes the place of its placeholder, else of all
// below the title; one with a title of its own stands alone, and one that begins with the words of
// the title is not headed by them.
func (f *filling) text(text string) string {
	body, _ := f.value("body").(string)
	switch {
	case body == "":
		return f.replace(text, false)
	case strings.HasPrefix(body, "# "):
		return body
	case !strings.Contains(text, "{{body}}") && !strings.Contains(text, "{{ body }}"):
		text = firstHeading(text) + "\n\n{{body}}\n"
	}
	if strings.HasPrefix(wording.OneLine(body), strings.TrimSuffix(f.draft.Title, "…")) {
		text = strings.Replace(text, "# {{title}}\n\n", "", 1)
	}
	return f.replace(text, false)
}

// firstHeading gives a template's text down to its title.
func firstHeading(text string) string {
	before := ""
	for line := range strings.Lines(text) {
		before += line
		if strings.HasPrefix(line, "# ") {
			return strings.TrimRight(before, "\n")
		}
	}
	return "# {{title}}"
}

// replace puts the values in place of all placeholders of a text, each once: what a value holds is
// not looked at again.
func (f *filling) replace(text string, front bool) string {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(text, "{{")
		out.WriteString(before)
		if !found {
			return out.String()
		}
		name, after, closed := strings.Cut(rest, "}}")
		value, ok := plain(f.value(strings.TrimSpace(name)))
		if !ok {
			if word := strings.TrimSpace(name); closed && isName(word) && !slices.Contains(f.unknown, word) {
				f.unknown = append(f.unknown, word)
			}
			out.WriteString("{{")
			text = rest
			continue
		}
		if front {
			value = wording.OneLine(value)
		}
		out.WriteString(value)
		if !closed {
			return out.String()
		}
		text = after
	}
}

// plain writes a value as it stands in text; not ok for what is no value.
func plain(value any) (text string, ok bool) {
	switch v := value.(type) {
	case string:
		return v, true
	case []string:
		return strings.Join(v, ", "), true
	case []kb.Entity:
		names := make([]string, len(v))
		for i, e := range v {
			names[i] = e.Name
		}
		return strings.Join(names, ", "), true
	case *float64:
		if v != nil {
			text = strconv.FormatFloat(*v, 'g', -1, 64)
		}
		return text, true
	}
	return "", false
}

// isName tells what was meant as a placeholder.
func isName(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return (r < 'a' || r > 'z') && r != '_' && r != '-' })
}
