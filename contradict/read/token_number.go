package read

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/9aea2451/kb/contradict/words"
)

// number reads digits with group commas, decimals, version dots, a clock time or an ISO date.
// Letters that follow at once stay a word of their own where they are a unit, else they make all of
// it a word ("5xx").
func (z *tokenizer) number() {
	start := z.pos
	if z.text[z.pos] == '-' {
		z.pos++
	}
	if z.hexadecimal(start) || z.date(start) {
		return
	}
	for z.pos < len(z.text) && z.continuesNumber() {
		z.pos++
	}
	end := z.pos
	for z.pos < len(z.text) && isLetter(z.rune()) {
		z.pos += utf8.RuneLen(z.rune())
	}
	suffix := lower(z.text[end:z.pos])
	if suffix != "" && !isNumberSuffix(suffix) {
		// One name: "5xx", "3rd".
		for z.pos < len(z.text) && (isLetter(z.rune()) || words.IsDigit(z.text[z.pos])) {
			z.pos += utf8.RuneLen(z.rune())
		}
		z.add(Token{Text: lower(z.text[start:z.pos]), Name: true, Start: start})
		return
	}
	z.add(Token{Text: strings.ReplaceAll(z.text[start:end], ",", ""), Kind: NumberToken, Start: start})
	if suffix != "" {
		z.add(Token{Text: suffix, Start: end})
	}
}

// isNumberSuffix tells the letters that make a word of their own right behind digits:
// units, "k" and "x".
func isNumberSuffix(suffix string) bool {
	if suffix == "k" || suffix == "x" {
		return true
	}
	_, isUnit := words.English().Units[suffix]
	return isUnit
}

// continuesNumber reports whether the byte at pos belongs to the number before it: a digit, or a
// sign with digits behind it, three behind a comma, two or more behind a colon.
func (z *tokenizer) continuesNumber() bool {
	c := z.text[z.pos]
	if words.IsDigit(c) {
		return true
	}
	rest := z.text[z.pos+1:]
	digitsFollow := rest != "" && words.IsDigit(rest[0])
	switch c {
	case '.', '_':
		return digitsFollow
	case ',':
		return len(rest) >= 3 && digitsFollow && words.IsDigit(rest[1]) && words.IsDigit(rest[2]) &&
			(len(rest) == 3 || !words.IsDigit(rest[3]))
	case ':':
		return len(rest) >= 2 && digitsFollow && words.IsDigit(rest[1])
	}
	return false
}

// hexadecimal reads "0x1F": up to four digits as a number, in decimals, more as one opaque token.
// Where no "0x" stands it reads nothing and is false.
func (z *tokenizer) hexadecimal(start int) bool {
	sign, rest := z.text[start:z.pos], z.text[z.pos:]
	if !strings.HasPrefix(rest, "0x") {
		return false
	}
	n := 2
	for n < len(rest) && (isHexDigit(rest[n]) || rest[n] == '_') {
		n++
	}
	z.pos += n
	if value, err := strconv.ParseUint(rest[2:n], 16, 32); err == nil && n <= 6 {
		z.add(Token{Text: sign + strconv.FormatUint(value, 10), Kind: NumberToken, Start: start})
		return true
	}
	z.add(Token{Text: sign + lower(rest[:n]), Kind: CodeToken, Name: true, Start: start})
	return true
}

// date reads an ISO date, 2026-11-20, as one number whose text is compared, not its value.
func (z *tokenizer) date(start int) bool {
	const layout = "dddd-dd-dd"
	rest := z.text[z.pos:]
	if len(rest) < len(layout) || (len(rest) > len(layout) && words.IsDigit(rest[len(layout)])) {
		return false
	}
	for i := range layout {
		if words.IsDigit(rest[i]) != (layout[i] == 'd') || (layout[i] == '-' && rest[i] != '-') {
			return false
		}
	}
	z.pos += len(layout)
	z.add(Token{Text: rest[:len(layout)], Kind: NumberToken, Start: start})
	return true
}

// referenceAt tells the number of an issue or a change, #123 or !123: a name, not an amount.
func referenceAt(text string, i int) bool {
	if text[i] != '#' && text[i] != '!' || i+1 >= len(text) || !words.IsDigit(text[i+1]) {
		return false
	}
	return i == 0 || strings.IndexByte(" \t([,;/", text[i-1]) >= 0
}
