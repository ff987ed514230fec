package mcp

import (
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
)

var update = flag.Bool("update", false, "write docs/schema/mcp-answers.json")

// The schemas of structured answers that are published are those of the program.
func TestSchemasOfAnswers(t *testing.T) {
	schemas := map[string]*jsonschema.Schema{}
	for tool, schema := range serve(t, sample(t)).answers {
		schemas[tool] = schema()
	}
	want, err := json.MarshalIndent(schemas, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	want = append(want, '\n')
	if *update {
		if err := os.WriteFile(answersFile, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(answersFile); err != nil || string(got) != string(want) {
		t.Errorf(
			"docs/schema/mcp-answers.json is not of this program (%v): go test ./cmd/kb/internal/mcp -run SchemasOfAnswers -update",
			err,
		)
	}
}
