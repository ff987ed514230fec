package contradict

import (
	"strconv"
	"strings"
	"unicode/utf8"
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
		z.opaqueWord(start)
		return
	}
	z.add(token{text: strings.ReplaceAll(z.text[start:end], ",", ""), kind: numberToken, start: start})
	if suffix != "" {
		z.add(token{text: suffix, start: end})
	}
}

func (z *tokenizer) opaqueWord(start int) {
	for z.pos < len(z.text) && (isLetter(z.rune()) || isDigit(z.text[z.pos])) {
		z.pos += utf8.RuneLen(z.rune())
	}
	z.add(token{text: lower(z.text[start:z.pos]), name: true, start: start})
}

func isNumberSuffix(suffix string) bool {
	if suffix == "k" || suffix == "x" {
		return true
	}
	_, isUnit := words().units[suffix]
	return isUnit
}

func (z *tokenizer) continuesNumber() bool {
	c := z.text[z.pos]
	if isDigit(c) {
		return true
	}
	rest := z.text[z.pos+1:]
	digitsFollow := rest != "" && isDigit(rest[0])
	switch c {
	case '.', '_':
		return digitsFollow
	case ',':
		return len(rest) >= 3 && digitsFollow && isDigit(rest[1]) && isDigit(rest[2]) && (len(rest) == 3 || !isDigit(rest[3]))
	case ':':
		return len(rest) >= 2 && digitsFollow && isDigit(rest[1])
	}
	return false
}

func (z *tokenizer) hexadecimal(start int) bool {
	rest := z.text[z.pos:]
	if !strings.HasPrefix(rest, "0x") {
		return false
	}
	n := 2
	for n < len(rest) && (isHexDigit(rest[n]) || rest[n] == '_') {
		n++
	}
	z.pos += n
	if value, err := strconv.ParseUint(rest[2:n], 16, 32); err == nil && n <= 6 {
		z.add(token{text: strconv.FormatUint(value, 10), kind: numberToken, start: start})
		return true
	}
	z.add(token{text: lower(rest[:n]), kind: codeToken, name: true, start: start})
	return true
}

// date reads an ISO date, 2026-11-20, as one number whose text is compared, not its value.
func (z *tokenizer) date(start int) bool {
	const layout = "dddd-dd-dd"
	rest := z.text[z.pos:]
	if len(rest) < len(layout) || (len(rest) > len(layout) && isDigit(rest[len(layout)])) {
		return false
	}
	for i := range layout {
		if isDigit(rest[i]) != (layout[i] == 'd') || (layout[i] == '-' && rest[i] != '-') {
			return false
		}
	}
	z.pos += len(layout)
	z.add(token{text: rest[:len(layout)], kind: numberToken, start: start})
	return true
}
