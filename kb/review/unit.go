package review

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/wording"
)

// unit is one thing that a note says, on one side of the change.
type unit struct {
	Wording
	kind   string
	argues bool
	name   string // of a field
	key    string // two units with the same key say the same in the same words
	words  []word
	above  int    // headings that lead to the requirement that it is of, itself included; 0 where it is compared with its own note
	delta  string // that amends the requirement that it is of, "" for none

	parsed *read.Parsed
}

// Kinds of units.
const (
	sentenceUnit = "sentence"
	itemUnit     = "item"    // of a list
	rowUnit      = "row"     // of a table
	codeUnit     = "code"    // lines of code up to an empty one
	headingUnit  = "heading" // of a section
	fieldUnit    = "field"   // of the front matter
	linkUnit     = "link"    // the definition of a link: "[name]: target"
)

// prose tells sentences and list items.
func (u *unit) prose() bool { return u.kind == sentenceUnit || u.kind == itemUnit }

// unitsOf reads all that a file says, in the order in which it stands there: its front matter, then its text.
func unitsOf(path string, source []byte) []unit {
	doc := notes.Document(source)
	r := unitReader{path: path, doc: doc, source: source, silent: map[int]bool{}}
	for i := range doc.FrontMatter.Fields {
		f := &doc.FrontMatter.Fields[i]
		r.add(unit{
			kind:    fieldUnit,
			name:    strings.ToLower(f.Key),
			Wording: Wording{Line: f.Line, Col: f.Col, EndLine: f.Line, Text: f.Key + ": " + valueText(f.Value)},
		})
	}
	for _, p := range markdown.Passages(doc, source) {
		r.headings(p.Section)
		u := unit{
			argues:  r.silent[p.Section],
			Wording: Wording{Line: p.Span.StartLine, Col: column(r.source, p.Span.Start), EndLine: p.Span.EndLine, Text: p.Text},
		}
		if p.Section >= 0 {
			u.Heading = r.doc.Sections[p.Section].Path
		}
		switch p.Kind {
		case markdown.CodeLine:
			if isFence(p.Text) {
				continue
			}
			if n := len(r.units); n > 0 && r.code == u.Line-1 && r.units[n-1].kind == codeUnit {
				r.lines = append(r.lines, u.Text)
				r.units[n-1].EndLine, r.code = u.EndLine, u.EndLine
				continue
			}
			u.kind, r.code = codeUnit, u.EndLine
		case markdown.TableRow:
			u.kind, u.Text = rowUnit, cells(p.Text)
		case markdown.Item:
			u.kind = itemUnit
		case markdown.OtherLine:
			if !r.other(&u) {
				continue
			}
		default:
			u.kind = sentenceUnit
		}
		if strings.Trim(u.Text, " \t\r\n.*_-|<>/") != "" {
			r.add(u)
		}
	}
	r.headings(len(doc.Sections) - 1)
	r.joinCode()
	return r.units
}

// unitReader puts the units of a file together.
type unitReader struct {
	path    string
	doc     *markdown.Document
	source  []byte
	units   []unit
	section int          // whose heading comes next
	silent  map[int]bool // sections that argue
	code    int          // line at which the last unit of code ended
	lines   []string     // that go on with the last unit, which is code
	comment bool         // inside <!-- … -->
}

// headings adds the headings down to that of a section.
func (r *unitReader) headings(section int) {
	for ; r.section <= section; r.section++ {
		s := &r.doc.Sections[r.section]
		r.silent[r.section] = markdown.Argues(s.Path)
		if s.Level > 0 {
			r.add(unit{
				kind:    headingUnit,
				argues:  r.silent[r.section],
				Wording: Wording{Line: s.Span.StartLine, Col: 1, EndLine: s.Span.StartLine, Text: s.Heading, Heading: s.Path},
			})
		}
	}
}

// joinCode gives the last unit the lines that go on with it, all at once: a log of many lines may
// stand in a note.
func (r *unitReader) joinCode() {
	if len(r.lines) == 0 {
		return
	}
	u := &r.units[len(r.units)-1]
	u.Text += "\n" + strings.Join(r.lines, "\n")
	u.finish()
	r.lines = nil
}

