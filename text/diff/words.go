package diff

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Word is a stretch of a text and what became of it: Equal, Removed or Added.
type Word struct {
	Op   Op     `json:"op"`
	Text string `json:"text"`
}

// maxWords is how many words a text may have for its words to be compared; a longer one differs as
// a whole, but for its beginning and end.
const maxWords = 3000

// Words tells by which words two texts differ. The texts of Equal and Removed make up the old one,
// those of Equal and Added the new one. Words are never cut, and what stands between two changed
// ones is not left alone when it is only a blank or a comma.
func Words(old, new string) []Word {
	a, b := tokens(old), tokens(new)
	start := 0
	for start < len(a) && start < len(b) && a[start] == b[start] {
		start++
	}
	end := 0
	for end < len(a)-start && end < len(b)-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	m := &wordMarks{}
	m.put(Equal, a[:start]...)
	middleA, middleB := a[start:len(a)-end], b[start:len(b)-end]
	if len(middleA) > maxWords || len(middleB) > maxWords {
		m.put(Removed, middleA...)
		m.put(Added, middleB...)
	} else {
		at := 0
		for _, h := range Shortest(middleA, middleB) {
			m.put(Equal, middleA[at:h.OldStart]...)
			m.put(Removed, middleA[h.OldStart:h.OldEnd]...)
			m.put(Added, middleB[h.NewStart:h.NewEnd]...)
			at = h.OldEnd
		}
		m.put(Equal, middleA[at:]...)
	}
	m.put(Equal, a[len(a)-end:]...)
	var out []Word
	var removed, added strings.Builder
	flush := func() {
		out = appendWord(appendWord(out, Removed, removed.String()), Added, added.String())
		removed.Reset()
		added.Reset()
	}
	for i, w := range m.words {
		switch {
		case w.Op == Removed:
			removed.WriteString(w.Text)
		case w.Op == Added:
			added.WriteString(w.Text)
		case i > 0 && i+1 < len(m.words) && slight(w.Text):
			removed.WriteString(w.Text)
			added.WriteString(w.Text)
		default:
			flush()
			out = append(out, w)
		}
	}
	flush()
	return out
}

// tokens cuts a text into words, runs of blanks, and single other signs.
func tokens(s string) []string {
	var out []string
	for s != "" {
		r, n := utf8.DecodeRuneInString(s)
		same := func(rune) bool { return false }
		switch {
		case wordRune(r):
			same = wordRune
		case unicode.IsSpace(r):
			same = unicode.IsSpace
		}
		for n < len(s) {
			next, size := utf8.DecodeRuneInString(s[n:])
			if !same(next) {
				break
			}
			n += size
		}
		out, s = append(out, s[:n]), s[n:]
	}
	return out
}

// wordRune tells the runes of a word: letters, the marks that combine with them, digits and "_".
func wordRune(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r)
}

// wordMarks collects tokens with what became of them.
type wordMarks struct{ words []Word }

// put appends tokens, joined with the last word where that has the same mark.
func (m *wordMarks) put(op Op, tokens ...string) {
	if len(tokens) == 0 {
		return
	}
	text := strings.Join(tokens, "")
	if n := len(m.words); n > 0 && m.words[n-1].Op == op {
		m.words[n-1].Text += text
		return
	}
	m.words = append(m.words, Word{op, text})
}

// appendWord appends a word that is not empty.
func appendWord(out []Word, op Op, text string) []Word {
	if text == "" {
		return out
	}
	return append(out, Word{op, text})
}

// slight tells text without a word in it.
func slight(text string) bool { return len(text) <= 4 && strings.IndexFunc(text, wordRune) < 0 }

// Mark writes words with those that changed marked by the two functions: git's word diff is
// [-removed-]{+added+}.
func Mark(words []Word, removed, added func(string) string) string {
	var b strings.Builder
	for _, w := range words {
		switch w.Op {
		case Removed:
			b.WriteString(removed(w.Text))
		case Added:
			b.WriteString(added(w.Text))
		default:
			b.WriteString(w.Text)
		}
	}
	return b.String()
}

// Plain is Mark with the marks of git diff --word-diff, for what has no colours.
func Plain(words []Word) string {
	return Mark(words, func(s string) string { return "[-" + s + "-]" }, func(s string) string { return "{+" + s + "+}" })
}
