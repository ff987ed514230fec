package write

import (
	"encoding/json"
	"fmt"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/schema"
	"github.com/9aea2451/kb/text/wording"
)

// Schema is kb schema.
func (Verbs) Schema() app.Verb {
	return app.Verb{
		Name: "schema", Place: 200,
		Help:    "Print the JSON Schema of a kind's front matter.",
		Command: &schemaCmd{},
		Answers: []any{SchemaInfo{}},
		Words: map[string]string{
			"schemas": "memory, decision, spec, summary or doc; all are listed when it is left out.",
			"url":     schema.URL("decision"),
		},
	}
}

// schemaCmd prints the JSON Schema of a kind's front matter.
type schemaCmd struct {
	Kind string `arg:"" optional:"" name:"kind" complete:"kind" help:"${schemas}"`
}

// SchemaInfo is the JSON form of a kind's schema.
type SchemaInfo struct {
	Kind   string          `json:"kind"`
	About  string          `json:"about"`
	URL    string          `json:"url"`
	Schema json.RawMessage `json:"schema"`
}

// Run prints one schema, or the kinds that have one.
func (c *schemaCmd) Run(a *app.App) error {
	if c.Kind == "" {
		var infos []SchemaInfo
		for _, kind := range schema.All() {
			info, err := schemaInfo(kind)
			if err != nil {
				return err
			}
			infos = append(infos, info)
		}
		if a.JSON {
			return a.Emit(infos)
		}
		for _, info := range infos {
			a.Printf("%s  %s\n", a.Style.Title(fmt.Sprintf("%-8s", info.Kind)), info.About)
		}
		return nil
	}
	kind, ok := schema.Find(c.Kind)
	if !ok {
		err := fmt.Errorf("no kind is called %q", c.Kind)
		if near := wording.Nearest(c.Kind, kb.Kinds(), 1); len(near) > 0 {
			return app.WithHint(err, "did you mean %s?", near[0])
		}
		return app.WithHint(err, "kb schema lists them")
	}
	info, err := schemaInfo(kind)
	if err != nil {
		return err
	}
	if a.JSON {
		return a.Emit([]SchemaInfo{info})
	}
	a.Verbatim()
	a.Printf("%s", info.Schema)
	return nil
}

// schemaInfo is what is said of a kind, with its schema as JSON.
func schemaInfo(kind schema.Kind) (SchemaInfo, error) {
	text, err := kind.JSON()
	return SchemaInfo{Kind: kind.Name, About: kind.Description, URL: schema.URL(kind.Name), Schema: text}, err
}
