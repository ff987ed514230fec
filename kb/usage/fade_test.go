package usage

import (
	"math"
	"strings"
	"testing"
)

// Counts halve with time, however late an event comes; a clock that went back takes nothing away.
func TestCountsFade(t *testing.T) {
	half := HalfLife.Milliseconds()
	for _, tt := range []struct {
		count     float64
		from, now int64
		want      float64
	}{{8, 0, 0, 8}, {8, 0, half, 4}, {8, 0, 3 * half, 1}, {8, half, 0, 8}, {0, 0, half, 0}} {
		if got := faded(tt.count, tt.from, tt.now); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%v from %d to %d: %v, want %v", tt.count, tt.from, tt.now, got, tt.want)
		}
	}
	for _, tt := range []struct {
		count     float64
		at        int64
		add       float64
		event     int64
		want      float64
		wantMoved int64
	}{{4, 0, 1, half, 3, half}, {4, half, 1, half, 5, half}, {4, half, 1, 0, 4.5, half}, {0, 0, 1, half, 1, half}} {
		if got, at := grown(tt.count, tt.at, tt.add, tt.event); math.Abs(got-tt.want) > 1e-9 || at != tt.wantMoved {
			t.Errorf("%+v: %v at %d", tt, got, at)
		}
	}
}

func TestClipKeepsWholeCharacters(t *testing.T) {
	for _, tt := range []struct {
		text string
		n    int
		want string
	}{{"abc", 3, "abc"}, {"abcd", 3, "abc"}, {"aü", 2, "a"}, {"aü", 3, "aü"}, {"a\xffb", 9, "a\ufffdb"}, {"a\xff", 2, "a\ufffd"},
		{strings.Repeat("x", 5), 0, ""}} {
		if got := clip(tt.text, tt.n); got != tt.want {
			t.Errorf("%q to %d: %q, want %q", tt.text, tt.n, got, tt.want)
		}
	}
}

func TestFloorDiv(t *testing.T) {
	for _, tt := range []struct{ a, b, want int64 }{{7, 3, 2}, {6, 3, 2}, {0, 3, 0}, {-1, 3, -1}, {-3, 3, -1}, {-4, 3, -2}} {
		if got := floorDiv(tt.a, tt.b); got != tt.want {
			t.Errorf("%d by %d: %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}
