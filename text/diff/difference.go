package diff

// difference is edits without the elements that cannot help: those that stand on one side alone,
// and those that stand there so often, among such, that to pair them would tear apart what belongs
// together. This is what git leaves out, so that the differences are git's. kinds is greater than
// all elements.
func difference(a, b []int32, kinds int) (removed, added []bool) {
	start := 0
	for start < len(a) && start < len(b) && a[start] == b[start] {
		start++
	}
	end := 0
	for end < len(a)-start && end < len(b)-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	inA, inB := counts(a, kinds), counts(b, kinds)
	shortA, atA := telling(a, inB, start, len(a)-end)
	shortB, atB := telling(b, inA, start, len(b)-end)
	r, d := edits(shortA, shortB)
	return spread(r, atA, start, len(a)-end, len(a)), spread(d, atB, start, len(b)-end, len(b))
}

// counts tells how often each element stands in a sequence.
func counts(s []int32, kinds int) []int {
	out := make([]int, kinds)
	for _, x := range s {
		out[x]++
	}
	return out
}

// How much an element can tell about where the sequences belong together.
const (
	matchless byte = iota // the other side does not have it
	telltale
	common // the other side has it very often
)

// maxCommon is how often an element may stand on the other side at most before it is common, in any sequence.
const maxCommon = 1024

// telling gives the elements of s[start:end] that are compared, and where they stand.
func telling(s []int32, other []int, start, end int) (short []int32, at []int) {
	limit := min(roughRoot(len(s)), maxCommon)
	class := make([]byte, end-start)
	for i, x := range s[start:end] {
		switch n := other[x]; {
		case n >= limit:
			class[i] = common
		case n > 0:
			class[i] = telltale
		}
	}
	for i, c := range class {
		if c == telltale || c == common && !adrift(class, i) {
			short, at = append(short, s[start+i]), append(at, start+i)
		}
	}
	return short, at
}

// Around a common element: how far is looked, and how many matchless ones there must be for each common one.
const (
	driftWindow = 100
	driftShare  = 3
)

// adrift tells whether a common element stands in a run of mostly matchless ones, with some on both sides.
func adrift(class []byte, i int) bool {
	without, commons := 0, 2
	for _, step := range []int{-1, 1} {
		here := 0
		for j := i + step; j >= 0 && j < len(class) && j >= i-driftWindow && j <= i+driftWindow && class[j] != telltale; j += step {
			if class[j] == matchless {
				here++
			} else {
				commons++
			}
		}
		if here == 0 {
			return false
		}
		without += here
	}
	return commons*driftShare < without
}

// roughRoot is a power of two near the square root of n.
func roughRoot(n int) int {
	root := 1
	for ; n > 0; n >>= 2 {
		root <<= 1
	}
	return root
}

// spread puts the marks of a shortened sequence back; what had been left out is marked. Outside of
// start and end nothing is.
func spread(marks []bool, at []int, start, end, n int) []bool {
	out := make([]bool, n)
	for i := start; i < end; i++ {
		out[i] = true
	}
	for i, j := range at {
		out[j] = marks[i]
	}
	return out
}
