package diff

import "math"

// edits tells of two sequences which elements are not in the common subsequence that it finds: the
// longest one, except where looking for that would take too long. The algorithm is the linear-space
// one of Myers, "An O(ND) Difference Algorithm and Its Variations" (1986): the middle of a shortest
// path is sought from both ends, and halves the problem.
func edits(a, b []int32) (removed, added []bool) {
	e := &editor{a: a, b: b, removed: make([]bool, len(a)), added: make([]bool, len(b))}
	width := len(a) + len(b) + 3
	e.forward, e.backward, e.zero = make([]int, width), make([]int, width), len(b)+1
	e.limit = max(minCost, int(math.Sqrt(float64(len(a)+len(b)))))
	e.compare(0, len(a), 0, len(b))
	return e.removed, e.added
}

// minCost is how many steps from both ends are always made before a path that is good enough is
// taken for the shortest.
const minCost = 256

// editor is one comparison.
type editor struct {
	a, b              []int32
	removed, added    []bool
	forward, backward []int // by diagonal, zero added: the furthest x reached
	zero              int   // index of the diagonal 0 in forward and backward
	limit             int   // steps from both ends after which a good path will do
}

// compare marks what differs between a[aLow:aHigh] and b[bLow:bHigh].
func (e *editor) compare(aLow, aHigh, bLow, bHigh int) {
	for {
		for aLow < aHigh && bLow < bHigh && e.a[aLow] == e.b[bLow] {
			aLow, bLow = aLow+1, bLow+1
		}
		for aLow < aHigh && bLow < bHigh && e.a[aHigh-1] == e.b[bHigh-1] {
			aHigh, bHigh = aHigh-1, bHigh-1
		}
		if aLow == aHigh || bLow == bHigh {
			break
		}
		x, y := e.middle(aLow, aHigh, bLow, bHigh)
		e.compare(aLow, x, bLow, y)
		aLow, bLow = x, y
	}
	for i := aLow; i < aHigh; i++ {
		e.removed[i] = true
	}
	for i := bLow; i < bHigh; i++ {
		e.added[i] = true
	}
}

// box is the part of the two sequences that middle looks at, with the diagonals that have been reached in it.
type box struct {
	aLow, aHigh, bLow, bHigh int
	fMin, fMax, bMin, bMax   int // diagonals that forward and backward have reached
	dMin, dMax               int // all diagonals
}

// middle finds a point on a shortest path through the box, or a far one on some path when that
// costs too much.
func (e *editor) middle(aLow, aHigh, bLow, bHigh int) (x, y int) {
	f, l := aLow-bLow, aHigh-bHigh // the first and the last diagonal
	k := box{aLow, aHigh, bLow, bHigh, f, f, l, l, aLow - bHigh, aHigh - bLow}
	odd := (f-l)&1 != 0
	e.forward[e.zero+f], e.backward[e.zero+l] = aLow, aHigh
	for cost := 1; ; cost++ {
		k.widenForward(e)
		for d := k.fMax; d >= k.fMin; d -= 2 {
			x := e.stepForward(&k, d)
			if odd && k.bMin <= d && d <= k.bMax && e.backward[e.zero+d] <= x {
				return x, x - d
			}
		}
		k.widenBackward(e)
		for d := k.bMax; d >= k.bMin; d -= 2 {
			x := e.stepBackward(&k, d)
			if !odd && k.fMin <= d && d <= k.fMax && x <= e.forward[e.zero+d] {
				return x, x - d
			}
		}
		if cost >= e.limit {
			var x, y int
			best := -1
			for d := k.fMax; d >= k.fMin; d -= 2 {
				at := min(e.forward[e.zero+d], k.aHigh)
				if at-d > k.bHigh {
					at = k.bHigh + d
				}
				if sum := at + at - d; sum > best {
					best, x, y = sum, at, at-d
				}
			}
			left := math.MaxInt
			bx, by := 0, 0
			for d := k.bMax; d >= k.bMin; d -= 2 {
				at := max(k.aLow, e.backward[e.zero+d])
				if at-d < k.bLow {
					at = k.bLow + d
				}
				if sum := at + at - d; sum < left {
					left, bx, by = sum, at, at-d
				}
			}
			if k.aHigh+k.bHigh-left < best-(k.aLow+k.bLow) {
				return x, y
			}
			return bx, by
		}
	}
}

// widenForward takes in one more diagonal on each side, or leaves out those beyond the box.
func (k *box) widenForward(e *editor) {
	if k.fMin > k.dMin {
		k.fMin--
		e.forward[e.zero+k.fMin-1] = -1
	} else {
		k.fMin++
	}
	if k.fMax < k.dMax {
		k.fMax++
		e.forward[e.zero+k.fMax+1] = -1
	} else {
		k.fMax--
	}
}

// widenBackward is widenForward for the search from the end, where what is not reached is
// math.MaxInt.
func (k *box) widenBackward(e *editor) {
	if k.bMin > k.dMin {
		k.bMin--
		e.backward[e.zero+k.bMin-1] = math.MaxInt
	} else {
		k.bMin++
	}
	if k.bMax < k.dMax {
		k.bMax++
		e.backward[e.zero+k.bMax+1] = math.MaxInt
	} else {
		k.bMax--
	}
}

// stepForward goes one edit and then as many equal elements as there are, on a diagonal.
func (e *editor) stepForward(k *box, d int) int {
	x := e.forward[e.zero+d+1]
	if left := e.forward[e.zero+d-1]; left >= x {
		x = left + 1
	}
	for x < k.aHigh && x-d < k.bHigh && e.a[x] == e.b[x-d] {
		x++
	}
	e.forward[e.zero+d] = x
	return x
}

// stepBackward is stepForward for the search from the end: back by one edit, then by as many equal
// elements as there are.
func (e *editor) stepBackward(k *box, d int) int {
	x := e.backward[e.zero+d-1]
	if right := e.backward[e.zero+d+1]; right <= x {
		x = right - 1
	}
	for x > k.aLow && x-d > k.bLow && e.a[x-1] == e.b[x-d-1] {
		x--
	}
	e.backward[e.zero+d] = x
	return x
}
