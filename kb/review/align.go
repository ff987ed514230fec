package review

import (
	"cmp"
	"slices"
)

// pair is a unit of before with what became of it. old or new is nil for one that came or went.
type pair struct {
	old, new *unit
	moved    bool
}

// Thresholds of the similarity, 0–1, from which on two units are versions of one.
const (
	sameGap    = 0.34 // both stand between the same unchanged neighbours
	sameNote   = 0.52
	otherNote  = 0.75
	contained  = 0.8 // share of the shorter one's weight that the longer one has
	soleInGap  = 0.2 // nothing else came or went between the same neighbours
	movedWords = 4   // of a unit that is found again elsewhere; shorter ones are too common to be the same
	otherWords = 6   // of a unit that is found again in another note, in other words
	maxPairs   = 4e6 // of units that are compared in one note
)

// version is the units of a note before and after.
type version struct{ old, new []unit }

// align tells what became of each unit of a note. Pairs that are equal and stayed in their place
// are left out.
func (v *version) align() []pair {
	// The gap of a unit is the number of pairs before it.
	var oldGap, newGap, oldLeft, newLeft []int
	oldGap, newGap = make([]int, len(v.old)), make([]int, len(v.new))
	i, j, n := 0, 0, 0
	gap := func(toOld, toNew int) {
		for ; i < toOld; i++ {
			oldGap[i], oldLeft = n, append(oldLeft, i)
		}
		for ; j < toNew; j++ {
			newGap[j], newLeft = n, append(newLeft, j)
		}
	}
	for _, p := range v.equalPairs() {
		gap(p[0], p[1])
		n++
		i, j = p[0]+1, p[1]+1
	}
	gap(len(v.old), len(v.new))
	var pairs []pair
	take := func(i, j int, moved bool) {
		pairs = append(pairs, pair{&v.old[i], &v.new[j], moved})
		oldLeft, newLeft = without(oldLeft, i), without(newLeft, j)
	}
	for _, p := range v.elsewhere(oldLeft, newLeft) {
		take(p[0], p[1], true)
	}
	for _, p := range v.versions(oldLeft, newLeft, oldGap, newGap) {
		take(p[0], p[1], oldGap[p[0]] != newGap[p[1]] && !v.sameSection(p[0], p[1]))
	}
	oldLeft, newLeft = v.joinSplit(pairs, oldLeft, newLeft)
	for _, i := range oldLeft {
		pairs = append(pairs, pair{old: &v.old[i]})
	}
	for _, j := range newLeft {
		pairs = append(pairs, pair{new: &v.new[j]})
	}
	return pairs
}

// without takes a number out of a sorted list.
func without(list []int, x int) []int {
	if i, ok := slices.BinarySearch(list, x); ok {
		return slices.Delete(list, i, i+1)
	}
	return list
}

// equalPairs aligns units with the same key.
func (v *version) equalPairs() [][2]int {
	a, b := v.old, v.new
	head := 0
	for head < len(a) && head < len(b) && a[head].key == b[head].key {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail].key == b[len(b)-1-tail].key {
		tail++
	}
	var pairs [][2]int
	for k := range head {
		pairs = append(pairs, [2]int{k, k})
	}
	n, m := len(a)-head-tail, len(b)-head-tail
	if n*m <= maxPairs {
		for _, p := range commonSubsequence(n, m, func(i, j int) bool { return a[head+i].key == b[head+j].key }) {
			pairs = append(pairs, [2]int{head + p[0], head + p[1]})
		}
	} else {
		pairs = append(pairs, inOrder(a[head:head+n], b[head:head+m], head)...)
	}
	for k := range tail {
		pairs = append(pairs, [2]int{len(a) - tail + k, len(b) - tail + k})
	}
	return pairs
}

// inOrder pairs equal units of very long notes, each with the next one that there is.
func inOrder(a, b []unit, offset int) (pairs [][2]int) {
	at := map[string][]int{}
	for i := range a {
		at[a[i].key] = append(at[a[i].key], i)
	}
	last := -1
	for j := range b {
		list := at[b[j].key]
		k, _ := slices.BinarySearch(list, last+1)
		if k < len(list) {
			last = list[k]
			pairs = append(pairs, [2]int{offset + last, offset + j})
		}
	}
	return pairs
}

// elsewhere pairs equal units that stand elsewhere.
func (v *version) elsewhere(oldLeft, newLeft []int) (pairs [][2]int) {
	at := map[string][]int{}
	for _, i := range oldLeft {
		if len(v.old[i].words) >= movedWords {
			at[v.old[i].key] = append(at[v.old[i].key], i)
		}
	}
	for _, j := range newLeft {
		if list := at[v.new[j].key]; len(list) > 0 {
			pairs = append(pairs, [2]int{list[0], j})
			at[v.new[j].key] = list[1:]
		}
	}
	return pairs
}

// sameSection tells whether two units stand under the same heading.
func (v *version) sameSection(i, j int) bool {
	old, now := &v.old[i], &v.new[j]
	return slices.Equal(old.Heading[old.above:], now.Heading[now.above:])
}

// candidate is two units that may be versions of one.
type candidate struct {
	old, new int
	score    float64
}

// versions pairs the units that are left by their likeness, the most alike first.
func (v *version) versions(oldLeft, newLeft, oldGap, newGap []int) [][2]int {
	if len(oldLeft)*len(newLeft) > maxPairs {
		return nil
	}
	l := newLexicon(pointers(v.old), pointers(v.new))
	inOld, inNew := map[int]int{}, map[int]int{}
	olds, news := make([]bag, len(oldLeft)), make([]bag, len(newLeft))
	for k, i := range oldLeft {
		inOld[oldGap[i]]++
		olds[k] = l.bag(&v.old[i])
	}
	for k, j := range newLeft {
		inNew[newGap[j]]++
		news[k] = l.bag(&v.new[j])
	}
	var found []candidate
	for ki, i := range oldLeft {
		for kj, j := range newLeft {
			near := oldGap[i] == newGap[j]
			if !comparable(&v.old[i], &v.new[j]) ||
				!near && !v.old[i].named() && min(len(v.old[i].words), len(v.new[j].words)) < movedWords {
				continue
			}
			least := sameNote
			if near {
				least = sameGap
				if inOld[oldGap[i]] == 1 && inNew[newGap[j]] == 1 {
					least = soleInGap
				}
			}
			score, ok := l.alike(&olds[ki], &news[kj], least)
			if !ok {
				continue
			}
			if near {
				score += 0.15
			}
			if v.sameSection(i, j) {
				score += 0.05
			}
			found = append(found, candidate{i, j, score})
		}
	}
	return best(found)
}

// pointers returns the places of units, which alignment fills in.
func pointers(units []unit) []*unit {
	out := make([]*unit, len(units))
	for i := range units {
		out[i] = &units[i]
	}
	return out
}

// best takes the candidates in the order of their scores, each unit once.
func best(found []candidate) (pairs [][2]int) {
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.old, b.old), cmp.Compare(a.new, b.new))
	})
	oldTaken, newTaken := map[int]bool{}, map[int]bool{}
	for _, c := range found {
		if !oldTaken[c.old] && !newTaken[c.new] {
			oldTaken[c.old], newTaken[c.new] = true, true
			pairs = append(pairs, [2]int{c.old, c.new})
		}
	}
	return pairs
}

// comparable tells whether two units can be versions of one: a field of a field by name, code of
// code, a heading of a heading.
func comparable(a, b *unit) bool {
	return a.kind == b.kind && a.name == b.name || a.prose() && b.prose()
}
