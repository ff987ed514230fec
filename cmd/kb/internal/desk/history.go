package desk

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"
	"time"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/history"
)

// History is the recorded history of a repository up to HEAD, opened when it is first read. It may
// be used from several goroutines.
//
// A server reads what is new whenever the repository changes, and its calls wait for that (Settled).
// A desk that answers once reads it beside the answer, from Start on; what needs it waits (Known).
type History struct {
	repo   *kb.Repo
	asIs   bool          // nothing new is read
	beside *beside       // how it is read beside one answer; nil for a server
	busy   chan struct{} // held while it is read

	mu      sync.Mutex
	history *history.History
	head    string // commit up to which it is read, "" for none
	unread  int    // commits that were new when the last reading began
	failed  error
	lives   map[string]*history.Summary // of notes in head's tree, by path
	touched map[git.File]history.Touch  // as of head
	reading bool
	round   *round // of the reading that began last; nil before the first
}

// round is one reading of what is new.
type round struct{ done, far chan struct{} } // closed when it has ended, and when it has more to read than an answer waits for

// How long an answer waits for the history: see Settled.
const (
	mostUnread  = 50_000      // commits, which take ten seconds or twenty
	historyWait = time.Second // a commit is read in milliseconds; what takes longer, an answer does without
)

// mostLives is how many summaries of notes are kept.
const mostLives = 20_000

// ErrNoCommits is the error about the history of a repository that has none.
var ErrNoCommits = errors.New("this repository has no commits yet")

// Begin says that a reading begins of which answers wait for the end; done ends it, and reports
// whether the one before failed in the same way. It is nil while another reading is on.
func (h *History) Begin() (done func(err error) (again bool)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.reading {
		return nil
	}
	h.reading = true
	now := &round{make(chan struct{}), make(chan struct{})}
	h.round = now
	return func(err error) bool {
		h.mu.Lock()
		defer h.mu.Unlock()
		again := err != nil && h.failed != nil && err.Error() == h.failed.Error()
		h.failed, h.reading = err, false
		close(now.done)
		return again
	}
}

// measure hears how many commits there are to read.
func (h *History) measure(done, total int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if done == 0 {
		h.unread = total
	}
	if done == 0 && total > mostUnread && h.round != nil && !isClosed(h.round.far) {
		close(h.round.far)
	}
	if b := h.beside; b != nil && b.waited.Load() {
		b.o.Progress("history", done, total)
	}
}

