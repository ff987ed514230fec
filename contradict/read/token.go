package read

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/9aea2451/kb/contradict/words"
)

// isLabelLetter tells the capital that names one of several things of a kind, "plan A", from the
// article and from "I".
func (z *tokenizer) isLabelLetter(start int, text string) bool {
	if len(text) != 1 || text[0] < 'A' || text[0] > 'Z' || text == "I" || len(z.tokens) == 0 {
		return false
	}
	before := &z.tokens[len(z.tokens)-1]
	end := before.Start + len(before.Text)
	return before.Kind == WordToken && end < start && z.text[end:start] == " "
}

// tokenKind is what the characters of a token are.
type tokenKind uint8

const (
	WordToken tokenKind = iota
	NumberToken
	CodeToken // an opaque code span or identifier
	Punctuation
	ModalMark // a force that a phrase was rewritten to
)

// Token is one word, number, sign or force of a statement.
type Token struct {
	Text      string // lower case; the number as written without group commas; "" of a ModalMark
	Kind      tokenKind
	force     Force // of a modalMark
	negated   bool  // of a modalMark: MUST NOT
	Code      bool  // stood in a code span
	Name      bool  // capitalised inside the sentence, or an identifier
	Condition bool  // stands in a condition
	Start     int   // byte in Statement.Text
	Class     words.WordClass
}

// maxTokens bounds the work on one statement: what follows is not read.
const maxTokens = 400

// tokenizer reads the tokens of a statement from left to right.
type tokenizer struct {
	text   string
	pos    int
	tokens []Token
}

// tokenize appends the tokens of a text to an empty list.
func tokenize(tokens []Token, text string) []Token {
	// List numbers and "Note:" before the sentence itself are skipped.
	i := 0
	for i < len(text) && strings.IndexByte(" \t*#[(\\->", text[i]) >= 0 && !referenceAt(text, i) {
		i++
	}
	j := i
	for j < len(text) && words.IsDigit(text[j]) {
		j++
	}
	k := j
	for k < len(text) && strings.IndexByte("]).:", text[k]) >= 0 {
		k++
	}
	if j > i && k > j && k < len(text) && text[k] == ' ' {
		i = k
	}
	for n := len(introduction(text[i:])); n > 0; n = len(introduction(text[i:])) {
		i += n
	}
	z := &tokenizer{text: text, pos: i, tokens: tokens}
	for z.pos < len(text) && len(z.tokens) < maxTokens {
		z.next()
	}
	return z.tokens
}

// introduction returns the "Note: " or "No, " that a sentence opens with, if it does.
func introduction(text string) string {
	word := text
	if cut := strings.IndexAny(text, ".,:; "); cut >= 0 {
		word = text[:cut]
	}
	switch strings.ToLower(word) {
	case "no", "yes", "n/a", "note", "nb":
		if rest := text[len(word):]; len(rest) > 1 && rest[0] != ' ' && rest[1] == ' ' || answersNo(rest) {
			return text[:min(len(text), len(word)+gapLength(rest))]
		}
	}
	return ""
}

// gapLength returns the bytes between an introduction and what it introduces.
func gapLength(rest string) int {
	if rest[0] == ' ' {
		return 1
	}
	return 2
}

// answersNo tells "no we do not", an answer that lost its comma, from "no user".
func answersNo(rest string) bool {
	for _, pronoun := range [...]string{" we ", " it ", " this ", " there ", " they ", " the ", " these "} {
		if strings.HasPrefix(rest, pronoun) {
			return true
		}
	}
	return false
}

