package review

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// word is one word of a text as the aligner sees it.
type word string

// wordsOf splits a text into words in lower case: letters, digits and what joins them; marks of markdown and punctuation do not count.
func wordsOf(text string) []word {
	fields := strings.FieldsFunc(text, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '_' })
	words := make([]word, 0, len(fields))
	for _, f := range fields {
		words = append(words, word(strings.ToLower(f)))
	}
	return words
}

// commonSubsequence gives a longest list of pairs that are equal and in order on both sides.
func commonSubsequence(n, m int, equal func(i, j int) bool) [][2]int {
	lengths := make([]int32, (n+1)*(m+1))
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			at := i*(m+1) + j
			if equal(i, j) {
				lengths[at] = lengths[at+m+2] + 1
			} else {
				lengths[at] = max(lengths[at+m+1], lengths[at+1])
			}
		}
	}
	var pairs [][2]int
	for i, j := 0, 0; i < n && j < m; {
		at := i*(m+1) + j
		switch {
		case equal(i, j):
			pairs = append(pairs, [2]int{i, j})
			i, j = i+1, j+1
		case lengths[at+m+1] >= lengths[at+1]:
			i++
		default:
			j++
		}
	}
	return pairs
}

// plain is the text without what only changes how it looks: marks of markdown, case, punctuation, targets of links.
func plain(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		if text[i] == ']' && strings.HasPrefix(text[i+1:], "(") {
			if n := strings.IndexByte(text[i:], ')'); n > 0 {
				i += n + 1
				continue
			}
		}
		c, size := utf8.DecodeRuneInString(text[i:])
		i += size
		switch {
		case unicode.IsLetter(c) || unicode.IsDigit(c) || strings.ContainsRune("%$€£<>=+/\\^&|#@~°≤≥", c):
			b.WriteRune(unicode.ToLower(c))
		case c == '.' && i < len(text) && text[i] >= '0' && text[i] <= '9', c == '-' && i < len(text) && text[i] >= '0' && text[i] <= '9':
			b.WriteRune(c)
		}
	}
	return b.String()
}
