package mcp

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

// doubt gives the doubts of the state; it begins to gather them where nobody has.
func (st *state) doubt() *doubts {
	checker := st.check()
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.doubts != nil || checker == nil {
		return st.doubts
	}
	d := &doubts{loaded: make(chan struct{})}
	st.doubts = d
	go func() {
		defer close(d.loaded)
		st.base.working.RLock()
		defer st.base.working.RUnlock()
		select {
		case <-checker.loaded:
		case <-st.ctx.Done():
		}
		d.err = st.base.inTurn(st.ctx, checker.wanted, func() error {
			return st.base.o.beside("telling what is stale", func() error { return d.load(st.ctx, st.base, checker) })
		})
		if d.err != nil && st.ctx.Err() == nil {
			st.base.o.Log(fmt.Sprintf("%sit could not be told which notes are stale: %v", st.base.prefix(), d.err))
		}
	}()
	return d
}

func (d *doubts) load(ctx context.Context, b *base, c *checker) error {
	if c.err != nil {
		return c.err
	}
	h, head, err := b.chronicle.whole(ctx)
	if err != nil {
		return nil // nothing is committed yet, or the history cannot be read: that is told by others
	}
	j, err := stale.NewJudge(
		ctx,
		b.Repo,
		c.snap,
		h,
		head,
		stale.Options{Now: b.o.Now(), Names: true, Cache: filepath.Join(b.Repo.StateDir(), "index")},
	)
	if err != nil {
		return err
	}
	defer j.Close()
	notes, err := j.Notes(ctx, nil)
	if err != nil {
		return err
	}
	d.lines = map[string]string{}
	for i := range notes {
		n := &notes[i]
		n.Keep(func(l stale.Layer) bool { return l != stale.Explicit })
		if n.Score >= stale.Worth {
			d.lines[n.Path] = n.Line()
		}
	}
	return nil
}

// ready tells that the doubts are gathered.
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

// stale says why a note may no longer be true, "" where nothing says so, or it is not known yet.
func (st *state) stale(_ context.Context, path string) (string, error) {
	if d := st.doubt(); d.ready() {
		return d.lines[path], nil
	}
	return "", nil
}
