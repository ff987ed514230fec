package warm

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/9aea2451/kb/kb/stale"
)

// doubts tell why notes may no longer say what is so: their confidence has decayed, the code that
// they speak of has changed, or what they cite is gone. What the front matter says itself is told
// elsewhere.
type doubts struct {
	loaded chan struct{}
	lines  map[string]string // by path
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
	go func() {
		defer close(d.loaded)
		v.Keeper.working.RLock()
		defer v.Keeper.working.RUnlock()
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
	}()
	return d
}

func (d *doubts) load(ctx context.Context, v *View, c *Statements) error {
	k := v.Keeper
	if c.err != nil {
		return c.err
	}
	h, head, err := k.History.Whole(ctx)
	if err != nil {
		return nil // nothing is committed yet, or the history cannot be read: that is told by others
	}
	j, err := stale.NewJudge(ctx, k.Repo, c.snap, h, head,
		stale.Options{Now: k.Now(), Names: true, Cache: filepath.Join(k.Repo.StateDir(), "index")})
	if err != nil {
		return err
	}
	defer j.Close()
	notes, err := j.Notes(ctx, nil)
	if err != nil {
		return err
	}
	lines := map[string]string{}
	for i := range notes {
		n := &notes[i]
		n.Keep(func(l stale.Layer) bool { return l != stale.Explicit })
		if n.Score >= stale.Worth {
			lines[n.Path] = n.Line()
		}
	}
	d.lines = lines
	v.KeepDoubts(head, lines)
	return nil
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
