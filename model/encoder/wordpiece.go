package encoder

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// longestWord is in characters: a longer word is unknown as a whole, as BERT has it.
const longestWord = 100

// pieces is the vocabulary: words and ends of words, the latter with ## in front, in the order of
// their bytes. It lies in the mapped file.
type pieces struct {
	ends  []uint32 // where each piece ends; one more in front, which is 0
	ids   []uint32
	text  []byte
	most  int // bytes of the longest piece
	lower bool
	strip bool // of accents
	cls   uint32
	sep   uint32
	none  uint32 // of a word that cannot be put together
}

// check refuses a vocabulary with which anything outside of it would be read.
func (p *pieces) check(rows int) bool {
	p.most = 0
	for i := range p.ids {
		if p.ends[i] > p.ends[i+1] || int(p.ids[i]) >= rows {
			return false
		}
		p.most = max(p.most, int(p.ends[i+1]-p.ends[i]))
	}
	inside := func(id uint32) bool { return int(id) < rows }
	return p.ends[0] == 0 && int(p.ends[len(p.ids)]) == len(p.text) && inside(p.cls) && inside(p.sep) && inside(p.none)
}

// find looks a piece up.
func (p *pieces) find(piece []byte) (id uint32, ok bool) {
	from, to := 0, len(p.ids)
	for from < to {
		at := int(uint(from+to) >> 1)
		if string(p.text[p.ends[at]:p.ends[at+1]]) < string(piece) {
			from = at + 1
		} else {
			to = at
		}
	}
	if from < len(p.ids) && string(p.text[p.ends[from]:p.ends[from+1]]) == string(piece) {
		return p.ids[from], true
	}
	return 0, false
}

// tokens appends the tokens of a text, at most so many, with the marks of its beginning and its
// end. What stands in the text is text: nothing in it is read as a mark.
func (p *pieces) tokens(out []uint32, text string, most int) []uint32 {
	out = append(out, p.cls)
	var word []byte
	text = p.clean(text)
	for len(text) > 0 && len(out) < most {
		c, size := utf8.DecodeRuneInString(text)
		text = text[size:]
		alone := isHan(c) || isPunctuation(c)
		if len(word) > 0 && (alone || unicode.IsSpace(c)) {
			out, word = p.word(out, word), word[:0]
		}
		switch {
		case alone:
			out = p.word(out, utf8.AppendRune(word, c))
		case !unicode.IsSpace(c):
			word = utf8.AppendRune(word, c)
		}
	}
	if len(word) > 0 {
		out = p.word(out, word)
	}
	return append(out[:min(len(out), most-1)], p.sep)
}

// word appends the pieces of a word, the longest first, or the one of an unknown word.
func (p *pieces) word(out []uint32, word []byte) []uint32 {
	if utf8.RuneCount(word) > longestWord {
		return append(out, p.none)
	}
	var room [4*longestWord + 2]byte
	known, all := len(out), append(append(room[:0], "##"...), word...)
	for from := 2; from < len(all); {
		marks := 0
		if from > 2 {
			marks = copy(all[from-2:], "##") // over what has been read
		}
		id, n := p.longest(all[from-marks:], marks)
		if n == 0 {
			return append(out[:known], p.none)
		}
		out = append(out, id)
		from += n - marks
	}
	return out
}

// longest finds the longest piece that a word begins with, and its bytes; more of them than least.
func (p *pieces) longest(word []byte, least int) (id uint32, n int) {
	for n = min(len(word), p.most); n > least; n-- {
		if n < len(word) && !utf8.RuneStart(word[n]) {
			continue
		}
		if id, ok := p.find(word[:n]); ok {
			return id, n
		}
	}
	return 0, 0
}

// clean is a text without control characters, without accents and in small letters, where the
// model's text was.
func (p *pieces) clean(text string) string {
	if p.strip && !norm.NFD.IsNormalString(text) {
		text = norm.NFD.String(text)
	}
	return strings.Map(func(c rune) rune {
		switch {
		case c == '\t' || c == '\n' || c == '\r':
			return ' '
		case c == 0 || c == utf8.RuneError || unicode.In(c, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs):
			return -1
		case p.strip && unicode.Is(unicode.Mn, c):
			return -1
		case p.lower:
			return unicode.ToLower(c)
		}
		return c
	}, text)
}

// isPunctuation reports what BERT takes for punctuation: of ASCII all that is neither letter nor digit.
func isPunctuation(c rune) bool {
	if c < utf8.RuneSelf {
		return c > ' ' && c < 0x7f && !('0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z')
	}
	return unicode.IsPunct(c)
}

// isHan reports the characters that are words of their own: Chinese ideographs, but neither kana
// nor hangul.
func isHan(c rune) bool {
	return 0x4E00 <= c && c <= 0x9FFF || 0x3400 <= c && c <= 0x4DBF || 0x20000 <= c && c <= 0x2A6DF ||
		0x2A700 <= c && c <= 0x2B73F || 0x2B740 <= c && c <= 0x2B81F || 0x2B920 <= c && c <= 0x2CEAF ||
		0xF900 <= c && c <= 0xFAFF || 0x2F800 <= c && c <= 0x2FA1F
}
