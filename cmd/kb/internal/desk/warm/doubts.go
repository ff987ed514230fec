package warm

import (
	"context"
	"fmt"
	"slices"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/stale"
)

// doubts are what speaks against the notes of a view: what contradicts them, and why they may no longer say what is
// so, as their confidence has decayed, the code that they speak of has changed, or what they cite is gone. What the front
// matter says itself is told elsewhere.
type doubts struct {
	view   *View
	state  []string          // of the view when they began to be gathered
	judged chan struct{}     // closed when it is known what contradicts what: see disputes
	loaded chan struct{}     // closed when the rest is known
	lines  map[string]string // why a note may no longer be true, by path
	all    *desk.StaleNotes  // with every reason; nil where no history tells, or the lines were kept
	err    error
}

// doubt returns the doubts of the view, nil for one of the past; it begins to gather them where nobody has. What was kept
// of this state is there at once.
func (v *View) doubt() *doubts {
	if v.At.Commit != "" {
		return nil
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.doubts != nil {
		return v.doubts
	}
	k := v.Keeper
	d := &doubts{view: v, state: v.State(true), judged: make(chan struct{}), loaded: make(chan struct{})}
	v.doubts = d
	if !k.Unjudged {
		if d.lines = v.KeptDoubts(); d.lines != nil {
			close(d.loaded)
		}
		if kept := v.KeptDisputes(); kept != nil {
			k.disputes.know(kept, true)
			close(d.judged)
		}
	}
	if !isClosed(d.loaded) || !isClosed(d.judged) {
		k.working.run(d.gather)
	}
	return d
}

// gather judges what was not kept, once the statements are read: what contradicts what last, as that takes longest.
func (d *doubts) gather() {
	v := d.view
	k, c := v.Keeper, v.Statements()
	select {
	case <-c.loaded:
	case <-v.ctx.Done():
	}
	if !isClosed(d.loaded) {
		d.err = k.inTurn(v.ctx, c.wanted, func() error {
			return k.Guard("telling what is stale", func() error { return d.load(v.ctx, c) })
		})
		close(d.loaded)
	}
	if d.err != nil && v.ctx.Err() == nil {
		k.Log(fmt.Sprintf("%sit could not be told which notes are stale: %v", k.Prefix(), d.err))
	}
	if isClosed(c.loaded) && c.err == nil && !k.Unjudged && !isClosed(d.judged) {
		k.disputes.follow(d)
	}
}

// stands reports whether what was judged is of the very state that it would be kept for: notes or settings may
// have changed since the view was opened.
func (d *doubts) stands() bool {
	s := d.view.statements.snap
	return len(d.view.Searcher.Paths()) == len(s.Entries) && slices.Equal(d.state, d.view.State(true)) &&
		!slices.ContainsFunc(s.Entries, func(e *snapshot.Entry) bool { return d.view.Searcher.Blob(e.File.Path) != e.File.Blob })
}

// load judges which notes may no longer hold, once the statements are read, and keeps it for other
// processes.
func (d *doubts) load(ctx context.Context, c *Statements) error {
	if c.err != nil {
		return c.err
	}
	past, err := d.view.HistoryAt(ctx, "")
	if err != nil || past.Head == "" {
		return nil // that the history cannot be read is told by others
	}
	least := c.snap.Tree.Config.Ranking().Stale
	all, err := past.Stale(ctx, c.snap, desk.StaleRequest{Inactive: true, Least: &least})
	if err != nil {
		return err
	}
	lines := map[string]string{}
	for _, note := range all.Notes {
		note.Reasons = slices.Clone(note.Reasons)
		note.Keep(func(l stale.Layer) bool { return l == stale.Confidence || l == stale.Churn || l == stale.Reference })
		if len(note.Reasons) > 0 && note.Score >= least {
			lines[note.Path] = note.Line()
		}
	}
	d.all = all
	d.lines = lines
	if past.Head == d.view.Searcher.Commit() && d.stands() {
		d.view.KeepDoubts(d.view.State(len(all.Unknown) == 0), lines)
	}
	return nil
}

// Stale returns which notes of the work tree may no longer hold, by every reason, once all are judged;
// nil where there is no history. It waits for that.
func (v *View) Stale(ctx context.Context) (*desk.StaleNotes, error) {
	d := v.doubt()
	if d == nil {
		return nil, nil
	}
	v.Statements().want.Do(func() { close(v.Statements().wanted) })
	select {
	case <-d.loaded:
		return d.all, d.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Doubted reports whether it is told by now why notes of the view may no longer be true. It does not begin to gather that.
func (v *View) Doubted() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.doubts != nil && isClosed(v.doubts.loaded)
}

// isClosed reports whether a channel is closed, without waiting.
func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
