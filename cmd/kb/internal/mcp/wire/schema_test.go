package wire

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
)

// asked has arguments of every sort that tools take.
type asked struct {
	Query  string             `json:"query" jsonschema:"what to look for"`
	Paths  []string           `json:"paths,omitempty"`
	Limit  int                `json:"limit,omitempty" jsonschema:"how many"`
	Mode   *string            `json:"mode,omitempty"`
	Fields map[string]*int    `json:"fields,omitempty"`
	Parts  []struct{ A *int } `json:"parts,omitempty"`
	Gone   bool               `json:"gone"`
}

// A schema has no null, has the bounds and words that are set, and loses what is dropped; what lists
// of tools show of it is short.
func TestSchemas(t *testing.T) {
	s := SchemaOf[asked]()
	Drop(s, "gone")
	OneOf(s, "query", "a", "b")
	OneOf(s, "paths", "c")
	Between(s, "limit", 1, 50, 10)
	MaxLength(s, "query", 100)
	for what, want := range map[string]string{
		"whole": `{"type":"object","properties":{` +
			`"fields":{"type":"object","additionalProperties":{"type":"integer"}},` +
			`"limit":{"description":"how many","type":"integer","default":10,"minimum":1,"maximum":50},"mode":{"type":"string"},` +
			`"parts":{"type":"array","items":{"type":"object","properties":{"A":{"type":"integer"}},"required":["A"],` +
			`"additionalProperties":false}},"paths":{"type":"array","items":{"type":"string","enum":["c"]}},` +
			`"query":{"description":"what to look for","type":"string","enum":["a","b"],"maxLength":100}},` +
			`"required":["query"],"additionalProperties":false}`,
		"slim": `{"type":"object","properties":{` +
			`"fields":{"type":"object","additionalProperties":{"type":"integer"}},"limit":{"type":"integer"},` +
			`"parts":{"type":"array","items":{"type":"object","properties":{"A":{"type":"integer"}},"required":["A"],` +
			`"additionalProperties":false}},"paths":{"type":"array","items":{"type":"string","enum":["c"]}},` +
			`"query":{"description":"what to look for","type":"string","enum":["a","b"]}},"required":["query"]}`,
	} {
		shown := s
		if what == "slim" {
			shown = Slim(s)
		}
		text, err := json.Marshal(shown)
		if err != nil || !same(t, text, want) {
			t.Errorf("%s: %v\n%s", what, err, text)
		}
	}
	if p := s.Properties["limit"]; p.Minimum == nil || p.Description == "" {
		t.Error("the slim form changed the whole one")
	}
}

// Null goes out of what may be one thing or null, on whichever side it stands, and out of nothing else.
func TestNeverNull(t *testing.T) {
	for _, c := range []struct{ types, want []string }{
		{[]string{"null", "integer"}, nil}, {[]string{"integer", "null"}, nil},
		{[]string{"integer", "string"}, []string{"integer", "string"}},
		{[]string{"null", "integer", "string"}, []string{"null", "integer", "string"}},
	} {
		s := &jsonschema.Schema{Types: c.types}
		neverNull(s)
		if alone := c.want == nil; slices.Compare(s.Types, c.want) != 0 || alone != (s.Type == "integer") {
			t.Errorf("%v: %v, %q", c.types, s.Types, s.Type)
		}
	}
	s := &jsonschema.Schema{Properties: map[string]*jsonschema.Schema{"a": {}, "b": {}}, PropertyOrder: []string{"a", "b"},
		Required: []string{"b", "a"}}
	Drop(s, "a")
	if len(s.Properties) != 1 || slices.Compare(s.PropertyOrder, []string{"b"}) != 0 || slices.Compare(s.Required, []string{"b"}) != 0 {
		t.Errorf("%+v", s)
	}
}

// same compares two JSON texts, whatever the order of their members.
func same(t *testing.T, a []byte, b string) bool {
	t.Helper()
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal([]byte(b), &y) != nil {
		t.Fatalf("%s\n%s", a, b)
	}
	left, _ := json.Marshal(x)
	right, _ := json.Marshal(y)
	return string(left) == string(right)
}
