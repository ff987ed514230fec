package wire

import (
	"context"
	"errors"
)

// Slots are the rights of calls to work. Only so many calls work at one time, so that many at once
// do not slow each other down.
type Slots struct {
	Free  chan struct{}
	ended context.Context // of the server's life
}

// NewSlots makes room for n calls at once, until the life of the server ends.
func NewSlots(n int, life context.Context) *Slots {
	return &Slots{Free: make(chan struct{}, n), ended: life}
}

// Slot is the right of one call, which gives it to others while it waits for something, such as an
// update of the index.
type Slot struct {
	Of   *Slots // nil for a call that needs none: one that works for a prompt
	held bool
}

// errClosing answers a call that comes while the server ends.
var errClosing = errors.New("the server is ending")

// take waits for a free slot.
func (s *Slot) take(ctx context.Context) error {
	if s.Of == nil || s.held {
		return ctx.Err()
	}
	select {
	case s.Of.Free <- struct{}{}:
		s.held = true
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-s.Of.ended.Done():
		return errClosing
	}
}

// Leave frees the slot, if it is held.
func (s *Slot) Leave() {
	if s.held {
		<-s.Of.Free
		s.held = false
	}
}

// Aside waits for something without the slot, and takes one again.
func (s *Slot) Aside(ctx context.Context, wait func() error) error {
	s.Leave()
	if err := wait(); err != nil {
		return err
	}
	return s.take(ctx)
}
