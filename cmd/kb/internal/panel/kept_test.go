package panel

import (
	"context"
	"testing"

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