// add takes in a unit of the note that is being read.
func (r *unitReader) add(u unit) {
	r.joinCode()
	u.Path = r.path
	if u.Heading == nil {
		u.Heading = []string{}
	}
	u.finish()
	r.units = append(r.units, u)
}

// other reads a line that is no prose: a definition, or what stands between tags. It tells whether
// that says something.
func (r *unitReader) other(u *unit) bool {
	opens, closes := strings.Contains(u.Text, "<!--"), strings.Contains(u.Text, "-->")
	if inside := r.comment; inside || opens {
		r.comment = !closes
		return false
	}
	u.kind = sentenceUnit
	if name, _, defines := strings.Cut(u.Text, "]: "); defines && strings.HasPrefix(name, "[") {
		if u.name = strings.ToLower(name); !strings.HasPrefix(name, "[^") {
			u.kind = linkUnit
		}
		return true
	}
	text := u.Text
	var b strings.Builder // without tags
	for text != "" {
		before, rest, open := strings.Cut(text, "<")
		b.WriteString(before)
		_, after, closed := strings.Cut(rest, ">")
		if !open || !closed {
			break
		}
		text = after
	}
	u.Text = strings.TrimSpace(b.String())
	return true
}

// label is what stands before the colon of "Label: value", "" for other units.
func (u *unit) label() string {
	label, value, ok := strings.Cut(u.Text, ": ")
	if !ok || value == "" || len(strings.Fields(label)) > 4 || !u.prose() {
		return ""
	}
	return strings.ToLower(label)
}

// isFence tells the line that opens a block of code.
func isFence(line string) bool {
	line = strings.TrimLeft(line, " \t")
	return strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~")
}

// cells joins the cells of a row.
func cells(row string) string {
	parts := strings.Split(strings.Trim(row, "| \t"), "|")
	for i, p := range parts {
		parts[i] = strings.TrimSpace(p)
	}
	return strings.Join(parts, " | ")
}

// column is the place of a byte in its line, from 1.
func column(source []byte, at int) int { return at - bytes.LastIndexByte(source[:at], '\n') }

// finish reads what the aligner looks at.
func (u *unit) finish() {
	u.key = wording.OneLine(u.Text)
	if u.words = wordsOf(u.Text); u.prose() || u.kind == rowUnit {
		u.words = wordsOf(withoutTargets(u.Text))
	}
}

// parse reads the unit as a statement.
func (u *unit) parse() *read.Parsed {
	if u.parsed == nil {
		u.parsed = read.Parse(read.Statement{Text: u.Text, Context: u.Heading, Document: u.Path})
	}
	return u.parsed
}

// binds tells whether the unit is a rule.
func (u *unit) binds() bool {
	if !u.prose() || strings.HasSuffix(strings.TrimRight(u.Text, " *_\"')"), "?") {
		return false
	}
	switch u.parse().Force {
	case read.Must, read.Should, read.NotRequired:
		return true
	case read.May:
		return strings.Contains(u.Text, "MAY") || strings.Contains(u.Text, "OPTIONAL")
	}
	lower := " " + strings.ToLower(u.Text) + " "
	return strings.Contains(lower, " never ") || strings.Contains(lower, " always ")
}

// force names the modal verb, "" for a plain assertion.
func (u *unit) force() string {
	if u.kind == fieldUnit || u.kind == codeUnit {
		return ""
	}
	switch f := u.parse().Force; f {
	case read.Assertion, read.Will:
		return ""
	default:
		return f.String()
	}
}

// said gives the unit's place and text for the report.
func (u *unit) said() *Wording {
	s := u.Wording
	s.Force = u.force()
	return &s
}

// valueText writes the value of a field on one line.
func valueText(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return wording.OneLine(v)
	case []any:
		parts := make([]string, len(v))
		for i := range v {
			parts[i] = valueText(v[i])
		}
		return strings.Join(parts, ", ")
	case map[string]any:
		var parts []string
		for _, k := range slices.Sorted(maps.Keys(v)) {
			parts = append(parts, k+": "+valueText(v[k]))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case float64:
		data, _ := json.Marshal(v) // a number always can be
		return string(data)
	}
	return fmt.Sprint(v)
}

// named tells what is the same by its name alone, whatever it says.
func (u *unit) named() bool { return u.kind == fieldUnit || u.kind == linkUnit }
