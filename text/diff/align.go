package diff

import (
	"cmp"
	"slices"
	"strings"
)

// Pair is an old and a new text that belong together, by their indices; -1 where there is none.
type Pair struct{ Old, New int }

// Bounds of what is looked at when texts are paired by the words that they share.
const (
	MinLikeness = 0.5    // below it they are two different texts
	maxPairs    = 40_000 // in one gap
	window      = 8      // beyond maxPairs: how many texts behind the last pair are looked at
)

// Align pairs two lists of texts, in the order of the new one with what was removed standing before
// what took its place. Equal texts are paired first, and between them those of a Likeness of at
// least a half; no two pairs cross.
func Align(old, new []string) []Pair {
	out := make([]Pair, 0, max(len(old), len(new)))
	i, j := 0, 0
	for _, h := range Of(old, new) {
		for ; i < h.OldStart; i, j = i+1, j+1 {
			out = append(out, Pair{i, j})
		}
		out = append(out, alignGap(old, new, h)...)
		i, j = h.OldEnd, h.NewEnd
	}
	for ; i < len(old); i, j = i+1, j+1 {
		out = append(out, Pair{i, j})
	}
	return out
}

// alignGap pairs texts that changed, the likest first, none across another pair.
func alignGap(old, new []string, h Hunk) []Pair {
	match := make([]int, h.OldEnd-h.OldStart) // the new text of each old one, -1 for none
	for i := range match {
		match[i] = -1
	}
	if bagsA, bagsB := bags(old[h.OldStart:h.OldEnd]), bags(new[h.NewStart:h.NewEnd]); len(bagsA)*len(bagsB) <= maxPairs {
		type pair struct {
			i, j     int
			likeness float64
		}
		var pairs []pair
		for i := range bagsA {
			for j := range bagsB {
				if l := alike(bagsA[i], bagsB[j]); l >= MinLikeness {
					pairs = append(pairs, pair{i, j, l})
				}
			}
		}
		slices.SortStableFunc(pairs, func(x, y pair) int { return cmp.Compare(y.likeness, x.likeness) })
		for _, p := range pairs {
			if fits(match, p.i, p.j) {
				match[p.i] = p.j
			}
		}
	} else {
		matchNext(bagsA, bagsB, match)
	}
	var out []Pair
	j := 0
	for i, to := range match {
		for ; j < to; j++ {
			out = append(out, Pair{-1, h.NewStart + j})
		}
		p := Pair{h.OldStart + i, -1}
		if to >= 0 {
			p.New, j = h.NewStart+to, to+1
		}
		out = append(out, p)
	}
	for ; h.NewStart+j < h.NewEnd; j++ {
		out = append(out, Pair{-1, h.NewStart + j})
	}
	return out
}

// fits tells whether a pair crosses none that there is.
func fits(match []int, i, j int) bool {
	if match[i] >= 0 {
		return false
	}
	for k, to := range match {
		if to >= 0 && (to == j || k < i && to > j || k > i && to < j) {
			return false
		}
	}
	return true
}

// matchNext pairs each text with the likest of the next few: in linear time.
func matchNext(a, b []bag, match []int) {
	next := 0
	for i := range a {
		best, found := 0.0, -1
		for j := next; j < min(next+window, len(b)); j++ {
			if l := alike(a[i], b[j]); l >= MinLikeness && l > best {
				best, found = l, j
			}
		}
		if match[i] = found; found >= 0 {
			next = found + 1
		}
	}
}

// minContained is how many words a text must have to belong to any that has them all.
const minContained = 3

// alike is likeness, and enough for a text of some words that another one merely adds to.
func alike(a, b bag) float64 {
	common := commonWords(a, b)
	l := likeness(a, b)
	if n := min(len(a), len(b)); n >= minContained && common == n {
		return max(l, MinLikeness)
	}
	return l
}

// Likeness is the share of words that two texts have in common, from 0 to 1: twice the common ones
// divided by all (Dice). Letters are compared without case; order does not count.
func Likeness(a, b string) float64 { return likeness(bagOf(a), bagOf(b)) }

// bag is the words of a text, sorted.
type bag []string

// bags are those of some texts, in their order.
func bags(texts []string) []bag {
	out := make([]bag, len(texts))
	for i, t := range texts {
		out[i] = bagOf(t)
	}
	return out
}

// bagOf is the words and single signs of a text in small letters, without blanks.
func bagOf(text string) bag {
	var out bag
	for _, t := range tokens(strings.ToLower(text)) {
		if strings.TrimSpace(t) != "" {
			out = append(out, t)
		}
	}
	slices.Sort(out)
	return out
}

// likeness is Likeness of two bags; two empty ones are alike: 1.
func likeness(a, b bag) float64 {
	if len(a)+len(b) == 0 {
		return 1
	}
	return 2 * float64(commonWords(a, b)) / float64(len(a)+len(b))
}

// CountTokens counts the words and signs of a text: blanks and what Likeness passes over left out.
func CountTokens(text string) int { return len(bagOf(text)) }

// commonWords counts the words that stand in both.
func commonWords(a, b bag) int {
	common, i, j := 0, 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i] == b[j]:
			common, i, j = common+1, i+1, j+1
		case a[i] < b[j]:
			i++
		default:
			j++
		}
	}
	return common
}
