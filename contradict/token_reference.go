package contradict

import "strings"

// referenceAt tells the number of an issue or a change, #123 or !123: a name, not an amount.
func referenceAt(text string, i int) bool {
	if text[i] != '#' && text[i] != '!' || i+1 >= len(text) || !isDigit(text[i+1]) {
		return false
	}
	return i == 0 || strings.IndexByte(" \t([,;/", text[i-1]) >= 0
}

func (z *tokenizer) atReference() bool { return referenceAt(z.text, z.pos) }

func (z *tokenizer) reference() {
	end := z.pos + 1
	for end < len(z.text) && isDigit(z.text[end]) {
		end++
	}
	z.add(token{text: z.text[z.pos:end], name: true, start: z.pos})
	z.pos = end
}
