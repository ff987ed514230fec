package review

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/9aea2451/kb/contradict"
	"github.com/9aea2451/kb/markdown"
)

// unit is one thing that a note says, on one side of the change.
type unit struct {
	Said
	kind   string
	argues bool
	name   string // of a field
	key    string // two units with the same key say the same in the same words
	words  []word

	parsed *contradict.Parsed
}

// Kinds of units beside those of markdown.Passage.
const fieldUnit = "field"

// unitsOf reads all that a file says, in the order in which it stands there: its front matter, then its text.
func unitsOf(path string, source []byte) []unit {
	doc := markdown.Parse(source)
	var units []unit
	for i := range doc.FrontMatter.Fields {
		f := &doc.FrontMatter.Fields[i]
		text := f.Key + ": " + valueText(f.Value)
		u := unit{kind: fieldUnit, name: strings.ToLower(f.Key), Said: Said{Path: path, Line: f.Line, Col: f.Col, EndLine: f.Line, Text: text, Heading: []string{}}}
		units = append(units, u.finish())
	}
	for _, p := range markdown.Passages(doc, source) {
		u := unit{kind: string(p.Kind), argues: p.Argues, Said: Said{Path: path, Line: p.Line, Col: p.Col, EndLine: p.Span.EndLine, Text: p.Text, Heading: headings(p.HeadingPath)}}
		units = append(units, u.finish())
	}
	return units
}

func headings(path []string) []string {
	if path == nil {
		return []string{}
	}
	return path
}

// finish reads what the aligner looks at.
func (u unit) finish() unit {
	u.key = strings.Join(strings.Fields(u.Text), " ")
	u.words = wordsOf(u.Text)
	return u
}

// parse reads the unit as a statement.
func (u *unit) parse() *contradict.Parsed {
	if u.parsed == nil {
		u.parsed = contradict.Parse(contradict.Statement{Text: u.Text, Context: u.Heading, Document: u.Path})
	}
	return u.parsed
}

// binds tells whether the unit is a rule.
func (u *unit) binds() bool {
	if u.kind != string(markdown.PassageSentence) && u.kind != string(markdown.PassageItem) {
		return false
	}
	switch u.parse().Force() {
	case contradict.Must, contradict.Should, contradict.NotRequired:
		return true
	case contradict.May:
		return strings.Contains(u.Text, "MAY") || strings.Contains(u.Text, "OPTIONAL")
	}
	lower := " " + strings.ToLower(u.Text) + " "
	return strings.Contains(lower, " never ") || strings.Contains(lower, " always ")
}

// force names the modal verb, "" for a plain assertion.
func (u *unit) force() string {
	if u.kind == fieldUnit || u.kind == string(markdown.PassageCode) {
		return ""
	}
	switch f := u.parse().Force(); f {
	case contradict.Assertion, contradict.Will:
		return ""
	default:
		return f.String()
	}
}

// said gives the unit's place and text for the report.
func (u *unit) said() *Said {
	s := u.Said
	s.Force = u.force()
	return &s
}

// valueText writes the value of a field on one line.
func valueText(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return strings.Join(strings.Fields(v), " ")
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
