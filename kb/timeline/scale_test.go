package timeline

import "testing"

func TestScale(t *testing.T) {
	for _, c := range []struct {
		totals []int
		want   int
	}{
		{nil, 1},
		{[]int{0, 0}, 1},
		{[]int{3, 600}, 600}, // two bars are told apart at any scale
		{[]int{1, 2, 3, 4, 5, 6, 7, 600}, 14},
		{[]int{1, 2, 3, 4, 5, 6, 7, 28}, 28}, // four times the next is not yet out of the ordinary
		{[]int{0, 0, 0, 0, 0, 0, 0, 600}, 600},
	} {
		if got := Scale(c.totals); got != c.want {
			t.Errorf("%v: %d, want %d", c.totals, got, c.want)
		}
	}
}
