package setup

import (
	"os"
	"runtime"
	"testing"
	"time"
)

// A stream outlives what was polled of it, whatever the garbage collector does.
func TestPollableLeavesTheStreamOpen(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	out, end := pollable(w)
	if _, err := out.Write([]byte("a")); err != nil {
		t.Fatal(err)
	}
	end()
	for range 5 {
		runtime.GC()
		time.Sleep(2 * time.Millisecond) // for the finalizers, which run beside
	}
	if _, err := w.Write([]byte("b")); err != nil {
		t.Error(err)
	}
}
