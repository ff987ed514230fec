package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/9aea2451/kb/kb"
)

// URL is where the JSON Schema of a kind is published; it is its $id.
func URL(kind string) string {
	return "https://raw.githubusercontent.com/9aea2451/kb/main/docs/schema/" + FileName(kind)
}

// FileName is the name of the published file of a kind.
func FileName(kind string) string { return kind + ".schema.json" }

// JSON gives the kind's JSON Schema (draft 2020-12), indented, with a line end. It describes what
// is written by hand in kb's own spelling; kb reads some more, such as other cases of words and
// other ways to write a date.
func (k Kind) JSON() ([]byte, error) {
	open := true
	root := node{
		Schema: "https://json-schema.org/draft/2020-12/schema", ID: URL(k.Name), Title: "Front matter of a " + k.Name + " (kb)",
		Description: k.Description + " All keys are optional; keys that are not listed are kept and searchable.",
		Type:        "object", AdditionalProperties: &open,
	}
	for _, f := range k.Fields {
		n := f.node()
		root.Properties = append(root.Properties, property{f.Key, n})
		for _, other := range f.Also {
			n.Description = "Read as " + f.Key + ". " + f.Description
			root.Properties = append(root.Properties, property{other, n})
		}
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(root); err != nil {
		return nil, fmt.Errorf("schema of %s: %w", k.Name, err)
	}
	return out.Bytes(), nil
}

// node is a schema, with the keywords that we use.
type node struct {
	Schema               string     `json:"$schema,omitempty"`
	ID                   string     `json:"$id,omitempty"`
	Title                string     `json:"title,omitempty"`
	Description          string     `json:"description,omitempty"`
	Type                 any        `json:"type,omitempty"` // a name, or a list of names
	Enum                 []any      `json:"enum,omitempty"`
	Pattern              string     `json:"pattern,omitempty"`
	MaxLength            int        `json:"maxLength,omitempty"`
	Minimum              *float64   `json:"minimum,omitempty"`
	Maximum              *float64   `json:"maximum,omitempty"`
	Items                *node      `json:"items,omitempty"`
	AnyOf                []node     `json:"anyOf,omitempty"`
	Not                  *node      `json:"not,omitempty"`
	Properties           properties `json:"properties,omitempty"`
	Required             []string   `json:"required,omitempty"`
	AdditionalProperties *bool      `json:"additionalProperties,omitempty"`
	Default              any        `json:"default,omitempty"`
	Examples             []any      `json:"examples,omitempty"`
}

// property is one key of an object, with the schema of its value.
type property struct {
	key   string
	value node
}

// properties is an object whose keys keep their order.
type properties []property

// MarshalJSON writes the keys in order.
func (p properties) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	for i, e := range p {
		out.WriteByte("{,"[min(i, 1)])
		key, err := json.Marshal(e.key)
		if err != nil {
			return nil, err
		}
		out.Write(key)
		out.WriteByte(':')
		enc := json.NewEncoder(&out)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(e.value); err != nil {
			return nil, err
		}
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// node is the schema of the field's value.
func (f Field) node() node {
	n := f.Type.node(f.Words)
	n.Description, n.Default = f.Description, f.Default
	if f.Example != nil {
		n.Examples = []any{f.Example}
	}
	return n
}

// Patterns of texts. A calendar is more than a pattern can tell: the 31st of June is for Check to find.
const (
	percentPattern = `^\s*([0-9]|[1-9][0-9]|100)%\s*$`
	datePattern    = `^[0-9]{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01])([T ` +
		`]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])?)?)?)?$`
	blankPattern = `^\s*$`
	outside      = `(^|,)\s*/|(^|[/\\,])\s*\.\.\s*([/\\,]|$)`
	supersededBy = `^[Ss]uper[sc]eded by \S`
)

// node is the JSON schema of a type; words are those that it allows.
func (t Type) node(words []string) node {
	single := []string{"string", "number", "boolean", "null"}
	switch t {
	case Text:
		return node{Type: single}
	case ID:
		return node{Type: single, Pattern: `^\S*$`, MaxLength: maxID}
	case Word:
		return node{Enum: append(values(words), nil)}
	case Status:
		var foreign []any
		for _, s := range kb.Statuses() {
			foreign = append(foreign, capital(s))
			for _, word := range kb.ForeignStatuses(s) {
				foreign = append(foreign, word, capital(word))
				if titled := capitals(word); titled != capital(word) {
					foreign = append(foreign, titled)
				}
			}
		}
		return node{AnyOf: []node{
			{Enum: append(values(kb.Statuses()), nil)},
			{Description: "Words of other conventions, read as one of those above.", Enum: foreign},
			{Description: "MADR: superseded by [ADR-0005](0005-x.md).", Type: "string", Pattern: supersededBy},
		}}
	case List:
		return node{Type: append([]string{"array"}, single...), Items: &node{Type: single}}
	case Unit:
		zero, one := 0.0, 1.0
		return node{Type: []string{"number", "string", "null"}, Minimum: &zero, Maximum: &one, Pattern: percentPattern}
	case Flag:
		return node{Enum: []any{true, false, "yes", "no", "on", "off", nil}}
	case Date:
		return node{Type: []string{"string", "null"}, AnyOf: []node{{Type: "null"}, {Pattern: datePattern}, {Pattern: blankPattern}}}
	case Patterns:
		outward := &node{Type: "string", Pattern: outside}
		return node{Type: append([]string{"array"}, single...), Items: &node{Type: single, Not: outward}, Not: outward}
	case Entities:
		name := node{Type: "string", Pattern: `\S`, Description: "What it is called."}
		object := node{
			Type:       "object",
			Properties: properties{{"type", node{Type: "string", Description: "Such as tool, person, service."}}, {"name", name}},
			Required:   []string{"name"},
		}
		return node{Type: []string{"array", "null"}, Items: &node{AnyOf: []node{{Type: "string", Pattern: `\S`}, object}}}
	case Relations:
		return relationsNode()
	}
	return node{}
}

// maxID is the greatest length of an id in characters, as kb.NewNote has it.
const maxID = 128

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// capitals gives every word a capital.
func capitals(s string) string {
	words := strings.Fields(s)
	for i := range words {
		words[i] = capital(words[i])
	}
	return strings.Join(words, " ")
}

// relationsNode allows relations in each form in which they are written, in both directions.
func relationsNode() node {
	var types []string
	for _, t := range kb.RelationTypes() {
		types = append(types, t)
		if inverse := strings.ReplaceAll(kb.Inverse(t), " ", "_"); inverse != t {
			types = append(types, inverse)
		}
	}
	strength := Field{Type: Unit, Default: kb.DefaultStrength, Description: "How strong it is, from 0 to 1."}
	target := node{Type: "string", Pattern: `\S`, Description: "Path, stem, title, alias or id of the other note."}
	item := node{Type: "object", Required: []string{"type", "target"}, Properties: properties{
		{
			"type",
			node{Enum: values(types), Description: "What this note is to the target."},
		}, {"target", target}, {"strength", strength.node()},
	}}
	return node{Type: []string{"array", "null"}, Items: &item}
}

// values are words as the values of an enum.
func values(words []string) []any {
	out := make([]any, 0, len(words)+1)
	for _, w := range words {
		out = append(out, w)
	}
	return out
}
