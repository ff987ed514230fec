package panel

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
)

// What there is so far is shown until the whole is there, and never after it.
func TestSoFar(t *testing.T) {
	s := open(t, sample(t))
	v, _, err := s.keeper.Acquire(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Release()
	k, on := &kept[int]{}, make(chan bool)
	build := func(context.Context, *warm.View) (int, error) {
		k.sofar(s.Panel, 1)
		<-on
		return 2, nil
	}
	if n, current, err := get(t.Context(), s.Panel, v, "a state", "counting", k, build); n != 1 || current || err != errPending {
		t.Errorf("while it is made: %d %v %v", n, current, err)
	}
	close(on)
	n, err := settled(t.Context(), s.Panel, v, func(ctx context.Context, v *warm.View) (int, bool, error) {
		return get(ctx, s.Panel, v, "a state", "counting", k, build)
	})
	if n != 2 || err != nil {
		t.Errorf("when it is made: %d %v", n, err)
	}
	k.sofar(s.Panel, 3)
	if n, _, _ := get(t.Context(), s.Panel, v, "a state", "counting", k, build); n != 2 {
		t.Errorf("after it was made: %d", n)
	}
}

// Who asks for what comes after what is being made waits for both.
func TestWhatIsMadeOneAfterAnother(t *testing.T) {
	s := open(t, sample(t))
	v, _, err := s.keeper.Acquire(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Release()
	k, on := &kept[int]{}, make(chan bool)
	k.mu.Lock()
	k.begin(s.Panel, v.Use(), "counting", "one", func(context.Context, *warm.View) (int, error) { <-on; return 1, nil })
	k.mu.Unlock()
	go func() {
		time.Sleep(20 * time.Millisecond)
		close(on)
	}()
	n, err := settled(t.Context(), s.Panel, v, func(ctx context.Context, v *warm.View) (int, bool, error) {
		n, current, err := get(ctx, s.Panel, v, "two", "counting", k, func(context.Context, *warm.View) (int, error) { return 2, nil })
		return n, current || n == 1, err
	})
	if n != 2 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
}

// What cannot be made says why, is not tried with each page, and is made when it can be.
func TestWhatCannotBeMade(t *testing.T) {
	var logged []string
	s := opened(t, sample(t), func(o *Options) { o.Log = func(m string) { logged = append(logged, m) } })
	v, _, err := s.keeper.Acquire(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Release()
	k, made, full := &kept[int]{}, 0, errors.New("the disk is full")
	fails := full
	build := func(context.Context, *warm.View) (int, error) { made++; return made, fails }
	ask := func(state string) string {
		n, current, err := get(t.Context(), s.Panel, v, state, "counting", k, build)
		return fmt.Sprint(n, current, err)
	}
	later := func() { k.ended = time.Now().Add(-tryAgain - time.Second) }
	for i, c := range []struct {
		do    func()
		state string
		want  string
	}{
		{nil, "one", "0 true the disk is full"},
		{nil, "one", "0 true the disk is full"}, // not tried again
		{later, "one", "0 true the disk is full"},
		{func() { later(); fails = nil }, "one", "3 true <nil>"},
		{later, "one", "3 true <nil>"},
		{func() { fails = full }, "two", "0 true the disk is full"},
	} {
		if c.do != nil {
			c.do()
		}
		if got := ask(c.state); got != c.want {
			t.Errorf("%d: %s, want %s", i, got, c.want)
		}
	}
	if made != 4 || !slices.Equal(logged, slices.Repeat([]string{"counting: the disk is full"}, 3)) {
		t.Errorf("made %d times, logged %q", made, logged)
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	on := make(chan bool)
	wait := func(context.Context, *warm.View) (int, error) { <-on; return 1, nil }
	if n, current, err := get(gone, s.Panel, v, "three", "counting", k, wait); n != 0 || current || err != context.Canceled {
		t.Errorf("for who has gone: %d %v %v", n, current, err)
	}
	close(on)
}
