package review

import (
	"maps"
	"slices"
)

// across pairs what one note lost with what another gained: equal units, then alike ones. What is
// paired is taken off both lists.
func across(lost, gained []*unit) (pairs []pair) {
	at := map[string][]int{}
	for i, u := range lost {
		if len(u.words) >= movedWords && !u.named() {
			at[u.key] = append(at[u.key], i)
		}
	}
	gone, come := make([]bool, len(lost)), make([]bool, len(gained))
	for j, u := range gained {
		if list := at[u.key]; len(list) > 0 && !u.named() {
			gone[list[0]], come[j] = true, true
			pairs = append(pairs, pair{lost[list[0]], u, true})
			at[u.key] = list[1:]
		}
	}
	for _, c := range acrossAlike(lost, gained, gone, come) {
		pairs = append(pairs, pair{lost[c[0]], gained[c[1]], true})
	}
	return pairs
}

// maxAcross bounds the units that are looked for in other notes in other words.
const maxAcross = 100_000

// acrossAlike looks units up by their words.
func acrossAlike(lost, gained []*unit, gone, come []bool) [][2]int {
	if len(lost) == 0 || len(gained) == 0 || len(lost)+len(gained) > maxAcross {
		return nil
	}
	l := newLexicon(lost, gained)
	postings := make([][]int, len(l.df))
	bags := make([]bag, len(lost))
	for i, u := range lost {
		if gone[i] || len(u.words) < otherWords || u.named() || u.kind == headingUnit {
			continue
		}
		bags[i] = l.bag(u)
		for _, n := range slices.Compact(slices.Clone(bags[i].numbers)) {
			postings[n] = append(postings[n], i)
		}
	}
	var found []candidate
	for j, u := range gained {
		if come[j] || len(u.words) < otherWords {
			continue
		}
		seen, b := map[int]bool{}, l.bag(u)
		for _, n := range b.numbers {
			if list := postings[n]; len(list) <= 50 { // a word of many units tells nothing
				for _, i := range list {
					seen[i] = true
				}
			}
		}
		for _, i := range slices.Sorted(maps.Keys(seen)) {
			if lost[i].Path == u.Path || !comparable(lost[i], u) {
				continue
			}
			if score, ok := l.alike(&bags[i], &b, otherNote); ok {
				found = append(found, candidate{i, j, score})
			}
		}
	}
	return best(found)
}