// next reads what begins at pos, and moves on by one byte at least.
func (z *tokenizer) next() {
	c := z.text[z.pos]
	switch {
	case c == '`':
		z.codeSpan()
	case c == ']': // the target or the label of a link, whose text was read already
		z.pos++
		switch {
		case strings.HasPrefix(z.text[z.pos:], "("):
			z.skipTo(')')
		case strings.HasPrefix(z.text[z.pos:], "["):
			z.skipTo(']')
		}
	case c == '[' && strings.HasPrefix(z.text[z.pos:], "[^"):
		z.skipTo(']')
	case referenceAt(z.text, z.pos):
		end := z.pos + 1
		for end < len(z.text) && words.IsDigit(z.text[end]) {
			end++
		}
		z.add(Token{Text: z.text[z.pos:end], Name: true, Start: z.pos})
		z.pos = end
	case words.IsDigit(c):
		z.number()
	case c == '-' && z.atNumberSign():
		z.number()
	case isLetter(z.rune()):
		z.word()
	case strings.IndexByte(",;:()=%$", c) >= 0:
		z.sign(1)
	case c < utf8.RuneSelf:
		z.pos++
	default:
		z.symbol()
	}
}

// rune decodes the character at pos, utf8.RuneError where the bytes are none.
func (z *tokenizer) rune() rune {
	if c := z.text[z.pos]; c < utf8.RuneSelf {
		return rune(c)
	}
	r, _ := utf8.DecodeRuneInString(z.text[z.pos:])
	return r
}

// add appends a token with the classes of its text, whatever Class it came with.
func (z *tokenizer) add(t Token) {
	t.Class = words.English().Words[t.Text]
	if n := len(z.tokens); t.Text == "us" && n > 0 && z.tokens[n-1].Class&words.Bearer != 0 {
		t.Class &= words.Tabled // "region us" is a name: nobody says "the region us" of oneself
	}
	z.tokens = append(z.tokens, t)
}

// sign adds a token of n bytes of punctuation.
func (z *tokenizer) sign(n int) {
	z.add(Token{Text: z.text[z.pos : z.pos+n], Kind: Punctuation, Start: z.pos})
	z.pos += n
}

// symbol reads a non-ASCII sign: currencies and degrees count, the rest separates.
func (z *tokenizer) symbol() {
	r, size := utf8.DecodeRuneInString(z.text[z.pos:])
	rest := z.text[z.pos+size:]
	switch {
	case r == '€' || r == '£':
		z.sign(size)
	case r == '≤' || r == '≥':
		text := "atmost"
		if r == '≥' {
			text = "atleast"
		}
		z.add(Token{Text: text, Start: z.pos})
		z.pos += size
	case r == '°' && rest != "" && strings.ContainsRune("CFcf", rune(rest[0])):
		z.add(Token{Text: "°" + strings.ToLower(rest[:1]), Start: z.pos})
		z.pos += size + 1
	case r == '§': // the number of a section of some document, "§ 4.2", is its name
		start := z.pos
		z.pos += size
		if strings.HasPrefix(z.text[z.pos:], " ") {
			z.pos++
		}
		from := z.pos
		digit := func(i int) bool { return i < len(z.text) && words.IsDigit(z.text[i]) }
		for digit(z.pos) || digit(z.pos+1) && z.text[z.pos] == '.' {
			z.pos++
		}
		if z.pos > from {
			z.add(Token{Text: "§" + z.text[from:z.pos], Name: true, Start: start})
		}
	default:
		z.pos += size
	}
}

// skipTo moves behind the next byte of this kind, by one byte where there is none.
func (z *tokenizer) skipTo(end byte) {
	if i := strings.IndexByte(z.text[z.pos:], end); i >= 0 {
		z.pos += i + 1
		return
	}
	z.pos++
}

// atNumberSign reports whether the hyphen here makes a number negative rather than joining two.
func (z *tokenizer) atNumberSign() bool {
	before := z.pos == 0 || strings.IndexByte(" (", z.text[z.pos-1]) >= 0
	return before && z.pos+1 < len(z.text) && words.IsDigit(z.text[z.pos+1])
}

