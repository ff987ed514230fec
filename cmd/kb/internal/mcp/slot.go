package mcp

import "context"

// slot is the right of a call to work. Only so many calls work at one time, so that many at once do
// not slow each other down; who waits for something, such as an update of the index, gives its slot
// to others meanwhile.
type slot struct {
	server *Server // nil for a call that needs none: one that works for a prompt
	held   bool
}

// take waits for a free slot.
func (s *slot) take(ctx context.Context) error {
	if s.server == nil || s.held {
		return ctx.Err()
	}
	select {
	case s.server.slots <- struct{}{}:
		s.held = true
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-s.server.ctx.Done():
		return errClosing
	}
}

// leave frees the slot, if it is held.
func (s *slot) leave() {
	if s.held {
		<-s.server.slots
		s.held = false
	}
}

// aside waits for something without the slot, and takes one again.
func (s *slot) aside(ctx context.Context, wait func() error) error {
	s.leave()
	if err := wait(); err != nil {
		return err
	}
	return s.take(ctx)
}
