package warm

import (
	"sync"
	"testing"

	"github.com/9aea2451/kb/kb/workers"
)

// A panic reaches everybody who waits for that run, and the next run answers.
func TestPanicOfAFlightEndsItAlone(t *testing.T) {
	var s single[int]
	began, on := make(chan struct{}, 1), make(chan struct{})
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
	go func() {
		for range began { // the run of those that came meanwhile
		}
	}()
	fell.Wait()
	close(began)
	if v, err := s.do(t.Context(), func() int { return 7 }); v != 7 || err != nil {
		t.Error(v, err)
	}
}
