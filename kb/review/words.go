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

// maxMarked is the product of the numbers of words up to which a difference is marked word by word.
const maxMarked = 4 << 20

// mark marks what went, came and stayed from one text to the other, by runs of words.
func mark(before, after string) []Word {
	a, b := strings.Fields(before), strings.Fields(after)
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	var m marker
	m.add("=", a[:head]...)
	m.middle(a[head:len(a)-tail], b[head:len(b)-tail])
	m.add("=", a[len(a)-tail:]...)
	return m.out
}

// marker joins words of one kind to runs.
type marker struct{ out []Word }

func (m *marker) add(op string, words ...string) {
	if len(words) == 0 {
		return
	}
	text := strings.Join(words, " ")
	if n := len(m.out); n > 0 && m.out[n-1].Op == op {
		m.out[n-1].Text += " " + text
		return
	}
	m.out = append(m.out, Word{Op: op, Text: text})
}

// middle aligns the words by their longest common subsequence. Of a gap what went comes first.
func (m *marker) middle(a, b []string) {
	if len(a)*len(b) > maxMarked {
		m.add("-", a...)
		m.add("+", b...)
		return
	}
	i, j := 0, 0
	for _, p := range commonSubsequence(len(a), len(b), func(i, j int) bool { return a[i] == b[j] }) {
		m.add("-", a[i:p[0]]...)
		m.add("+", b[j:p[1]]...)
		m.add("=", a[p[0]])
		i, j = p[0]+1, p[1]+1
	}
	m.add("-", a[i:]...)
	m.add("+", b[j:]...)
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
