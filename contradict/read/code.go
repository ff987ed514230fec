package read

import (
	"strings"

	"github.com/9aea2451/kb/contradict/words"
)

// codeSpan reads what stands between backticks: a setting "key = value" as its parts,
// a plain word or number as itself, anything else as one opaque token.
func (z *tokenizer) codeSpan() {
	ticks := 1
	for z.pos+ticks < len(z.text) && z.text[z.pos+ticks] == '`' {
		ticks++
	}
	open := z.pos + ticks
	fence := z.text[z.pos:open]
	length := strings.Index(z.text[open:], fence)
	if length < 0 {
		z.pos = open
		return
	}
	z.pos = open + length + ticks
	span := z.text[open : open+length]
	if key, value, sign, ok := setting(span); ok {
		z.addCode(open, key)
		z.add(Token{Text: "=", Kind: Punctuation, Class: words.BeVerb, Start: open + sign})
		z.tokens[len(z.tokens)-1].Class |= words.BeVerb
		z.plainCode(open+strings.LastIndex(span, value), value)
		return
	}
	z.plainCode(open, strings.TrimSpace(span))
}

// plainCode reads words and numbers as they are and hides the rest behind one token.
func (z *tokenizer) plainCode(start int, span string) {
	if !isPlain(span) {
		z.addCode(start, span)
		return
	}
	inner := &tokenizer{text: span}
	for inner.pos < len(span) {
		inner.next()
	}
	for _, t := range inner.tokens {
		t.Code, t.Name, t.Start = true, !isModalWord(span), t.Start+start
		z.tokens = append(z.tokens, t)
	}
}

// isPlain reports whether a code span is one word, one number with its unit, or a key word of RFC 2119.
func isPlain(span string) bool {
	if isModalWord(span) {
		return true
	}
	for i := 0; i < len(span); i++ {
		c := span[i]
		switch {
		case words.IsDigit(c), c|0x20 >= 'a' && c|0x20 <= 'z':
		case (c == '.' || c == ',' || c == '_') && words.IsDigit(span[0]):
		default:
			return false
		}
	}
	return span != ""
}

// isModalWord tells a key word of RFC 2119 or "can", in any case, with or without "not" behind it.
func isModalWord(span string) bool {
	switch strings.TrimSuffix(strings.ToUpper(span), " NOT") {
	case "MUST", "SHALL", "SHOULD", "MAY", "REQUIRED", "OPTIONAL", "RECOMMENDED", "CAN":
		return true
	}
	return false
}

// setting splits "key = value", "key=value" and "key: value", where the key is an identifier.
func setting(span string) (key, value string, sign int, ok bool) {
	sign = strings.IndexAny(span, "=:")
	if sign <= 0 || sign+1 >= len(span) {
		return "", "", 0, false
	}
	if span[sign] == ':' && span[sign+1] != ' ' {
		return "", "", 0, false
	}
	key, value = strings.TrimSpace(span[:sign]), strings.TrimSpace(span[sign+1:])
	value = strings.Trim(value, `"'`)
	return key, value, sign, isIdentifier(key) && isPlain(value)
}

// isIdentifier reports whether a text has letters and digits of ASCII, "_", "." and "-" and nothing
// else; "" has not.
func isIdentifier(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if !words.IsDigit(c) && (c|0x20 < 'a' || c|0x20 > 'z') && strings.IndexByte("_.-", c) < 0 {
			return false
		}
	}
	return s != ""
}

// addCode adds one opaque token; its text keeps letters and digits only, so that spelling variants meet.
func (z *tokenizer) addCode(start int, span string) {
	var b strings.Builder
	b.WriteByte('`')
	gap := false
	for _, r := range strings.ToLower(span) {
		if !isLetter(r) && !isDigitRune(r) {
			gap = b.Len() > 1
			continue
		}
		if gap {
			b.WriteByte('_')
			gap = false
		}
		b.WriteRune(r)
	}
	if b.Len() > 1 {
		z.add(Token{Text: b.String(), Kind: CodeToken, Code: true, Name: true, Start: start})
	}
}
