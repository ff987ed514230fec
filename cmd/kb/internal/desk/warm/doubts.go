package warm

import (
	"context"
	"fmt"
	"slices"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/kb/stale"
)

// doubts tell why notes may no longer say what is so: their confidence has decayed, the code that
// they speak of has changed, or what they cite is gone. What the front matter says itself is told
// elsewhere.
type doubts struct {
	loaded chan struct{}
	lines  map[string]string // by path
	all    *desk.StaleNotes  // with every reason; nil where no history tells
	err    error
}

// doubt returns the doubts of the view; it begins to gather them where nobody has.
func (v *View) doubt() *doubts {
	checker := v.Statements()
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.doubts != nil || checker == nil {
		return v.doubts
	}
	d := &doubts{loaded: make(chan struct{})}
	v.doubts = d
	v.Keeper.working.run(func() {
		defer close(d.loaded)
		select {
		case <-checker.loaded:
		case <-v.ctx.Done():
		}
		d.err = v.Keeper.inTurn(v.ctx, checker.wanted, func() error {
			return v.Keeper.Guard("telling what is stale", func() error { return d.load(v.ctx, v, checker) })
		})
		if d.err != nil && v.ctx.Err() == nil {
			v.Keeper.Log(fmt.Sprintf("%sit could not be told which notes are stale: %v", v.Keeper.Prefix(), d.err))
		}
	})
	return d
}

// load judges which notes may no longer hold, once the statements are read, and keeps it for other
// processes.
func (d *doubts) load(ctx context.Context, v *View, c *Statements) error {
	k := v.Keeper
	if c.err != nil {
		return c.err
	}
	past, err := k.HistoryAt(ctx, "")
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
	v.KeepDoubts(past.Head, lines)
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

// Doubted reports whether the doubts of the view are gathered by now. It does not begin to gather them.
func (v *View) Doubted() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.doubts.ready()
}

// ready reports whether the doubts are gathered.
func (d *doubts) ready() bool {
	if d == nil {
		return false
	}
	select {
	case <-d.loaded:
		return true
	default:
		return false
	}
}
