package warm

import (
	"sync"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb/workers"
)

// A panic reaches everybody who waits for that run, and the next run answers.
func TestPanicOfAFlightEndsItAlone(t *testing.T) {
	var s single[int]
	began, on := make(chan struct{}, 10), make(chan struct{}) // room for the runs of those that come meanwhile
	broken := func() int {
		began <- struct{}{}
		<-on
		panic("broken")
	}
	var fell, waiting sync.WaitGroup
	for range 3 {
		waiting.Add(1)
		fell.Go(func() {
			waiting.Done()
			if p := workers.Carry(func() { s.do(t.Context(), broken) }); p == nil {
				t.Error("no panic")
			}
		})
	}
	<-began
	waiting.Wait()
	close(on)
	fell.Wait()
	for s.busy() { // what comes meanwhile is run by the one before
		time.Sleep(time.Millisecond)
	}
	if v, err := s.do(t.Context(), func() int { return 7 }); v != 7 || err != nil {
		t.Error(v, err)
	}
}

func (s *single[T]) busy() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.running != nil
}
