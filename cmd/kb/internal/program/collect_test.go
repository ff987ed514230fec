package program

import "testing"

// What gathers before a collection is bounded, but never a small part of what is in use.
func TestGarbageIsBounded(t *testing.T) {
	for live, want := range map[uint64]int{0: 100, 4 << 20: 100, 96 << 20: 100, 100 << 20: 95, 192 << 20: 50, 1 << 30: 40, 1 << 62: 40} {
		if got := gcPercent(live); got != want {
			t.Errorf("%d bytes in use: %d %%, want %d %%", live, got, want)
		}
	}
}

func TestPace(t *testing.T) {
	for live, want := range map[uint64]int{0: 100, headroom: 100, 2 * headroom: 50, 3 * headroom: leastGC, 5 * headroom / 4: 80,
		1 << 62: leastGC} {
		if got := gcPercent(live); got != want {
			t.Errorf("of %d bytes %d %% may gather, want %d %%", live, got, want)
		}
	}
}