// isClosed reports whether a channel is closed, without waiting.
func isClosed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// Settled waits a moment for the end of the reading that began last, and reports whether the history is read.
func (h *History) Settled(ctx context.Context) bool {
	h.mu.Lock()
	now := h.round
	h.mu.Unlock()
	if now != nil && !isClosed(now.done) {
		timer := time.NewTimer(historyWait)
		defer timer.Stop()
		select {
		case <-now.done:
		case <-timer.C:
		case <-ctx.Done():
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return now != nil && isClosed(now.done) && h.failed == nil
}

// Read reads what HEAD has that is not read yet.
func (h *History) Read(ctx context.Context) error {
	select {
	case h.busy <- struct{}{}:
		defer func() { <-h.busy }()
	case <-ctx.Done():
		return ctx.Err()
	}
	head, err := h.repo.Head(ctx)
	if err != nil || head == "" {
		return err
	}
	opened, err := h.open(ctx)
	if err != nil || head == h.Head() && opened.Has(ctx, head) { // others may have begun anew
		return err
	}
	opened.Progress = h.measure
	var report history.Report
	if !h.asIs {
		report, err = opened.Update(ctx, head)
	}
	if !opened.Has(ctx, head) { // another process may have read what this one could not
		return err
	}
	h.mu.Lock()
	from, lives := h.head, maps.Clone(h.lives)
	h.mu.Unlock()
	if report.Rebuilt {
		lives = nil
	}
	lives = opened.Carry(ctx, from, head, lives)
	h.mu.Lock()
	h.head, h.lives, h.touched = head, lives, map[git.File]history.Touch{}
	h.mu.Unlock()
	return nil
}

// open opens the history, once. The caller holds busy.
func (h *History) open(ctx context.Context) (*history.History, error) {
	h.mu.Lock()
	opened := h.history
	h.mu.Unlock()
	if opened != nil {
		return opened, nil
	}
	opened, err := history.Open(ctx, h.repo, "")
	if err != nil {
		return nil, err
	}
	h.mu.Lock()
	h.history = opened
	h.mu.Unlock()
	return opened, nil
}

// Head returns the commit up to which the history is read, "" while it is not.
func (h *History) Head() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.head
}

// Whole returns the history for questions that cannot do without, and the commit to ask about. A
// first reading is waited for, however long it takes.
func (h *History) Whole(ctx context.Context) (*history.History, string, error) {
	if err := h.Read(ctx); err != nil {
		return nil, "", historyError(err)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.head == "" {
		return nil, "", ErrNoCommits
	}
	return h.history, h.head, nil
}

// historyError says that an error is about reading the history, where it does not say so itself.
func historyError(err error) error {
	if errors.Is(err, history.ErrBusy) {
		return err
	}
	return fmt.Errorf("read the history: %w", err)
}

// Life sums up the history of a note as of HEAD; nil where it is not known (yet).
func (h *History) Life(ctx context.Context, path string) *history.Summary {
	h.mu.Lock()
	opened, head := h.history, h.head
	known, ok := h.lives[path]
	reading := h.reading // the history is locked meanwhile
	h.mu.Unlock()
	if ok || head == "" || reading {
		return known
	}
	var life *history.Summary
	sum, err := opened.FirstLast(ctx, head, path)
	if err != nil {
		return nil // which the next one who asks may be told
	}
	if sum.Last != nil {
		life = &sum
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.head == head && len(h.lives) < mostLives {
		h.lives[path] = life
	}
	return life
}

// recorded returns the history as far as it is read, nil while it is not or is being read.
func (h *History) recorded() *history.History {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.head == "" || h.reading {
		return nil
	}
	return h.history
}

// Reach is how far a history is read.
type Reach struct {
	Head    string // commit up to which it is read, "" for none
	Commits int    // that are recorded
	Reading bool
	Failed  error // why the last reading failed
}

// Reach reports how far the history is read.
func (h *History) Reach() Reach {
	h.mu.Lock()
	defer h.mu.Unlock()
	r := Reach{Head: h.head, Reading: h.reading, Failed: h.failed}
	if h.head != "" {
		r.Commits = h.history.Recorded()
	}
	return r
}

// Limits says what cannot be known of the history, such as what a shallow clone lacks.
func (h *History) Limits(ctx context.Context) []string {
	h.mu.Lock()
	opened, head := h.history, h.head
	h.mu.Unlock()
	if head == "" {
		return nil
	}
	l, err := opened.Limits(ctx, head)
	if err != nil {
		return nil
	}
	return l.Messages()
}

// closeWait is how long the end of a desk waits for a reading to break off.
const closeWait = 5 * time.Second

// Hold keeps the history from being read until release is called. It waits for a reading at most as
// long as ctx lasts; release is nil then.
func (h *History) Hold(ctx context.Context) (release func()) {
	select {
	case h.busy <- struct{}{}:
		return func() { <-h.busy }
	case <-ctx.Done():
		return nil
	}
}

// Close ends the use of the history. A reading whose context has ended is waited for, for a few
// seconds, so that nothing is written any more afterwards.
func (h *History) Close() {
	ctx, cancel := context.WithTimeout(context.Background(), closeWait)
	defer cancel()
	release := h.Hold(ctx)
	if release == nil {
		return
	}
	defer release()
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.history != nil {
		h.history.Close()
		h.history, h.head = nil, ""
	}
}
