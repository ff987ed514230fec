package markdown

import "bytes"

// lead is a text that the list items below it stand under.
type lead struct {
	indent int // of the items
	text   string
	item   bool // it is a list item itself
}

// leadStack holds the leads of the open lists, outermost first, and last the text block just read:
// a lead only if a deeper item follows.
type leadStack []lead

// enter takes the next block, ends the lists that it is not part of, and returns what it stands under.
func (s *leadStack) enter(b textBlock, source []byte) []string {
	for len(*s) > 0 && !(*s)[len(*s)-1].covers(b) {
		*s = (*s)[:len(*s)-1]
	}
	var conditions []string
	for _, l := range *s {
		conditions = append(conditions, l.text)
	}
	text := source[b.start:b.end]
	if b.item || bytes.HasSuffix(bytes.TrimRight(text, " \t*_"), []byte(":")) {
		*s = append(*s, lead{b.indent, lastSentence(text), b.item})
	}
	return conditions
}

// covers tells whether the block stands under the lead: a deeper block under an item, an item under
// a paragraph.
func (l *lead) covers(b textBlock) bool {
	if l.item {
		return b.indent > l.indent
	}
	return b.item && b.indent >= l.indent || b.indent > l.indent
}

// maxLead bounds the text that is inherited.
const maxLead = 300

// lastSentence returns the end of a lead-in, the part that speaks of the list.
func lastSentence(text []byte) string {
	start := 0
	for s := range sentences(text, 0, len(text)) {
		start = s[0]
	}
	text = text[start:]
	if len(text) > maxLead {
		text = text[:maxLead]
	}
	return joinLines(text)
}
