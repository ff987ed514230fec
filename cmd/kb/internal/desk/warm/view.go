package warm

import (
	"context"
	"sync"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/incode"
	"github.com/9aea2451/kb/index"
)

// View is a view that is kept open for as long as somebody uses it, with what is read ahead of it.
// Release what Acquire, Newest and Past return.
type View struct {
	*desk.View
	Keeper *Keeper
	ctx    context.Context // ends when nobody uses the view any more
	end    context.CancelFunc

	mu         sync.Mutex
	users      int // 1 while it is the current one, and one for each caller
	statements *Statements
	doubts     *doubts
}

// view makes a view whose doubts are those that were gathered in the background, nil until then.
func (k *Keeper) view(id string, s *index.Searcher, at desk.Moment) *View {
	v := &View{View: k.Desk.View(id, s, at), Keeper: k, users: 1}
	if at.Commit == "" {
		v.Code = func(ctx context.Context, files []string, task string) ([]index.Hit, error) {
			if !incode.Known(k.Desk) {
				return nil, nil
			}
			return incode.For(ctx, k.Desk, files, task, nil)
		}
	}
	v.Doubts = func() map[string]string {
		if d := v.doubt(); d != nil && isClosed(d.loaded) {
			return d.lines
		}
		return nil
	}
	v.ctx, v.end = context.WithCancel(k.ctx)
	return v
}

// Use counts one more user; nil stays nil.
func (v *View) Use() *View {
	if v == nil {
		return nil
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.users++
	return v
}

// Release counts one user less. The last one closes the view.
func (v *View) Release() {
	if v == nil {
		return
	}
	v.mu.Lock()
	v.users--
	last := v.users == 0
	v.mu.Unlock()
	if last {
		v.end()
		v.Searcher.Close()
	}
}

// idle reports whether no caller uses the view.
func (v *View) idle() bool {
	if v == nil {
		return false
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.users == 1
}
