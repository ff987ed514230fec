package mcp

import (
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// A call waits for the history, however long it is being read; a quick one does not, and says that
// it is pending.
func TestCallsWaitForTheHistory(t *testing.T) {
	r := sample(t)
	s := serve(t, r)
	c := s.bases[0].History
	release := c.Hold(t.Context()) // another reads
	r.write("docs/new.md", "# New\n\nA llama is an animal.\n")
	r.commit("Add what is not read yet")
	cs := connect(t, s, "", nil)
	ask := func(quick bool) *sdk.CallToolResult {
		res, err := cs.CallTool(t.Context(),
			&sdk.CallToolParams{Name: "search", Arguments: map[string]any{"query": "sessions", "quick": quick, "format": "json"}})
		if err != nil || res.IsError {
			t.Fatalf("%v, %+v", err, res)
		}
		return res
	}
	commit := func(res *sdk.CallToolResult) (any, any) {
		answer := res.StructuredContent.(map[string]any)
		return answer["hits"].([]any)[0].(map[string]any)["commit"], answer["provenance_pending"]
	}
	if _, pending := commit(ask(true)); pending != true {
		t.Errorf("quick: pending %v", pending)
	}
	answered := make(chan *sdk.CallToolResult, 1)
	go func() { answered <- ask(false) }()
	release()
	if id, pending := commit(<-answered); id == nil || pending != nil {
		t.Errorf("commit %v, pending %v", id, pending)
	}
}
