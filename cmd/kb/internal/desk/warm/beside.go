package warm

import "sync"

// beside counts what works beside the calls, from before its goroutine runs: Close waits for all of it.
type beside struct {
	mu    sync.Mutex
	count int
	none  chan struct{} // closed when the last of them ends; nil while nothing works
}

// run has something work beside the calls. It does not wait: its caller may hold locks, and may work
// beside the calls itself.
func (b *beside) run(work func()) {
	b.mu.Lock()
	if b.count++; b.count == 1 {
		b.none = make(chan struct{})
	}
	b.mu.Unlock()
	go func() {
		defer b.leave()
		work()
	}()
}

// leave counts one less.
func (b *beside) leave() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.count--; b.count == 0 {
		close(b.none)
		b.none = nil
	}
}

// ended returns a channel that is closed when nothing works beside the calls any more.
func (b *beside) ended() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.none != nil {
		return b.none
	}
	now := make(chan struct{})
	close(now)
	return now
}
