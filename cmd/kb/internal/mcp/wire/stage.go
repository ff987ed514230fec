package wire

import (
	"context"
	"time"
)

// stageRest is how long a goroutine of a stage waits for another call.
const stageRest = 10 * time.Second

// Stage runs calls on goroutines whose stacks have grown with the calls before: to grow one anew
// took a thirtieth of a search.
type Stage struct {
	ctx  context.Context // of the server's life
	free chan func()     // taken by goroutines that wait
}

// NewStage makes a stage whose goroutines end with the life of the server.
func NewStage(ctx context.Context) *Stage { return &Stage{ctx: ctx, free: make(chan func())} }

// Run runs a call and waits for its end.
func (s *Stage) Run(call func()) {
	done := make(chan struct{})
	work := func() {
		defer close(done)
		call()
	}
	select {
	case s.free <- work:
	default:
		go s.serve(work)
	}
	<-done
}

// serve runs a call, and others as long as they come.
func (s *Stage) serve(work func()) {
	for work != nil {
		work()
		rest := time.NewTimer(stageRest)
		select {
		case work = <-s.free:
		case <-rest.C:
			work = nil
		case <-s.ctx.Done():
			work = nil
		}
		rest.Stop()
	}
}
