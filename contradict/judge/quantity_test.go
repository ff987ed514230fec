package judge

import (
	"math"
	"testing"

	"github.com/9aea2451/kb/contradict/read"
)

func TestAmountsThatExcludeEachOther(t *testing.T) {
	exactly := func(x float64) read.Quantity { return read.Quantity{Value: x} }
	most := func(x float64) read.Quantity { return read.Quantity{Value: x, Comparator: read.AtMost} }
	least := func(x float64) read.Quantity { return read.Quantity{Value: x, Comparator: read.AtLeast} }
	from := func(x, y float64) read.Quantity { return read.Quantity{Value: x, High: y, Comparator: read.Between} }
	for _, c := range []struct {
		name     string
		a, b     read.Quantity
		disjoint bool
		ranges   float64
	}{
		{"a range and what lies in it", from(3, 20), exactly(5), false, 0},
		{"a range and its end", from(3, 20), exactly(20), false, 0},
		{"a range and what lies beyond it", from(3, 20), exactly(21), true, 1},
		{"ranges apart", from(3, 5), from(6, 9), true, 1},
		{"ranges that touch", from(3, 6), from(6, 9), false, 0.5},
		{"ranges of one beginning and another end", from(3, 20), from(3, 64), false, 0.5},
		{"ranges that are nearly the same", from(100, 200), from(95, 190), false, 0},
		{"the same range", from(3, 20), from(3, 20), false, 0},
		{"a range and a limit in it", from(3, 20), most(10), false, 0.5},
		{"a range and its own limit", from(3, 20), most(20), false, 0},
		{"a range and a limit below it", from(3, 20), most(2), true, 1},
		{"a range and a least beyond it", from(3, 20), least(21), true, 1},
		{"a range and a least in it", from(3, 20), least(3), false, 0},
		{"at most and at least of one", most(5), least(5), false, 0},
		{"at most and at least apart", most(4), least(5), true, 1},
		{"below nothing", from(-20, -10), from(-20, -5), false, 0.5},
	} {
		for range 2 {
			if got := disjoint(&c.a, &c.b); got != c.disjoint {
				t.Errorf("%s: have nothing in common: %v", c.name, got)
			}
			if got := rangesDiffer(&c.a, &c.b); got != c.ranges {
				t.Errorf("%s: differ by %v, want %v", c.name, got, c.ranges)
			}
			c.a, c.b = c.b, c.a
		}
	}
}

// The formula of the package comment, with its caps: what is hardly aligned or hardly signalled
// neither warns nor rejects.
func TestEnergy(t *testing.T) {
	for _, c := range []struct{ s, c, g, want float64 }{
		{1, 1, 1, 1},
		{0.8, 0.9, 1, 0.84},
		{0.8, 0.9, 0.5, 0.42},
		{1, 0.69, 1, 0.69},
		{1, 0.7, 1, 0.88},
		{0.5, 1, 1, 0.69},
		{0.51, 1, 1, 0.706},
		{1, 0.49, 1, 0.29},
		{1, 0.5, 1, 0.69},
		{0.49, 1, 1, 0.29},
		{0.2, 0.3, 0.5, 0.12},
	} {
		if got := energy(c.s, c.c, c.g); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("strength %v, alignment %v, gate %v: %v, want %v", c.s, c.c, c.g, got, c.want)
		}
	}
}
