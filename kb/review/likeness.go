package review

import (
	"math"
	"slices"
)

// lexicon numbers the words of some units and weighs each by how few of the units have it: ln(1 +
// n/(1+df)), so that "the" says little.
type lexicon struct {
	numbers map[word]int32
	df      []int32
	units   int
	weights []float64
}

// newLexicon counts the words of units.
func newLexicon(sides ...[]*unit) *lexicon {
	l := &lexicon{numbers: map[word]int32{}}
	for _, units := range sides {
		for _, u := range units {
			l.units++
			for _, n := range slices.Compact(l.sorted(u)) {
				l.df[n]++
			}
		}
	}
	for _, df := range l.df {
		l.weights = append(l.weights, math.Log(1+float64(l.units)/float64(1+df)))
	}
	return l
}

// sorted gives the numbers of the words of a unit in ascending order, with repeats.
func (l *lexicon) sorted(u *unit) []int32 {
	numbers := make([]int32, 0, len(u.words))
	for _, w := range u.words {
		n, ok := l.numbers[w]
		if !ok {
			n = int32(len(l.numbers))
			l.numbers[w], l.df = n, append(l.df, 0)
		}
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	return numbers
}

// bag is the words of a unit, ready to be compared with many.
type bag struct {
	*unit
	numbers []int32
	total   float64
}

// bag is the words of a unit by their numbers, with the sum of their weights.
func (l *lexicon) bag(u *unit) bag {
	b := bag{unit: u, numbers: l.sorted(u)}
	for _, n := range b.numbers {
		b.total += l.weights[n]
	}
	return b
}

// alike gives the share of the weight of the words that both have (Dice's coefficient), if it is enough.
func (l *lexicon) alike(a, b *bag, least float64) (float64, bool) {
	if a.named() || a.key == b.key {
		return 1, true
	}
	if a.total == 0 || b.total == 0 {
		return 0, plain(a.Text) == plain(b.Text) && a.key != ""
	}
	shared, words := 0.0, 0
	for i, j := 0, 0; i < len(a.numbers) && j < len(b.numbers); {
		switch x, y := a.numbers[i], b.numbers[j]; {
		case x < y:
			i++
		case x > y:
			j++
		default:
			shared += l.weights[x]
			words++
			i, j = i+1, j+1
		}
	}
	score := 2 * shared / (a.total + b.total)
	if score >= least {
		return score, true
	}
	if least < sameNote && (a.label() != "" && a.label() == b.label() || a.kind == headingUnit) {
		return sameGap, true // between the same neighbours that is enough
	}
	inner := shared / min(a.total, b.total)
	return score, least < otherNote && inner >= contained && words >= movedWords && score >= sameGap
}
