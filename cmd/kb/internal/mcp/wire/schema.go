package wire

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"
)

// SchemaOf gives the JSON Schema of a type. A list is never null: what is nil in Go is left out or
// an empty list.
func SchemaOf[T any]() *jsonschema.Schema {
	s, err := jsonschema.For[T](nil)
	if err != nil {
		panic(fmt.Sprintf("schema of %T: %v", *new(T), err)) // of our own types: a test makes every one
	}
	neverNull(s)
	return s
}

// neverNull takes null out of the types of a schema and of all below it: what is not there is left out.
func neverNull(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if i := slices.Index(s.Types, "null"); i >= 0 && len(s.Types) == 2 {
		s.Type, s.Types = s.Types[1-i], nil
	}
	for _, p := range s.Properties {
		neverNull(p)
	}
	neverNull(s.Items)
	neverNull(s.AdditionalProperties)
}

// Drop takes an argument away.
func Drop(s *jsonschema.Schema, name string) {
	delete(s.Properties, name)
	s.PropertyOrder = slices.DeleteFunc(s.PropertyOrder, func(p string) bool { return p == name })
	s.Required = slices.DeleteFunc(s.Required, func(p string) bool { return p == name })
}

// OneOf lists the values that an argument, or each of the values of a list, can have.
func OneOf[S ~string](s *jsonschema.Schema, name string, values ...S) {
	p := s.Properties[name]
	if p.Items != nil {
		p = p.Items
	}
	for _, v := range values {
		p.Enum = append(p.Enum, string(v))
	}
}

// Between bounds a number, and says what it is when it is left out.
func Between(s *jsonschema.Schema, name string, least, most, otherwise int) {
	lo, hi := float64(least), float64(most)
	p := s.Properties[name]
	p.Minimum, p.Maximum = &lo, &hi
	p.Default = json.RawMessage(fmt.Sprint(otherwise))
}

// MaxLength bounds a text, in characters.
func MaxLength(s *jsonschema.Schema, name string, n int) { s.Properties[name].MaxLength = &n }

// Slim is the schema of arguments as a model needs it: without the bounds, which a complaint names,
// without a word for those that page through an answer, which says itself how, and without mode, which
// programs ask for.
func Slim(s *jsonschema.Schema) *jsonschema.Schema {
	out := *s
	out.AdditionalProperties = nil
	out.Properties = make(map[string]*jsonschema.Schema, len(s.Properties))
	for name, p := range s.Properties {
		if name == "mode" {
			continue
		}
		shown := *p
		shown.Minimum, shown.Maximum, shown.MaxLength, shown.Default = nil, nil, nil, nil
		if slices.Contains([]string{"limit", "max_chars", "cursor"}, name) {
			shown.Description = ""
		}
		out.Properties[name] = &shown
	}
	return &out
}
