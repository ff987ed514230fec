package panel

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
)

// Until what is new is there, a page waits so long, where there is something older to show and where
// there is nothing.
const (
	waitNewer = 400 * time.Millisecond
	waitFirst = 1500 * time.Millisecond
	tryAgain  = 10 * time.Second // after it failed
)

// errPending is the error about what is being made for the first time.
var errPending = errors.New("this is being made for the first time, which takes a while in a large repository")

// kept is something that is made of a view beside the pages, and the newest of it. The zero value is
// ready.
type kept[T any] struct {
	mu    sync.Mutex
	of    string // the state that value or err is of, "" before the first
	value T      // before the first: what there is of it so far
	any   bool   // there is a value, of this state or an earlier one
	err   error
	began time.Time     // when what is being made was begun
	ended time.Time     // when it was made, or failed
	busy  chan struct{} // closed when what is being made is there; nil while nothing is
}

// state names what is made of the notes alone, on a day.
func state(v *warm.View) string { return v.ID + " " + v.Today().Format(time.DateOnly) }

// dated names what is made of the notes and of the history, too.
func dated(v *warm.View) string { return state(v) + " " + v.History.Head() }

// get returns what is kept of a view, made now where it is not yet. current is false where that takes
// longer than a page waits: then it is of an earlier state, or err is errPending and value what is there so far.
func get[T any](
	ctx context.Context, p *Panel, v *warm.View, state, what string, k *kept[T], build func(context.Context, *warm.View) (T, error),
) (value T, current bool, err error) {
	k.mu.Lock()
	wait := waitNewer
	if !k.any {
		wait = waitFirst
	}
	if p.o.Static {
		wait = time.Hour
	}
	if k.err != nil && time.Since(k.ended) > tryAgain {
		k.of = ""
	}
	var timer *time.Timer
	for k.of != state {
		if k.busy == nil {
			k.begin(p, v.Use(), what, state, build)
		}
		busy := k.busy
		if timer == nil {
			timer = time.NewTimer(time.Until(k.began.Add(wait))) // what takes longer is waited for once, and not by each page
			defer timer.Stop()
		}
		k.mu.Unlock()
		ended := false
		select {
		case <-busy:
		case <-timer.C:
			ended = true
		case <-ctx.Done():
			return value, false, ctx.Err()
		}
		k.mu.Lock()
		if ended {
			break
		}
	}
	defer k.mu.Unlock()
	switch current = k.of == state; {
	case current && k.err != nil:
		return value, true, k.err
	case !k.any:
		return k.value, false, errPending
	}
	return k.value, current, nil
}

// sofar keeps a part of the first value, while it is made.
func (k *kept[T]) sofar(p *Panel, part T) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.any {
		k.value = part
		p.made.Add(1)
	}
}

// begin makes the value of a view beside the pages, and releases the view. The caller holds the lock.
func (k *kept[T]) begin(p *Panel, v *warm.View, what, state string, build func(context.Context, *warm.View) (T, error)) {
	done := make(chan struct{})
	k.busy, k.began = done, time.Now()
	go func() {
		defer v.Release()
		var value T
		err := p.beside(what, func() (err error) {
			value, err = build(p.ctx, v)
			return err
		})
		k.mu.Lock()
		defer k.mu.Unlock()
		k.of, k.err, k.busy, k.ended = state, err, nil, time.Now()
		if err == nil {
			k.value, k.any = value, true
		} else if p.ctx.Err() == nil {
			p.o.Log(what + ": " + err.Error())
		}
		p.made.Add(1)
		close(done)
	}()
}
