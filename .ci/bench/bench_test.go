package main

import (
	"slices"
	"testing"
	"time"
)

// Ratios are of the runs that stood beside each other, not of the medians.
func TestRatios(t *testing.T) {
	ms := func(list ...int) (out []cost) {
		for _, n := range list {
			out = append(out, cost{cpu: time.Duration(n) * time.Millisecond, wall: time.Second})
		}
		return out
	}
	got := ratios(ms(10, 20, 40), ms(20, 20, 20))
	if want := []float64{0.5, 1, 2}; !slices.Equal(got, want) || median(got) != 1 {
		t.Errorf("%v, median %v", got, median(got))
	}
	if m := median([]int{1, 2, 3, 4}); m != 2 {
		t.Errorf("of an even number the median is %d", m)
	}
	if got, want := middle(ms(30, 10, 20)), "20.0, 1000.0"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestHeading(t *testing.T) {
	for source, want := range map[string]string{
		"---\ntitle: x\n---\n# One two three four five six seven\n": "One two three four five six",
		"#\n# \ntext\n": "a/b.md", "## Part\n\n# The name\n": "The name", "": "a/b.md",
	} {
		if got := heading(source, "a/b.md"); got != want {
			t.Errorf("%q: %q, want %q", source, got, want)
		}
	}
}
