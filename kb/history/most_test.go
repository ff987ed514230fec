package history

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

// An update that may not take long records nothing when too much is new, and goes through once that
// is allowed.
func TestMost(t *testing.T) {
	programs(t, func(t *testing.T, program string) {
		r := newGitRepo(t)
		for i := range 3 {
			r.Write("n.md", fmt.Sprint(i))
			r.commit("2026-01-02T03:04:05Z", "A", "change")
		}
		h := openHistory(t, r.open(program), t.TempDir())
		h.Most = 2
		if _, err := h.Update(context.Background()); !errors.Is(err, errLong) || h.Recorded() != 0 {
			t.Fatalf("%v, %d recorded", err, h.Recorded())
		}
		h.Most = 3
		if update(t, h); h.Recorded() != 3 {
			t.Errorf("%d recorded", h.Recorded())
		}
	})
}
