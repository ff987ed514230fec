package merge

import (
	"strings"
	"unicode"

	"github.com/9aea2451/kb/text/wording"
)

// words are the words of a text in lower case.
func words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// bag counts words.
func bag(text string) map[string]int {
	counts := map[string]int{}
	for _, w := range words(text) {
		counts[w]++
	}
	return counts
}

// likeness is the share of words that two texts have in common (Dice's coefficient), 1 for two without words.
func likeness(a, b map[string]int) float64 {
	size, common := 0, 0
	for w, n := range a {
		size += n
		common += min(n, b[w])
	}
	for _, n := range b {
		size += n
	}
	if size == 0 {
		return 1
	}
	return 2 * float64(common) / float64(size)
}

// normal is a text with each run of white space made one blank: two that are normally the same
// differ in their form alone.
func normal(text string) string { return wording.OneLine(text) }
