package app

import (
	"slices"
	"strings"
)

const (
	nearestRunes = 100 // longer names are compared by their beginning
	nearestShare = 2   // at most one rune in this many may differ
)

// Nearest returns at most limit candidates that look like word, nearest first, ties in the candidates' order.
// Nothing that differs in more than half of its letters looks like it; a name that contains word does.
func Nearest(word string, candidates []string, limit int) []string {
	type near struct {
		name     string
		distance int
	}
	var found []near
	for _, c := range candidates {
		if d, ok := likeness(word, c); ok {
			found = append(found, near{c, d})
		}
	}
	slices.SortStableFunc(found, func(a, b near) int { return a.distance - b.distance })
	var out []string
	for _, f := range found {
		if len(out) < limit && !slices.Contains(out, f.name) {
			out = append(out, f.name)
		}
	}
	return out
}

// likeness gives how far a candidate is from a word, and whether that is near enough to be meant.
func likeness(word, candidate string) (int, bool) {
	a, b := foldRunes(word), foldRunes(candidate)
	if len(a) == 0 || len(b) == 0 {
		return 0, false
	}
	d := editDistance(a, b)
	if len(a) >= 3 && strings.Contains(string(b), string(a)) {
		return min(d, 2), true
	}
	return d, d*nearestShare <= max(len(a), len(b))
}

// foldRunes gives the lower-cased beginning of a name.
func foldRunes(s string) []rune {
	if len(s) > 4*nearestRunes {
		s = s[:4*nearestRunes]
	}
	r := []rune(strings.ToLower(s))
	return r[:min(len(r), nearestRunes)]
}

// editDistance counts the insertions, deletions, substitutions and swaps of neighbours between two words
// (optimal string alignment, the restricted form of Damerau 1964).
func editDistance(a, b []rune) int {
	before, last := make([]int, len(b)+1), make([]int, len(b)+1)
	row := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			substitution := last[j-1]
			if a[i-1] != b[j-1] {
				substitution++
			}
			row[j] = min(last[j]+1, row[j-1]+1, substitution)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
