package workers

import (
	"strings"
	"testing"
)

// Whoever waits gets the panic of a worker, with the stack of that; the others end their work.
func TestPanicReachesWhoWaits(t *testing.T) {
	jobs := make(chan int)
	done := make([]bool, 100)
	var g Group
	for range 2 {
		g.Go(func() {
			for j := range jobs {
				g.Do(func() { stumble(j); done[j] = true })
			}
		})
	}
	for j := range done {
		jobs <- j
	}
	close(jobs)
	p := Carry(g.Wait)
	if p == nil {
		t.Fatal("no panic")
	}
	inner, ok := p.Value.(*Panic)
	if !ok || inner.Value != "job 7 cannot be done" || !strings.Contains(inner.Error(), "stumble") {
		t.Errorf("%v", p.Value)
	}
	for j, ok := range done {
		if ok == (j == 7) {
			t.Errorf("job %d: %v", j, ok)
		}
	}
}

func stumble(job int) {
	if job == 7 {
		panic("job 7 cannot be done")
	}
}

func TestNoPanicIsNone(t *testing.T) {
	var g Group
	g.Go(func() {})
	if p := Carry(g.Wait); p != nil {
		t.Error(p)
	}
}
