package merge

import (
	"slices"

	"github.com/9aea2451/kb/text/diff"
)

// matching pairs the elements of two sequences that are equal, in order: out[i] is the index in b
// of a[i], -1 for none. Equal beginnings and ends go first, then elements that stand once in both
// (Cohen's patience diff), then Myers' O(ND) search.
func matching(a, b []string) []int {
	out := make([]int, len(a))
	for i := range out {
		out[i] = -1
	}
	d := differ{a: a, b: b, out: out}
	d.between(0, len(a), 0, len(b))
	return out
}

// differ pairs the elements of two lists: out has for each of a the number of its pair in b, -1 for none.
type differ struct {
	a, b []string
	out  []int
}

// between pairs a[i:n] with b[j:m].
func (d *differ) between(i, n, j, m int) {
	for i < n && j < m && d.a[i] == d.b[j] {
		d.out[i] = j
		i, j = i+1, j+1
	}
	for i < n && j < m && d.a[n-1] == d.b[m-1] {
		n, m = n-1, m-1
		d.out[n] = m
	}
	if i == n || j == m {
		return
	}
	type place struct{ inA, inB, countA, countB int }
	seen := make(map[string]*place, n-i)
	for k := i; k < n; k++ {
		if p := seen[d.a[k]]; p != nil {
			p.countA++
		} else {
			seen[d.a[k]] = &place{inA: k, countA: 1}
		}
	}
	for k := j; k < m; k++ {
		if p := seen[d.b[k]]; p != nil {
			p.countB++
			p.inB = k
		}
	}
	var pairs [][2]int
	for k := i; k < n; k++ {
		if p := seen[d.a[k]]; p.countA == 1 && p.countB == 1 {
			pairs = append(pairs, [2]int{k, p.inB})
		}
	}
	second := make([]int, len(pairs))
	for k, p := range pairs {
		second[k] = p[1]
	}
	var anchors [][2]int
	for _, k := range increasing(second) {
		anchors = append(anchors, pairs[k])
	}
	if len(anchors) == 0 {
		d.shortest(i, n, j, m)
		return
	}
	for _, p := range anchors {
		d.between(i, p[0], j, p[1])
		d.out[p[0]] = p[1]
		i, j = p[0]+1, p[1]+1
	}
	d.between(i, n, j, m)
}

// increasing gives the indices of a longest increasing subsequence.
func increasing(values []int) []int {
	var tails []int // index of the smallest last value of a run of each length
	before := make([]int, len(values))
	for i, v := range values {
		at, _ := slices.BinarySearchFunc(tails, v, func(k, v int) int { return values[k] - v })
		before[i] = -1
		if at > 0 {
			before[i] = tails[at-1]
		}
		if at == len(tails) {
			tails = append(tails, i)
		} else {
			tails[at] = i
		}
	}
	if len(tails) == 0 {
		return nil
	}
	run := make([]int, len(tails))
	for i, k := len(tails)-1, tails[len(tails)-1]; i >= 0; i, k = i-1, before[k] {
		run[i] = k
	}
	return run
}

// shortest pairs what a shortest difference leaves.
func (d *differ) shortest(i, n, j, m int) {
	x, y := 0, 0
	hunks := diff.Shortest(d.a[i:n], d.b[j:m])
	for _, h := range append(hunks, diff.Hunk{OldStart: n - i, NewStart: m - j}) {
		for ; x < h.OldStart; x, y = x+1, y+1 {
			d.out[i+x] = j + y
		}
		x, y = h.OldEnd, h.NewEnd
	}
}
