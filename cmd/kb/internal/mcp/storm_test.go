package mcp

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Who waits for the history holds up nobody else, and can be called off.
func TestWaitingCallsLeaveTheirSlots(t *testing.T) {
	s := serve(t, sample(t))
	cs := connect(t, s, "", nil)
	ask(t, cs, "memory_stats")
	release := s.bases[0].History.Hold(t.Context()) // the history is being read
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	for range 2 * cap(s.slots.Free) {
		go func() {
			_, err := cs.CallTool(ctx, &sdk.CallToolParams{Name: "history", Arguments: map[string]any{"note": "docs/sessions.md"}})
			ended <- err
		}()
	}
	time.Sleep(50 * time.Millisecond) // so that they most likely wait
	if a := ask(t, cs, "search", "query", "sessions"); a.fail || len(a.hits()) == 0 {
		t.Errorf("%s", a.text)
	}
	cancel()
	for range 2 * cap(s.slots.Free) {
		if err := <-ended; err == nil {
			t.Error("a call that was called off was answered")
		}
	}
	release()
	if a := ask(t, cs, "history", "note", "docs/sessions.md"); a.fail {
		t.Errorf("%s", a.text)
	}
}

// An index that is deleted while the server runs is built anew, and followed.
func TestDeletedIndexIsBuiltAnew(t *testing.T) {
	r := sample(t)
	cs := connect(t, serve(t, r), "", nil)
	ask(t, cs, "search", "query", "sessions")
	// Moved away, it is gone at once; what the server still writes could keep a folder from being removed.
	if err := os.Rename(filepath.Join(r.dir, ".git", "kb", "index"), filepath.Join(r.dir, ".git", "gone")); err != nil {
		t.Fatal(err)
	}
	r.write("docs/tea.md", "# Tea\n\nTea comes from a samovar.\n")
	if a := ask(t, cs, "search", "query", "samovar", "mode", "keyword"); !slices.Equal(a.hits(), []string{"docs/tea.md"}) {
		t.Errorf("%s", a.text)
	}
}
