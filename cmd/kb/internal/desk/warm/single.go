package warm

import (
	"context"
	"sync"

	"github.com/9aea2451/kb/kb/workers"
)

// single shares the outcome of a function among those that ask at one time. Who asks while it runs
// gets the outcome of the next run: what has begun may have missed what the caller has just done.
type single[T any] struct {
	mu      sync.Mutex
	running *flight[T]
	next    *flight[T]
}

// flight is one run of a function, with what it returned or how it broke.
type flight[T any] struct {
	done  chan struct{}
	value T
	panic *workers.Panic // goes on in everybody who waits
}

// land runs f for those that wait.
func (fl *flight[T]) land(f func() T) {
	fl.panic = workers.Carry(func() { fl.value = f() })
	close(fl.done)
}

// outcome is what the run of f gave.
func (fl *flight[T]) outcome() T {
	if fl.panic != nil {
		panic(fl.panic)
	}
	return fl.value
}

// do returns the outcome of a run of f that begins after the call of do.
func (s *single[T]) do(ctx context.Context, f func() T) (T, error) {
	s.mu.Lock()
	fl := s.next
	switch {
	case fl != nil:
	case s.running == nil:
		fl = &flight[T]{done: make(chan struct{})}
		s.running = fl
		s.mu.Unlock()
		return s.first(fl, f), nil
	default:
		fl = &flight[T]{done: make(chan struct{})}
		s.next = fl
	}
	s.mu.Unlock()
	select {
	case <-fl.done:
		return fl.outcome(), nil
	case <-ctx.Done():
		var zero T
		return zero, ctx.Err()
	}
}

// first runs f for the flight of the caller, and has those that have queued up meanwhile run by another.
func (s *single[T]) first(fl *flight[T], f func() T) T {
	fl.land(f)
	s.mu.Lock()
	if s.running, s.next = s.next, nil; s.running != nil {
		go s.run(s.running, f)
	}
	s.mu.Unlock()
	return fl.outcome()
}

// run runs f for a flight, and for the one that has queued up meanwhile.
func (s *single[T]) run(fl *flight[T], f func() T) {
	for fl != nil {
		fl.land(f)
		s.mu.Lock()
		fl, s.next = s.next, nil
		s.running = fl
		s.mu.Unlock()
	}
}
