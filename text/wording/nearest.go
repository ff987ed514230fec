package wording

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// maxCompared bounds the words that a distance is computed of, in characters.
const maxCompared = 200

// Distance returns how many insertions, deletions, substitutions and swaps of neighbouring characters
// lead from a word to another (optimal string alignment, the restricted form of Damerau 1964). It is
// limit where that many or more are needed, and for words of more than 200 characters.
func Distance(a, b string, limit int) int {
	x, y := []rune(a), []rune(b)
	if len(x) > maxCompared || len(y) > maxCompared || max(len(x)-len(y), len(y)-len(x)) >= limit {
		return limit
	}
	before, row, next := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(x); i++ {
		next[0] = i
		for j := 1; j <= len(y); j++ {
			substitution := row[j-1]
			if x[i-1] != y[j-1] {
				substitution++
			}
			next[j] = min(row[j]+1, next[j-1]+1, substitution)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
		}
		before, row, next = row, next, before
	}
	return min(row[len(y)], limit)
}

// Slip returns the one of words that a word is a slip of: the nearest, ignoring case, of those that
// differ from it in at most one character and a third of its length. It is "" where there is none.
func Slip(word string, words []string) string {
	word = strings.ToLower(word)
	best, least := "", 1+utf8.RuneCountInString(word)/3
	for _, w := range words {
		if d := Distance(word, strings.ToLower(w), least+1); d <= least && (best == "" || d < least) {
			best, least = w, d
		}
	}
	return best
}

// comparedHead is how many characters of a name Nearest compares.
const comparedHead = 100

// Nearest returns at most limit of the candidates that look like a word, nearest first, ties in the
// candidates' order. It is for lists of which a person takes one, and more generous than Slip: half
// of the characters may differ, and a name that contains the word, of three characters or more,
// counts as near.
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

// likeness returns the distance of a candidate, and whether it is near enough to be meant.
func likeness(word, candidate string) (int, bool) {
	a, b := foldedHead(word), foldedHead(candidate)
	if a == "" || b == "" {
		return 0, false
	}
	size := utf8.RuneCountInString(a)
	d := Distance(a, b, maxCompared)
	if size >= 3 && strings.Contains(b, a) {
		return min(d, 2), true
	}
	return d, d*2 <= max(size, utf8.RuneCountInString(b))
}

// foldedHead is the beginning of a name in lower case.
func foldedHead(s string) string {
	head, _ := Runes(s, comparedHead)
	head, _ = Runes(strings.ToLower(head), comparedHead)
	return head
}
