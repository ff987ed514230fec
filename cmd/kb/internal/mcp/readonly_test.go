package mcp

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/filestate"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// everything tells what a repository holds but for kb's own folder.
func (r *repository) everything() map[string]string {
	r.t.Helper()
	state, err := filestate.Of(r.dir, filepath.Join(r.dir, ".git", "kb"))
	if err != nil {
		r.t.Fatal(err)
	}
	return state
}

// Whatever is asked, the work tree, git's index, refs and objects stay byte for byte as they are.
func TestNothingIsWritten(t *testing.T) {
	if testing.Short() {
		t.Skip("one call after the other: nothing for the race detector")
	}
	r := sample(t)
	r.write("docs/dirty.md", "# Dirty\n\nNot committed.\n")
	r.write("docs/sessions.md", "# Sessions\n\nUser sessions expire after 13 hours.\n")
	before := r.everything()
	s := serve(t, r)
	for _, era := range eras() {
		cs := connect(t, s, era, nil)
		list, err := cs.ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, tool := range list.Tools {
			for _, text := range []string{"docs/sessions.md", "sessions", "../../etc/passwd", "$(touch x)", "--output=x", "HEAD", ""} {
				args := map[string]any{}
				for name, property := range tool.InputSchema.(map[string]any)["properties"].(map[string]any) {
					switch property.(map[string]any)["type"] {
					case "string":
						if property.(map[string]any)["enum"] == nil && !slices.Contains([]string{"after", "before", "cursor"}, name) {
							args[name] = text
						}
					case "array":
						if name == "files" || name == "path" {
							args[name] = []string{text}
						}
					}
				}
				if _, err := cs.CallTool(t.Context(), &sdk.CallToolParams{Name: tool.Name, Arguments: args}); err != nil {
					t.Errorf("%s %v: %v", tool.Name, args, err)
				}
			}
		}
		cs.GetPrompt(
			t.Context(),
			&sdk.GetPromptParams{
				Name:      "propose_memory",
				Arguments: map[string]string{"text": "We learned this.", "title": "../../x", "tags": "a,b"},
			},
		)
		cs.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "kb://decisions"})
	}
	eventually(t, "all is read", func() bool {
		return !strings.Contains(ask(t, connect(t, s, "", nil), "search", "query", "sessions").text, "told yet of")
	})
	s.Close()
	for _, change := range filestate.Changes(before, r.everything()) {
		t.Error(change)
	}
}

// When the server is closed nothing of it works on: what it kept can be deleted.
func TestCloseEndsAllWork(t *testing.T) {
	for i := range 20 {
		r := sample(t)
		s := serve(t, r)
		cs := connect(t, s, "", nil)
		if i%2 == 1 {
			ask(t, cs, "search", "query", "sessions") // else the first index is being built
		}
		s.Close()
		if err := os.RemoveAll(r.dir); err != nil {
			t.Fatal(err)
		}
	}
}
