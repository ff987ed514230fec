package mcp

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
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
	if a := ask(t, cs, "search", "query", "sessions", "quick", true); a.fail || len(a.hits()) == 0 {
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

// What is read of the whole repository for one state is not read any more when another has taken its place.
func TestOldStatesAreNotRead(t *testing.T) {
	r := sample(t)
	s := serve(t, r)
	cs := connect(t, s, "", nil)
	ask(t, cs, "memory_stats")
	release := warm.Probe{Keeper: s.bases[0]}.HoldStatements()
	ask(t, cs, "search", "query", "sessions", "quick", true)
	before := runtime.NumGoroutine()
	for i := range 10 {
		r.write("docs/sessions.md", fmt.Sprintf("# Sessions\n\nUser sessions expire after %d hours.\n", i))
		ask(t, cs, "search", "query", "sessions", "quick", true)
	}
	eventually(t, "only the last state waits to be read", func() bool { return runtime.NumGoroutine() <= before+2 })
	release()
	if a := ask(t, cs, "check_statement", "statement", "User sessions expire after 30 minutes."); a.data["verdict"] != "contradicts" {
		t.Errorf("%s", a.text)
	}
}

// Who listens while nothing changes has nothing scanned.
func TestListeningScansNothing(t *testing.T) {
	s := serve(t, sample(t))
	b := warm.Probe{Keeper: s.bases[0]}
	ask(t, connect(t, s, "", nil), "memory_stats")
	var before time.Time
	eventually(t, "the server is at rest", func() bool {
		b.Glance(t.Context())
		quiet := b.Scanned(false).Equal(before)
		before = b.Scanned(false)
		return quiet
	})
	for range 100 {
		b.Glance(t.Context())
	}
	if !b.Scanned(true).Equal(before) { // what a glance began has ended
		t.Error("a glance at a repository that has not changed began an update")
	}
}

// A question about the past that waits for another can be called off.
func TestQuestionsAboutThePastCanBeCalledOff(t *testing.T) {
	s := serve(t, sample(t))
	cs := connect(t, s, "", nil)
	ask(t, cs, "memory_stats")
	release := warm.Probe{Keeper: s.bases[0]}.HoldPast()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := cs.CallTool(ctx, &sdk.CallToolParams{Name: "search",
		Arguments: map[string]any{"query": "sessions", "at": "HEAD"}}); err == nil {
		t.Error("it was answered")
	}
	release()
	if a := ask(t, cs, "search", "query", "sessions", "at", "HEAD"); a.fail {
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
