package markdown

import "bytes"

// scenario gathers the GIVEN and WHEN lines that the THEN lines below stand under.
type scenario struct {
	given []string
	then  bool // a THEN came: the next GIVEN or WHEN begins another case
}

func (s *scenario) conditions() []string { return s.given }

// take reads a block that opens with a key word. A condition is kept and done;
// of a THEN line it returns how many bytes the key word takes.
func (s *scenario) take(text []byte) (keyword int, done bool) {
	word, n := scenarioWord(text)
	switch word {
	case "GIVEN", "WHEN", "IF":
		if isWhole(text[n:]) {
			return 0, false // "WHEN x THEN the system SHALL y" states all of it
		}
		if s.then {
			*s = scenario{}
		}
		s.given = append(s.given, joinLines(text[n:]))
		return n, true
	case "AND", "BUT":
		if !s.then && len(s.given) > 0 {
			s.given = append(s.given, joinLines(text[n:]))
			return n, true
		}
		return n, false
	case "THEN":
		s.then = true
		return n, false
	}
	return 0, false
}

// isWhole tells whether a WHEN line says what follows as well.
func isWhole(text []byte) bool {
	for _, word := range [...]string{" THEN ", " SHALL ", " MUST ", " shall ", " must "} {
		if bytes.Contains(text, []byte(word)) {
			return true
		}
	}
	return false
}

// opensScenarioLine tells a line of a scenario by its first word.
func opensScenarioLine(text []byte) bool {
	word, _ := scenarioWord(text)
	return word != ""
}

// scenarioWord returns the key word that a line opens with, in capitals or bold, and the bytes up
// to what it says.
func scenarioWord(text []byte) (word string, n int) {
	rest := bytes.TrimLeft(text, "*_")
	bold := len(rest) < len(text)
	end := 0
	for end < len(rest) && letter(rest[end]) {
		end++
	}
	word = string(rest[:end])
	if upper := string(bytes.ToUpper(rest[:end])); bold {
		word = upper
	}
	switch word {
	case "GIVEN", "WHEN", "THEN", "AND", "BUT", "IF":
	default:
		return "", 0
	}
	n = len(text) - len(rest) + end
	for n < len(text) && bytes.IndexByte([]byte("*_: \t\n\r,"), text[n]) >= 0 {
		n++
	}
	return word, n
}

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

// covers reports whether the block stands under the lead: a deeper block under an item, an item under
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
