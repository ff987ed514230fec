package words

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/9aea2451/kb/text/fold"
)

// ideographic reports whether a letter is indexed in pairs. Korean is, too, although it has spaces.
func ideographic(r rune) bool {
	return (r >= 0x2E80 || 0x0E00 <= r && r < 0x1200 || 0x1780 <= r && r < 0x1800) &&
		(unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Lao, unicode.Myanmar,
			unicode.Khmer) || r == 'ー' || r == 'ｰ')
}

// voices reports whether a sign is one of the marks of kana, which follow their letter as signs of their own.
func voices(r rune) bool { return r == 0x3099 || r == 0x309A || r == 'ﾞ' || r == 'ﾟ' }

// runEnd is the end of a run of a script without blanks, and tells whether it has signs that nobody sees.
func runEnd(text string, i int) (end int, odd bool) {
	for {
		r, size := utf8.DecodeRuneInString(text[i:])
		if ideographic(r) || voices(r) {
			i += size
			continue
		}
		n := hidden(text[i:])
		if next, _ := utf8.DecodeRuneInString(text[i+n:]); n == 0 || !ideographic(next) {
			return i, odd
		}
		i, odd = i+n, true
	}
}

// formOfRun is the form of a run, and where each of its bytes and its end stand in it.
func formOfRun(run string) (form string, places []int) {
	var b strings.Builder
	for i := 0; i < len(run); {
		if n := hidden(run[i:]); n > 0 {
			i += n
			continue
		}
		n := norm.NFKC.NextBoundaryInString(run[i:], true)
		b.WriteString(norm.NFKC.String(run[i : i+n]))
		for len(places) < b.Len() {
			places = append(places, i)
		}
		i += n
	}
	return b.String(), append(places, len(run))
}

// hidden is the length of all that a text begins with and nobody sees: soft hyphens, joiners, places
// where a line may break; 0 for none.
func hidden(text string) int {
	all := 0
	for n := -1; n != 0 && all < len(text); all += n {
		n = hiddenSign(text[all:])
	}
	return all
}

// hiddenSign is the length of the first sign of those.
func hiddenSign(text string) int {
	switch text[0] {
	case '&':
		return prefixed(text, "&shy;", "&#173;", "&#xad;", "&#xAD;", "&zwnj;", "&zwj;", "&NoBreak;", "&ZeroWidthSpace;", "&#8203;",
			"&#x200b;")
	case '<':
		return prefixed(text, "<wbr>", "<wbr/>", "<wbr />")
	}
	if r, size := utf8.DecodeRuneInString(text); fold.Invisible(r) {
		return size
	}
	return 0
}

// prefixed is the length of the one of some texts that a text begins with, 0 for none.
func prefixed(text string, some ...string) int {
	for _, s := range some {
		if strings.HasPrefix(text, s) {
			return len(s)
		}
	}
	return 0
}

// visible is the form of a word without what nobody sees.
func visible(word string) string {
	if !strings.ContainsAny(word, "&<") {
		return fold.Form(word)
	}
	var b strings.Builder
	for i := 0; i < len(word); {
		if n := hidden(word[i:]); n > 0 {
			i += n
			continue
		}
		b.WriteByte(word[i])
		i++
	}
	return fold.Form(b.String())
}

// maxGlued bounds the bytes of a word with its emphasis.
const maxGlued = 4 * maxTerm

// glued reads a word that emphasis cuts, as **data**lake and H<sub>2</sub>O, from its first part on: the
// whole, "" for none, and where it was read to.
func glued(text string, start, end int) (whole string, to int) {
	marks := []string{markBefore(text[:start]), ""} // the outer ones, those between
	parts := text[start:end]
	for end-start < maxGlued {
		m := markAt(text[end:])
		if end += len(m); m == "" {
			break
		}
		if !wordAt(text, end) {
			marks[1] = m
			break
		}
		marks = append(marks, m)
		next := wordEnd(text, end)
		parts += text[end:next]
		end = next
	}
	between := marks[2:]
	if len(between) == 0 || !strings.ContainsFunc(parts, unicode.IsLetter) {
		return "", end
	}
	for _, first := range []string{"", marks[0]} {
		for _, last := range []string{"", marks[1]} {
			var open []string
			for i := -1; i <= len(between); i++ {
				m := first
				if i == len(between) {
					m = last
				} else if i >= 0 {
					m = between[i]
				}
				switch n := len(open); {
				case m == "":
				case n > 0 && open[n-1] == strings.Replace(m, "/", "", 1) && (m[0] == '*' || m[1] == '/'):
					open = open[:n-1]
				default:
					open = append(open, m)
				}
			}
			if len(open) == 0 {
				return parts, end
			}
		}
	}
	return "", end
}

// markAt is the mark of emphasis that a text begins with, "" for none.
func markAt(text string) string {
	if stars := text[:min(len(text), maxStars+1)]; strings.HasPrefix(stars, "*") {
		stars = stars[:len(stars)-len(strings.TrimLeft(stars, "*"))]
		return stars[:len(stars)%(maxStars+1)] // none of more
	}
	end := strings.IndexByte(text[:min(len(text), maxTag)], '>')
	if end > 0 && text[0] == '<' && emphasis(strings.ToLower(strings.TrimPrefix(text[1:end], "/"))) {
		return text[:end+1]
	}
	return ""
}

// markBefore is the mark of emphasis that a text ends with, "" for none.
func markBefore(text string) string {
	text = text[max(0, len(text)-maxTag):]
	if strings.HasSuffix(text, "*") {
		return markAt(text[len(strings.TrimRight(text, "*")):])
	}
	if at := strings.LastIndexByte(text, '<'); at >= 0 && strings.HasSuffix(text, ">") {
		return markAt(text[at:])
	}
	return ""
}

// maxStars are the stars of a mark.
const maxStars = 3

// maxTag bounds the bytes of a tag of emphasis.
const maxTag = 10

// emphasis reports whether an element of HTML sets a part of a word apart.
func emphasis(tag string) bool {
	switch tag {
	case "b", "i", "u", "s", "em", "strong", "mark", "sub", "sup", "small", "span":
		return true
	}
	return false
}
