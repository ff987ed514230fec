package markdown

import (
	"bytes"
	"iter"
	"strings"

	"github.com/9aea2451/kb/text/wording"
)

// sentences yields the byte ranges [start, end) of the sentences of source[start:end], without
// surrounding white space. A sentence ends at ".", "!" or "?" before white space and a word that
// can begin one; never inside a code span or a link, after an abbreviation or an initial.
func sentences(source []byte, start, end int) iter.Seq[[2]int] {
	return func(yield func([2]int) bool) {
		from := start
		for i := start; i < end; i++ {
			switch c := source[i]; c {
			case '`':
				i = codeSpanEnd(source, i, end) - 1
			case '[':
				i = linkTextEnds(source, i, end) - 1
			case ']':
				i = linkTargetEnd(source, i, end) - 1
			case '.', '!', '?':
				stop := closingEnd(source, i+1, end)
				if endsSentence(source, from, i, stop, end) {
					if !yieldTrimmed(source, from, stop, yield) {
						return
					}
					from, i = stop, stop-1
				}
			}
		}
		yieldTrimmed(source, from, end, yield)
	}
}

// yieldTrimmed hands over a stretch without the white space around it, unless nothing is left.
func yieldTrimmed(source []byte, from, to int, yield func([2]int) bool) bool {
	for from < to && isSpace(source[from]) {
		from++
	}
	for to > from && isSpace(source[to-1]) {
		to--
	}
	return from == to || yield([2]int{from, to})
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == unseen }

// codeSpanEnd returns the end of the code span that opens at i, that of its opening marks where it
// never closes.
func codeSpanEnd(source []byte, i, end int) int {
	open := i
	for i < end && source[i] == '`' {
		i++
	}
	if n := bytes.Index(source[i:end], source[open:i]); n >= 0 {
		return i + n + (i - open)
	}
	return i
}

// maxLinkText bounds, in bytes, the text of a link within which no sentence ends.
const maxLinkText = 200

// linkTextEnds returns the end of the text of the link that opens at i, i+1 where none does: names such as
// "3. Use UTC" are of one sentence with what is around them.
func linkTextEnds(source []byte, i, end int) int {
	limit := min(end, i+maxLinkText)
	if i+1 < end && source[i+1] == '[' {
		if n := bytes.Index(source[i:limit], []byte("]]")); n > 0 {
			return i + n + 2
		}
	} else if n := bytes.IndexByte(source[i:limit], ']'); n > 0 && i+n+1 < end && source[i+n+1] == '(' &&
		bytes.IndexByte(source[i:i+n], '`') < 0 {
		return i + n
	}
	return i + 1
}

// linkTargetEnd returns the end of "](target)", i+1 where none follows.
func linkTargetEnd(source []byte, i, end int) int {
	if i+1 < end && source[i+1] == '(' {
		if n := bytes.IndexByte(source[i:end], ')'); n >= 0 {
			return i + n + 1
		}
	}
	return i + 1
}

// closingEnd skips the quotes, brackets and emphasis that close after a full stop.
func closingEnd(source []byte, i, end int) int {
	for i < end && bytes.IndexByte([]byte(`"')]*_`), source[i]) >= 0 {
		i++
	}
	return i
}

// endsSentence tells whether the sign at i ends the sentence that begins at from.
func endsSentence(source []byte, from, i, stop, end int) bool {
	if stop >= end {
		return true
	}
	if !isSpace(source[stop]) {
		return false
	}
	next := stop
	for next < end && isSpace(source[next]) {
		next++
	}
	if next < end && source[next] >= 'a' && source[next] <= 'z' {
		return source[i] == '?'
	}
	return source[i] != '.' || !isAbbreviation(source[from:i])
}

// isAbbreviation tells whether the text before a full stop ends in an abbreviation, an initial or a
// list number.
func isAbbreviation(text []byte) bool {
	word := text[bytes.LastIndexAny(text, " \t\n\r(")+1:]
	word = bytes.TrimLeft(word, "*_\"'[")
	switch strings.ToLower(string(word)) {
	case "e.g", "i.e", "etc", "vs", "cf", "fig", "sec", "no", "approx", "dr", "mr", "mrs", "ms", "prof", "st", "al",
		"resp", "incl", "ca", "viz", "inc", "ltd", "jr", "sr", "eq", "ref", "vol", "ed", "pp", "aka", "a.k.a", "u.s":
		return true
	}
	return len(word) == 1 && word[0] >= 'A' && word[0] <= 'Z' || len(bytes.TrimSpace(text)) == len(word) && isDigits(word)
}

// isDigits reports whether a word is a number.
func isDigits(word []byte) bool {
	for _, c := range word {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(word) > 0
}

// joinLines returns the text with each run of white space made one space.
func joinLines(text []byte) string {
	s := strings.ToValidUTF8(string(text), "\uFFFD")
	if !strings.ContainsAny(s, "\t\r\n") && !strings.Contains(s, "  ") {
		return strings.TrimSpace(s)
	}
	return wording.OneLine(s)
}

// Sentences yields the byte ranges [start, end) of the sentences of a paragraph, in order, without
// the white space between them.
func Sentences(text []byte) iter.Seq[[2]int] { return sentences(text, 0, len(text)) }

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

// isNot reports whether a word denies what it follows.
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
