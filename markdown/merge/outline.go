package merge

import (
	"cmp"
	"fmt"
	"slices"
)

// node is a part of the merged note: the same part in up to three versions.
type node struct{ base, ours, theirs *part }

// level of the node's heading.
func (n *node) level() int {
	for _, p := range []*part{n.ours, n.theirs, n.base} {
		if p != nil {
			return p.level
		}
	}
	return 0
}

// Limits of the search for parts that were renamed and changed at once.
const (
	maxComparedParts = 400 // pairs of open parts; where there are more none is compared
	sameSection      = 0.5 // likeness of two parts that count as one with another heading
)

// matchParts finds for each part of a the same part of b, -1 for none: first what is the same word
// for word, then what has the same heading below the same parent, then the same heading anywhere,
// then what is alike, then the titles. Each step makes the next one surer. The parts of b whose text is in isNew are
// not matched by likeness: the third version has them too.
func matchParts(a, b []*part, isNew map[string]bool) []int {
	m := &partMatch{a: a, b: b, isNew: isNew, to: make([]int, len(a)), from: make([]int, len(b))}
	for i := range m.to {
		m.to[i] = -1
	}
	for j := range m.from {
		m.from[j] = -1
	}
	m.unique(func(list []*part, i int) string { return list[i].text })
	for range 3 {
		before := slices.Clone(m.to)
		inA, inB := parents(m.a), parents(m.b)
		type place struct {
			parent, level int
			heading       string
		}
		waiting := map[place][]int{}
		for j, p := range m.b {
			if m.from[j] >= 0 {
				continue
			}
			parent := inB[j]
			if parent >= 0 {
				if parent = m.from[parent]; parent < 0 {
					continue
				}
			}
			at := place{parent, p.level, p.heading}
			waiting[at] = append(waiting[at], j)
		}
		for i, p := range m.a {
			at := place{inA[i], p.level, p.heading}
			if m.to[i] < 0 && len(waiting[at]) > 0 && (inA[i] < 0 || m.to[inA[i]] >= 0) {
				m.pair(i, waiting[at][0])
				waiting[at] = waiting[at][1:]
			}
		}
		m.unique(func(list []*part, i int) string { return fmt.Sprint(min(list[i].level, 1), list[i].heading) })
		m.neighbours()
		m.alike()
		// A note has one title, whatever it is called now.
		only := func(list []*part) int {
			first := func(p *part) bool { return p.level == 1 }
			at := slices.IndexFunc(list, first)
			if at >= 0 && slices.ContainsFunc(list[at+1:], first) {
				return -1
			}
			return at
		}
		if i, j := only(m.a), only(m.b); i >= 0 && j >= 0 && m.to[i] < 0 && m.open(j) {
			m.pair(i, j)
		}
		if slices.Equal(before, m.to) {
			break
		}
	}
	return m.to
}

// partMatch pairs the parts of two versions: to has for each of a the number of its pair in b, from the
// other way round, -1 for none.
type partMatch struct {
	a, b     []*part
	isNew    map[string]bool
	to, from []int
}

// open tells whether a part of b may still be matched by likeness.
func (m *partMatch) open(j int) bool { return m.from[j] < 0 && !m.isNew[m.b[j].text] }

func (m *partMatch) pair(i, j int) { m.to[i], m.from[j] = j, i }

// unique pairs parts whose key stands once among the open parts of both.
func (m *partMatch) unique(key func(list []*part, i int) string) {
	const twice = -2
	find := func(list []*part, taken []int) map[string]int {
		found := map[string]int{}
		for i := range list {
			if taken[i] >= 0 {
				continue
			}
			k := key(list, i)
			if _, there := found[k]; there {
				found[k] = twice
			} else {
				found[k] = i
			}
		}
		return found
	}
	inA, inB := find(m.a, m.to), find(m.b, m.from)
	for i := range m.a {
		if m.to[i] >= 0 {
			continue
		}
		k := key(m.a, i)
		if j, there := inB[k]; there && j != twice && inA[k] != twice {
			m.pair(i, j)
		}
	}
}

// parents gives for each part the index of the one that it stands below, -1 for none.
func parents(list []*part) []int {
	out := make([]int, len(list))
	var open []int
	for i, p := range list {
		for len(open) > 0 && list[open[len(open)-1]].level >= p.level {
			open = open[:len(open)-1]
		}
		out[i] = -1
		if len(open) > 0 {
			out[i] = open[len(open)-1]
		}
		if p.level > 0 { // nothing stands below the text before the first heading
			open = append(open, i)
		}
	}
	return out
}

// neighbours pairs two open parts of one level that alone stand between the same two parts: one
// whose heading was changed, if anything of the text below it stayed.
func (m *partMatch) neighbours() {
	for i := range m.a {
		if m.to[i] >= 0 {
			continue
		}
		j := 0
		if i > 0 {
			if m.to[i-1] < 0 {
				continue
			}
			j = m.to[i-1] + 1
		}
		next := len(m.b)
		if i+1 < len(m.a) {
			next = m.to[i+1]
		}
		if j+1 == next && m.open(j) && m.a[i].level == m.b[j].level && likeness(m.a[i].words(), m.b[j].words()) >= sameSection/2 {
			m.pair(i, j)
		}
	}
}

// alike pairs open parts by the likeness of their words, the likest first.
func (m *partMatch) alike() {
	type candidate struct {
		i, j     int
		likeness float64
	}
	var all []candidate
	var openA, openB []int
	for i, j := range m.to {
		if j < 0 {
			openA = append(openA, i)
		}
	}
	for j := range m.from {
		if m.open(j) {
			openB = append(openB, j)
		}
	}
	if len(openA)*len(openB) > maxComparedParts {
		return
	}
	for _, i := range openA {
		for _, j := range openB {
			if (m.a[i].level == 0) != (m.b[j].level == 0) {
				continue
			}
			if l := likeness(m.a[i].words(), m.b[j].words()); l >= sameSection {
				all = append(all, candidate{i, j, l})
			}
		}
	}
	slices.SortStableFunc(all, func(x, y candidate) int { return cmp.Compare(y.likeness, x.likeness) })
	for _, c := range all {
		if m.to[c.i] < 0 && m.from[c.j] < 0 {
			m.pair(c.i, c.j)
		}
	}
}
