package review

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// word is one word of a text as the aligner sees it.
type word string

// wordsOf splits a text into words in lower case: letters, digits and what joins them; marks of
// markdown and punctuation do not count.
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

// withoutTargets is a text with its links cut down to what a reader sees of them.
func withoutTargets(text string) string {
	if !strings.Contains(text, "](") && !strings.Contains(text, "][") {
		return text
	}
	var b strings.Builder
	for text != "" {
		i := strings.IndexByte(text, ']')
		if i < 0 || i+1 >= len(text) {
			break
		}
		closing := map[byte]string{'(': ")", '[': "]"}[text[i+1]]
		end := -1
		if closing != "" {
			end = strings.Index(text[i+2:], closing)
		}
		if end < 0 {
			b.WriteString(text[:i+1])
			text = text[i+1:]
			continue
		}
		b.WriteString(text[:i+1])
		text = text[i+2+end+1:]
	}
	b.WriteString(text)
	return b.String()
}

// plain is the text without what only changes how it looks: marks of markdown, case, punctuation,
// targets of links.
func plain(text string) string {
	text = withoutTargets(text)
	var b strings.Builder
	for i := 0; i < len(text); {
		c, size := utf8.DecodeRuneInString(text[i:])
		i += size
		digit := i < len(text) && text[i] >= '0' && text[i] <= '9'
		switch {
		case unicode.IsLetter(c) || unicode.IsDigit(c) || strings.ContainsRune("%$€£<>=+/\\^&|#@~°≤≥", c), digit && (c == '.' || c == '-'):
			b.WriteRune(unicode.ToLower(c))
		}
	}
	return b.String()
}
