package words

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/9aea2451/kb/text/stem"
	"github.com/9aea2451/kb/text/wording"
)

// Token is a stem with the bytes of the text that it stands for.
type Token struct {
	Term       string
	Start, End int
}

// maxTerm bounds a term in bytes; longer runs (base64, hashes) are cut.
const maxTerm = 64

// Analyzer splits text into stems. Not for concurrent use; it remembers the stems that it has computed.
type Analyzer struct{ stemmer *stem.Stemmer }

// NewAnalyzer returns an empty analyzer.
func NewAnalyzer() *Analyzer { return &Analyzer{stem.New(normal)} }

// Tokens calls yield for each stem of the text: words of letters and digits in lower case, Porter
// stems, the commonest function words left out, compound identifiers whole and in parts, names with
// signs such as C++, F# and .NET with and without them, scripts without spaces in overlapping
// pairs.
func (a *Analyzer) Tokens(text string, yield func(Token)) {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case ideographic(r):
			i = pairs(text, i, yield)
		case wordRune(r):
			end := wordEnd(text, i)
			if from, to := signs(text, i, end); to-from > end-i {
				yield(Token{strings.ToLower(text[from:to]), from, to})
			}
			a.word(text, i, end, yield)
			i = end
		default:
			i += size
		}
	}
}

// Terms returns the stems of the text in order.
func (a *Analyzer) Terms(text string) []string {
	var terms []string
	a.Tokens(text, func(t Token) { terms = append(terms, t.Term) })
	return terms
}

// wordRune tells what words are of: letters, digits, marks on letters, and '_'.
func wordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_'
	}
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r))
}

// ideographic tells what is indexed in pairs. Korean is, too, although it has spaces.
func ideographic(r rune) bool {
	return r >= 0x2E80 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai)
}

// wordEnd is the end of the word that begins at i; an apostrophe between letters belongs to it.
func wordEnd(text string, i int) int {
	for {
		r, size := utf8.DecodeRuneInString(text[i:])
		if wordRune(r) && !ideographic(r) {
			i += size
			continue
		}
		if (r == '\'' || r == '’') && i+size < len(text) {
			next, _ := utf8.DecodeRuneInString(text[i+size:])
			if unicode.IsLetter(next) && !ideographic(next) {
				i += size
				continue
			}
		}
		return i
	}
}

// maxSigned bounds the letters of a name that is taken with its signs.
const maxSigned = 16

// signs widens a word to the signs that make it another name: C++ and F#, whose letters alone name
// other things, and .NET or .env. A heading's anchor (page#part), a call (.map()) and the end of a
// sentence are none.
func signs(text string, start, end int) (from, to int) {
	from, to = start, end
	if end-start > maxSigned || !ascii(text[start:end]) {
		return from, to
	}
	after := text[end:]
	switch {
	case strings.HasPrefix(after, "++") && !strings.HasPrefix(after, "+++"):
		to = end + 2
	case strings.HasPrefix(after, "#") && !wordAt(after, 1) && !strings.HasPrefix(after, "##"):
		to = end + 1
	case start > 0 && text[start-1] == '.' && !strings.HasPrefix(after, "(") &&
		(start == 1 || !wordBefore(text[:start-1]) && !strings.HasSuffix(text[:start-1], ".")):
		from = start - 1
	}
	return from, to
}

// ascii tells a word of ASCII letters alone.
func ascii(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z') })
}

// wordAt tells whether a word begins or goes on at i; false at the end.
func wordAt(text string, i int) bool {
	r, _ := utf8.DecodeRuneInString(text[i:])
	return wordRune(r)
}

// wordBefore tells whether a text ends in a word or a closing bracket: a dot behind it then begins
// no name, as in "user.net" or "list().map".
func wordBefore(text string) bool {
	r, _ := utf8.DecodeLastRuneInString(text)
	return wordRune(r) || strings.ContainsRune(")]}", r)
}

// pairs calls yield for each two neighbours of a run that begins at i, for a single character with
// that alone, and gives the end of the run.
func pairs(text string, i int, yield func(Token)) int {
	start, prev := i, -1
	for { // behind the end there is no rune of a script
		r, size := utf8.DecodeRuneInString(text[i:])
		if !ideographic(r) {
			break
		}
		if prev >= 0 {
			yield(Token{text[prev : i+size], prev, i + size})
		}
		prev = i
		i += size
	}
	if prev == start {
		yield(Token{text[start:i], start, i})
	}
	return i
}

// word calls yield for a word: for its stem, or for a compound whole, not stemmed, and the stems of
// its parts, but for one that is the whole, as in _foo. Of a run above 256 bytes only the beginning
// counts.
func (a *Analyzer) word(text string, start, end int, yield func(Token)) {
	word := text[start:end]
	if len(word) > 4*maxTerm {
		word = strings.ToValidUTF8(word[:4*maxTerm], "")
	}
	if plain(word) {
		if term := a.Stem(word); term != "" {
			yield(Token{term, start, end})
		}
		return
	}
	whole := wording.Bytes(strings.ToLower(strings.Trim(word, "_")), maxTerm)
	if whole != "" {
		yield(Token{whole, start, end})
	}
	eachPart(word, func(from, to int) {
		if term := a.Stem(word[from:to]); term != "" && term != whole {
			yield(Token{term, start + from, start + to})
		}
	})
}

// plain tells that a word is no compound identifier: one case, or a leading capital, and no underscore.
func plain(word string) bool {
	lower := false
	for i := 0; i < len(word); i++ {
		switch c := word[i]; {
		case c == '_':
			return false
		case upper(c):
			if lower {
				return false
			}
		case lowerCase(c):
			lower = true
		}
	}
	return true
}

// eachPart calls f for the parts of a compound identifier: at underscores and where lower case
// meets upper case.
func eachPart(word string, f func(from, to int)) {
	from := 0
	emit := func(to int) {
		if to > from {
			f(from, to)
		}
	}
	for i := 0; i < len(word); i++ {
		c := word[i]
		switch {
		case c == '_':
			emit(i)
			from = i + 1
		case i > from && upper(c) && (!upper(word[i-1]) || i+1 < len(word) && lowerCase(word[i+1])):
			emit(i)
			from = i
		}
	}
	emit(len(word))
}

func upper(c byte) bool     { return 'A' <= c && c <= 'Z' }
func lowerCase(c byte) bool { return 'a' <= c && c <= 'z' }

// Stem returns the Porter stem of one word in lower case, "" for the commonest function words.
func (a *Analyzer) Stem(word string) string { return a.stemmer.Stem(word) }

// normal is the form of a word that is stemmed, "" for a function word.
func normal(word string) string {
	w := strings.ReplaceAll(strings.ToLower(word), "’", "'")
	w = strings.TrimSuffix(w, "'s")
	w = strings.ReplaceAll(w, "'", "")
	if functionWord(w) {
		return ""
	}
	return wording.Bytes(w, maxTerm)
}

// functionWord holds for the words that stand in nearly every chunk and tell none apart.
func functionWord(w string) bool {
	switch w {
	case "a",
		"an",
		"and",
		"are",
		"as",
		"at",
		"be",
		"but",
		"by",
		"for",
		"if",
		"in",
		"into",
		"is",
		"it",
		"no",
		"not",
		"of",
		"on",
		"or",
		"such",
		"that",
		"the",
		"their",
		"then",
		"there",
		"these",
		"they",
		"this",
		"to",
		"was",
		"will",
		"with":
		return true
	}
	return false
}