// word reads letters and digits, joined by single hyphens, slashes, dots, apostrophes and underscores.
func (z *tokenizer) word() {
	start := z.pos
	for z.pos < len(z.text) {
		r, size := utf8.DecodeRuneInString(z.text[z.pos:])
		switch {
		case isLetter(r) || isDigitRune(r) || r == '+' || r == '#' || r == '_':
			z.pos += size
		case r == '\\' && strings.HasPrefix(z.text[z.pos+size:], "_"):
			z.pos += size + 1 // markdown's way to write the sign itself: MAX\_SIZE
		case isJoiner(r) && z.joins(size):
			z.pos += size
		default:
			z.addWord(start, z.text[start:z.pos])
			return
		}
		if r == ':' { // joins only in a URL, whose rest is opaque
			for z.pos < len(z.text) && strings.IndexByte(" \t<>)]\"", z.text[z.pos]) < 0 {
				z.pos++
			}
			text := strings.TrimRight(z.text[start:z.pos], ".,;:")
			z.add(Token{Text: strings.ToLower(text), Kind: CodeToken, Name: true, Start: start})
			return
		}
	}
	z.addWord(start, z.text[start:z.pos])
}

// isJoiner tells the signs that can stand inside of a word; joins reports whether this one does.
func isJoiner(r rune) bool {
	switch r {
	case '-', '/', '.', '\'', '’', ':':
		return true
	}
	return false
}

// joins reports whether the sign of size bytes here stands between the parts of one word.
func (z *tokenizer) joins(size int) bool {
	rest := z.text[z.pos+size:]
	if z.text[z.pos] == ':' {
		return strings.HasPrefix(rest, "//")
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return isLetter(r) || isDigitRune(r)
}

// addWord adds a word in small letters and marks names. At the head of a sentence only a capital
// behind the first letter shows one; a label letter, "plan A", stays as it is.
func (z *tokenizer) addWord(start int, word string) {
	if isSmall(word) {
		z.addContraction(Token{Text: word, Start: start})
		return
	}
	text := strings.Trim(strings.ReplaceAll(word, `\_`, "_"), "_")
	if text == "" {
		return
	}
	start += max(0, strings.Index(word, text)) // not found where signs were escaped
	if z.isLabelLetter(start, text) {
		z.tokens = append(z.tokens, Token{Text: text, Start: start, Name: true}) // a capital stays one: it is no article
		return
	}
	t := Token{Text: lower(text), Start: start, Name: isName(text) && (len(z.tokens) > 0 || isAcronym(text))}
	if strings.ContainsRune(t.Text, '_') {
		t.Name = true
	}
	z.addContraction(t)
}

// isSmall tells a word of small letters, as most are: it is written as it is read.
func isSmall(word string) bool {
	for i := range len(word) {
		if word[i] < 'a' || word[i] > 'z' {
			return false
		}
	}
	return true
}

// lower is strings.ToLower with curly apostrophes made straight.
func lower(text string) string {
	return strings.ReplaceAll(strings.ToLower(text), "’", "'")
}

// addContraction adds the word, "not" split off and the possessive dropped.
func (z *tokenizer) addContraction(t Token) {
	base, negated := words.SplitNot(t.Text)
	if negated {
		not := t
		t.Text, not.Text = base, "not"
		z.add(t)
		z.add(not)
		return
	}
	t.Text = strings.TrimSuffix(strings.TrimSuffix(t.Text, "'"), "'s")
	z.add(t)
}

// isName reports whether a word inside a sentence looks like a proper name or identifier.
func isName(word string) bool {
	r, size := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(r) || strings.IndexFunc(word[size:], unicode.IsUpper) >= 0
}

// isAcronym tells a word with a capital after its first letter, a name even where it opens a sentence.
func isAcronym(word string) bool {
	return strings.IndexFunc(word[1:], unicode.IsUpper) >= 0
}

func isDigitRune(r rune) bool { return r >= '0' && r <= '9' }

func isHexDigit(c byte) bool {
	return words.IsDigit(c) || (c|0x20 >= 'a' && c|0x20 <= 'f')
}

// isLetter tells the letters of all scripts, and "_", which joins the parts of a name.
func isLetter(r rune) bool {
	if r < utf8.RuneSelf {
		return r|0x20 >= 'a' && r|0x20 <= 'z' || r == '_'
	}
	return r != utf8.RuneError && unicode.IsLetter(r)
}
