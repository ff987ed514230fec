package mcp

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// A panic, in a tool, in a resource or beside the calls, is told with its stack and ends neither
// the server nor its index.
func TestPanicEndsTheCallAlone(t *testing.T) {
	r := sample(t)
	var broken atomic.Bool
	said := make(chan string, 100)
	s := serveWith(t, func(o *Options) {
		o.Now = func() time.Time {
			if broken.Load() {
				panic("the clock is broken")
			}
			return clock()
		}
		o.Roots[0].Desk.Now = o.Now
		o.Log = func(m string) { said <- m }
	}, r)
	cs := connect(t, s, "", nil)
	search := &sdk.CallToolParams{Name: "search", Arguments: map[string]any{"query": "sessions"}}
	if res, err := cs.CallTool(t.Context(), search); err != nil || res.IsError {
		t.Fatalf("at first: %v, %+v", err, res)
	}
	broken.Store(true)
	res, err := cs.CallTool(t.Context(), search)
	if err != nil || !res.IsError || !strings.Contains(res.Content[0].(*sdk.TextContent).Text, "kb has a fault") {
		t.Errorf("in a tool: %v, %+v", err, res)
	}
	if _, err := cs.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "kb://decisions"}); err == nil ||
		!strings.Contains(err.Error(), "kb has a fault") {
		t.Errorf("in a resource: %v", err)
	}
	r.write("docs/new.md", "# New\n\nA llama is an animal.\n")
	cs.CallTool(t.Context(), search) // updates the index, which fails beside the calls
	broken.Store(false)
	if res, err := cs.CallTool(t.Context(), search); err != nil || res.IsError {
		t.Errorf("afterwards: %v, %+v", err, res)
	}
	if first := <-said; !strings.Contains(first, "the clock is broken") || !strings.Contains(first, "fault_test.go") ||
		!strings.Contains(first, "/issues") {
		t.Errorf("the server said %s", first)
	}
}
