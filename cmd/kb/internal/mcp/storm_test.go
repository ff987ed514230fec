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

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Who waits for the history holds up nobody else, and can be called off.
func TestWaitingCallsLeaveTheirSlots(t *testing.T) {
	s := serve(t, sample(t))
	cs := connect(t, s, "", nil)
	ask(t, cs, "memory_stats")
	busy := s.bases[0].chronicle.busy
	busy <- struct{}{} // the history is being read
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	for range 2 * cap(s.slots) {
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
	for range 2 * cap(s.slots) {
		if err := <-ended; err == nil {
			t.Error("a call that was called off was answered")
		}
	}
	<-busy
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
	reading := s.bases[0].reading
	reading <- struct{}{}
	ask(t, cs, "search", "query", "sessions")
	before := runtime.NumGoroutine()
	for i := range 10 {
		r.write("docs/sessions.md", fmt.Sprintf("# Sessions\n\nUser sessions expire after %d hours.\n", i))
		ask(t, cs, "search", "query", "sessions")
	}
	eventually(t, "only the last state waits to be read", func() bool { return runtime.NumGoroutine() <= before+2 })
	<-reading
	if a := ask(t, cs, "check_statement", "statement", "User sessions expire after 30 minutes."); a.data["verdict"] != "contradicts" {
		t.Errorf("%s", a.text)
	}
}

func TestStorm(t *testing.T) {
	now := time.Now()
	update := func(ago, took time.Duration) span { return span{now.Add(-ago), now.Add(took - ago)} }
	for name, c := range map[string]struct {
		lately  []span
		running bool
		want    bool
	}{
		"nothing yet":            {nil, false, false},
		"few":                    {[]span{update(4*time.Second, time.Second), update(2*time.Second, time.Second)}, true, false},
		"one after another":      {[]span{update(6*time.Second, time.Second), update(4*time.Second, time.Second), update(2*time.Second, time.Second)}, false, true},
		"quick ones":             {[]span{update(300*time.Millisecond, 80*time.Millisecond), update(200*time.Millisecond, 80*time.Millisecond), update(100*time.Millisecond, 80*time.Millisecond)}, false, false},
		"now and then":           {[]span{update(60*time.Second, time.Second), update(30*time.Second, time.Second), update(2*time.Second, time.Second)}, false, false},
		"over":                   {[]span{update(12*time.Second, 2*time.Second), update(10*time.Second, 2*time.Second), update(8*time.Second, 2*time.Second)}, false, false},
		"long, and not over yet": {[]span{update(40*time.Second, 9*time.Second), update(30*time.Second, 9*time.Second), update(20*time.Second, 9*time.Second)}, true, true},
	} {
		b := &base{o: &Options{Patience: time.Second}, lately: c.lately}
		if c.running {
			b.running = &run{began: now}
		}
		if got := b.storm(); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// A call waits its whole patience only for an update that has just begun.
func TestPatience(t *testing.T) {
	b := &base{o: &Options{Patience: 3 * time.Second}}
	if b.patience() != 3*time.Second {
		t.Error(b.patience())
	}
	b.running = &run{began: time.Now().Add(-time.Minute)}
	if b.patience() >= time.Second {
		t.Error(b.patience())
	}
}

// Who listens while nothing changes has nothing scanned.
func TestListeningScansNothing(t *testing.T) {
	s := serve(t, sample(t))
	b := s.bases[0]
	ask(t, connect(t, s, "", nil), "memory_stats")
	last := func() time.Time {
		b.mu.Lock()
		defer b.mu.Unlock()
		return b.scanned
	}
	var before time.Time
	eventually(t, "the server is at rest", func() bool {
		b.glance(t.Context())
		quiet := last().Equal(before)
		before = last()
		return quiet
	})
	for range 100 {
		b.glance(t.Context())
	}
	b.working.Lock() // what a glance began has ended
	defer b.working.Unlock()
	if !last().Equal(before) {
		t.Error("a glance at a repository that has not changed began an update")
	}
}

// A question about the past that waits for another can be called off.
func TestQuestionsAboutThePastCanBeCalledOff(t *testing.T) {
	s := serve(t, sample(t))
	cs := connect(t, s, "", nil)
	ask(t, cs, "memory_stats")
	busy := s.bases[0].pasts.busy
	busy <- struct{}{}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := cs.CallTool(ctx, &sdk.CallToolParams{Name: "search", Arguments: map[string]any{"query": "sessions", "at": "HEAD"}}); err == nil {
		t.Error("it was answered")
	}
	<-busy
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
