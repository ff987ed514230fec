package revision

import (
	"strconv"

	"github.com/9aea2451/kb/text/diff"
)

// maxSectionPairs bounds how many pairs of sections are compared by what they say, for each pair of parents.
const maxSectionPairs = 2500

// none is the match of a section that has none.
const none = -1

// matcher finds which section of the old version became which of the new one.
type matcher struct {
	old, new *Note
	to       []int // of each old section, or none
	from     []int // of each new section
	counts   map[string]int
}

// pair matches two sections and what is below them.
func (m *matcher) pair(i, j int) {
	m.to[i], m.from[j] = j, i
	var below free
	for _, c := range m.old.sections[i].children {
		if m.to[c] == none {
			below.old = append(below.old, c)
		}
	}
	for _, c := range m.new.sections[j].children {
		if m.from[c] == none {
			below.new = append(below.new, c)
		}
	}
	names := map[string]int{}
	seen := map[string]int{}
	key := func(heading string) string {
		seen[heading]++
		return heading + "\x00" + strconv.Itoa(seen[heading])
	}
	for _, i := range below.old {
		names[key(m.old.heading(i))] = i
	}
	clear(seen)
	var rest free
	for _, j := range below.new {
		if i, ok := names[key(m.new.heading(j))]; ok {
			m.pair(i, j)
			continue
		}
		rest.new = append(rest.new, j)
	}
	for _, i := range below.old {
		if m.to[i] == none {
			rest.old = append(rest.old, i)
		}
	}
	if len(rest.old)*len(rest.new) > maxSectionPairs {
		return
	}
	for _, i := range rest.old {
		best, found := diff.MinLikeness, none
		for _, j := range rest.new {
			if m.from[j] != none {
				continue
			}
			l := m.common(i, j)
			if h := diff.Likeness(m.old.heading(i), m.new.heading(j)); h >= diff.MinLikeness {
				l += h / 2 // a heading that was only reworded speaks for it
			}
			if l > best || l == best && found == none {
				best, found = l, j
			}
		}
		if found != none {
			m.pair(i, found)
		}
	}
}

// free are sections of both versions that have no match yet.
type free struct{ old, new []int }

// common is the share of passages that two sections have in common, with all below them. Without any it is 0.
func (m *matcher) common(i, j int) float64 {
	a, b := m.old.sections[i], m.new.sections[j]
	all := a.last - a.first + b.last - b.first
	if all == 0 {
		return 0
	}
	clear(m.counts)
	for _, p := range m.old.passages[a.first:a.last] {
		m.counts[p.Text]++
	}
	same := 0
	for _, p := range m.new.passages[b.first:b.last] {
		if m.counts[p.Text] > 0 {
			m.counts[p.Text]--
			same++
		}
	}
	return 2 * float64(same) / float64(all)
}

// moved pairs sections that stand below another heading now: those with the same heading, then
// those of the same text.
func (m *matcher) moved() {
	var f free
	for i, to := range m.to {
		if to == none {
			f.old = append(f.old, i)
		}
	}
	for j, from := range m.from {
		if from == none {
			f.new = append(f.new, j)
		}
	}
	if len(f.old)*len(f.new) > maxSectionPairs {
		return
	}
	for _, i := range f.old {
		for _, j := range f.new {
			if m.to[i] == none && m.from[j] == none && m.common(i, j) >= diff.MinLikeness {
				m.pair(i, j)
			}
		}
	}
}
