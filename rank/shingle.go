package rank

import (
	"slices"
	"strings"
	"unicode"
)

// Words takes a text apart into its words, for shingles: case, punctuation and white space do not count.
func Words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
}

// The hash is FNV-1a of 64 bits, here without the allocations of the interface of hash/fnv.
const (
	fnvOffset = 14695981039346656037
	fnvPrime  = 1099511628211
)

// Shingles gives the hashes of every n words in a row, each once, in rising order; fewer words are
// one shingle (Broder 1997). Nil for no words.
func Shingles(words []string, n int) []uint64 {
	if len(words) == 0 {
		return nil
	}
	n = min(n, len(words))
	out := make([]uint64, 0, len(words)-n+1)
	for i := 0; i+n <= len(words); i++ {
		h := uint64(fnvOffset)
		for _, w := range words[i : i+n] {
			for j := range len(w) {
				h = (h ^ uint64(w[j])) * fnvPrime
			}
			h = (h ^ ' ') * fnvPrime
		}
		out = append(out, h)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Containment is the share of the smaller of two sets of shingles that the other has, from 0 to 1;
// 0 when one is empty.
func Containment(a, b []uint64) float64 {
	shared := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			shared, i, j = shared+1, i+1, j+1
		}
	}
	if least := min(len(a), len(b)); least > 0 {
		return float64(shared) / float64(least)
	}
	return 0
}
