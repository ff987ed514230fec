package session

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
)

// Where very many commits are to be read an answer does without, and says so; a verb that must be
// exact waits all the same.
func TestFarHistoryIsPending(t *testing.T) {
	var said bytes.Buffer
	a := app.New(app.World{Stdout: &bytes.Buffer{}, Stderr: &said, Getenv: func(string) string { return "" }, Now: time.Now}, app.Globals{})
	r := &recollection{look: func() {}, begin: func() {}, looked: make(chan struct{}), done: make(chan struct{}), far: make(chan struct{})}
	close(r.looked)
	close(r.far)
	r.unread.Store(mostUnread + 1)
	if r.wait(a) || !strings.Contains(said.String(), "50001 commits are new. Read it with: kb index") {
		t.Errorf("it waited, or said %q", said.String())
	}
	a.Patient = true
	go func() { r.ready = true; close(r.done) }()
	if !r.wait(a) {
		t.Error("a patient verb did not wait")
	}
}
