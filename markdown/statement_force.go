package markdown

import "strings"

// forceOf reads the modal verb of a sentence, with its negation, and whether the sentence binds.
func forceOf(text string) (StatementKind, string) {
	kind, force := Fact, ""
	words := wordScanner{text: text}
	for word := words.next(); word != ""; word = words.next() {
		f, binds := modalVerb(word)
		if binds {
			kind = Rule
		}
		if f == "" || force != "" {
			continue
		}
		force = f
		if next := words; f != "MAY" && isNot(next.next()) {
			force += " NOT"
		}
	}
	return kind, force
}

// modalVerb returns the force that a word expresses and whether it makes a sentence a rule.
func modalVerb(word string) (force string, binds bool) {
	if len(word) > 12 {
		return "", false
	}
	switch strings.ToLower(word) {
	case "must", "shall", "required", "requires", "require", "mandatory", "mustn't", "shan't":
		return "MUST", true
	case "cannot", "can't", "forbidden", "prohibited", "disallowed":
		return "MUST NOT", true
	case "should", "recommended", "ought", "shouldn't":
		return "SHOULD", true
	case "may", "can", "optional", "allowed", "permitted":
		return "MAY", true
	case "never", "always", "only", "will", "won't":
		return "", true
	}
	return "", false
}

// isNot tells a word that denies what it follows.
func isNot(word string) bool {
	return strings.EqualFold(word, "not") || strings.EqualFold(word, "never")
}

// wordScanner yields the runs of letters and apostrophes of a text.
type wordScanner struct {
	text string
	pos  int
}

// next is the next word of the text, "" at its end.
func (w *wordScanner) next() string {
	for w.pos < len(w.text) && !isWordByte(w.text[w.pos]) {
		w.pos++
	}
	start := w.pos
	for w.pos < len(w.text) && isWordByte(w.text[w.pos]) {
		w.pos++
	}
	return w.text[start:w.pos]
}

// isWordByte takes the apostrophe in, for "mustn't", and all beyond ASCII; digits part words.
func isWordByte(c byte) bool { return letter(c) || c == '\'' || c >= 0x80 }
