package words

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/9aea2451/kb/text/fold"
	"github.com/9aea2451/kb/text/stem"
	"github.com/9aea2451/kb/text/wording"
	"golang.org/x/text/unicode/norm"
)

// Token is a stem with the bytes of the text that it stands for.
type Token struct {
	Term       string
	Folded     string // of a word with marks: the stem of what it is without them; else ""
	Start, End int
}

// Bare is the stem of the word as it is without marks.
func (t *Token) Bare() string { return cmp.Or(t.Folded, t.Term) }

// Forms are the terms by which the index finds a word, however many of its marks are typed: as it is
// typed, and without marks, which others have.
func (t *Token) Forms() []string {
	if t.Folded == "" {
		return []string{t.Term, Folded(t.Term)}
	}
	return []string{t.Term, t.Folded, Folded(t.Folded)}
}

// Folded is the term of words with marks whose stem is another without them. No word begins so.
func Folded(stem string) string { return "~" + wording.Bytes(stem, maxTerm-1) }

// maxTerm bounds a term in bytes; longer runs (base64, hashes) are cut.
const maxTerm = 64

// Analyzer splits text into stems. Not for concurrent use; it remembers the stems that it has computed.
type Analyzer struct {
	stemmer *stem.Stemmer
	kept    map[string][]Token // of words with other letters than those of ASCII
}

// maxKept bounds the words with other letters whose stems an Analyzer remembers.
const maxKept = 1 << 15

// NewAnalyzer returns an empty analyzer.
func NewAnalyzer() *Analyzer { return &Analyzer{stem.New(normal), map[string][]Token{}} }

// Tokens calls yield for each stem of the text: words of letters and digits in lower case, Porter
// stems, the commonest function words left out, compound identifiers whole and in parts, names with
// signs such as C++, F# and .NET with and without them, scripts without spaces in overlapping
// pairs. A word that emphasis cuts is given whole as well.
func (a *Analyzer) Tokens(text string, yield func(Token)) {
	seen := 0 // to where emphasis is read
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case ideographic(r):
			// Each two neighbours of the run; a single character alone.
			end, odd := runEnd(text, i)
			run, places := text[i:end], []int(nil)
			if odd || !norm.NFKC.IsNormalString(run) {
				run, places = formOfRun(run)
			}
			place := func(at int) int {
				if places != nil {
					at = places[at]
				}
				return i + at
			}
			prev := -1
			for at, r := range run {
				if next := at + utf8.RuneLen(r); prev >= 0 || next == len(run) {
					from := max(prev, 0)
					yield(Token{Term: run[from:next], Start: place(from), End: place(next)})
				}
				prev = at
			}
			i = end
		case wordRune(r):
			end := wordEnd(text, i)
			if from, to := signs(text, i, end); to-from > end-i {
				yield(Token{Term: strings.ToLower(text[from:to]), Start: from, End: to})
			}
			a.word(text, i, end, yield)
			if end < len(text) && i >= seen && (text[end] == '*' || text[end] == '<') {
				var whole string
				if whole, seen = glued(text, i, end); whole != "" {
					a.stems(visible(whole), 0, func(t Token) { yield(Token{t.Term, t.Folded, i, seen}) })
				}
			}
			i = end
		default:
			i += size
		}
	}
}

// Terms returns the stems of the text in order, as the index has them.
func (a *Analyzer) Terms(text string) []string {
	var terms []string
	a.Tokens(text, func(t Token) {
		if terms = append(terms, t.Term); t.Folded != "" {
			terms = append(terms, Folded(t.Folded))
		}
	})
	return terms
}

// wordRune tells what words are of: letters, digits, marks on letters, and '_'.
func wordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_'
	}
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r))
}

// wordEnd is the end of the word that begins at i; an apostrophe between letters belongs to it, and
// what nobody sees.
func wordEnd(text string, i int) int {
	for {
		r, size := utf8.DecodeRuneInString(text[i:])
		if wordRune(r) && !ideographic(r) {
			i += size
			continue
		}
		if r == '\'' || r == '’' {
			if next, _ := utf8.DecodeRuneInString(text[i+size:]); unicode.IsLetter(next) && !ideographic(next) {
				i += size
				continue
			}
			return i
		}
		n := hidden(text[i:])
		if n == 0 {
			return i
		}
		if next, _ := utf8.DecodeRuneInString(text[i+n:]); !wordRune(next) || ideographic(next) {
			return i
		}
		i += n
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

// word calls yield for a word: for its stem, or for a compound whole, not stemmed, and the stems of
// its parts, but for one that is the whole, as in _foo. Of a run above 256 bytes only the beginning
// counts.
func (a *Analyzer) word(text string, start, end int, yield func(Token)) {
	word := text[start:end]
	if len(word) > 4*maxTerm {
		word = strings.ToValidUTF8(word[:4*maxTerm], "")
	}
	if strings.ContainsFunc(word, func(r rune) bool { return r >= utf8.RuneSelf || r == '&' || r == '<' }) {
		// What a sign without width parts counts in its parts as well.
		list, known := a.kept[word]
		if !known {
			list = a.read(word)
			if len(a.kept) >= maxKept {
				clear(a.kept)
			}
			a.kept[strings.Clone(word)] = list
		}
		for _, t := range list {
			if t.End < 0 {
				t.Start, t.End = 0, end-start
			}
			t.Start, t.End = start+t.Start, start+t.End
			yield(t)
		}
		return
	}
	a.stems(word, start, yield)
}

// stems calls yield for the stems of a word in its one form that begins at a place.
func (a *Analyzer) stems(word string, start int, yield func(Token)) {
	if plain(word) {
		a.part(word, start, yield)
		if at := strings.LastIndexByte(word, '\''); at > 0 && len(word)-at > 3 { // l'article, dell'articolo
			a.part(word[at+1:], start+at+1, yield)
		}
		return
	}
	whole := wording.Bytes(strings.ToLower(strings.Trim(word, "_")), maxTerm)
	if whole != "" {
		yield(Token{whole, folded(whole, strings.Clone), start, start + len(word)})
	}
	eachPart(word, func(from, to int) {
		a.part(word[from:to], start+from, func(t Token) {
			if t.Term != whole {
				yield(t)
			}
		})
	})
}

// part calls yield for the stem of a word, none of a function word.
func (a *Analyzer) part(word string, start int, yield func(Token)) {
	if term := a.Stem(word); term != "" {
		yield(Token{term, folded(strings.ToLower(word), a.Stem), start, start + len(word)})
	}
}

// folded returns the stem of a word in lower case without its marks, "" where it has none.
func folded(word string, stem func(string) string) string {
	if bare := fold.Word(word); bare != word {
		return stem(bare)
	}
	return ""
}

// read lists the stems of a word; End is below 0 where its bytes are not those of its form.
func (a *Analyzer) read(word string) (list []Token) {
	form := strings.ReplaceAll(visible(word), "’", "'")
	a.stems(form, 0, func(t Token) {
		if form != word {
			t.End = -1
		}
		list = append(list, t)
	})
	if parts := strings.FieldsFunc(word, func(r rune) bool { return r == '\u200b' || r == '\u200c' }); len(parts) > 1 {
		for _, part := range parts {
			a.stems(visible(part), 0, func(t Token) { list = append(list, Token{t.Term, t.Folded, 0, -1}) })
		}
	}
	return list
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
