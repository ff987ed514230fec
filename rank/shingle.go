package rank

import (
	"hash/fnv"
	"io"
	"slices"
	"strings"
	"unicode"
)

// shingleWords is how many words in a row make a shingle.
const shingleWords = 4

// Shingles gives the hashes of every four words in a row of a text, each once, in rising order: case, punctuation and white space do not
// count, and a text of fewer words is one shingle (Broder 1997). Nil for a text without words.
func Shingles(text string) []uint64 {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(words) == 0 {
		return nil
	}
	n := min(shingleWords, len(words))
	out := make([]uint64, 0, len(words)-n+1)
	for i := 0; i+n <= len(words); i++ {
		h := fnv.New64a()
		for _, w := range words[i : i+n] {
			io.WriteString(h, w)
			h.Write([]byte{' '})
		}
		out = append(out, h.Sum64())
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Containment is the share of the smaller of two sets of shingles that the other has, from 0 to 1; 0 when one is empty.
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
