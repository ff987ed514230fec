package markdown

import (
	"bytes"
	"strings"
)

// definition is a link reference definition: [label]: destination.
type definition struct{ span }

// readDefinitions lists the definitions of the body by label; the first of several counts.
func (s *scan) readDefinitions() map[string]definition {
	out := map[string]definition{}
	next := 0
	for at := s.body; at < len(s.source); at = s.lineEnd(at) {
		for next < len(s.opaque) && s.opaque[next].end <= at {
			next++
		}
		if next < len(s.opaque) && s.opaque[next].start <= at {
			continue
		}
		label, t, ok := readDefinition(s.source, at, s.lineEnd(at))
		if _, taken := out[label]; ok && !taken {
			out[label] = definition{t}
		}
	}
	return out
}

// readDefinition reads a line such as "[label]: target" with nothing behind it but a title, also one of a
// quotation. Footnotes are none.
func readDefinition(source []byte, at, end int) (label string, t span, ok bool) {
	at = behindQuotes(source, at, end)
	if at >= end || source[at] != '[' || at+1 < end && source[at+1] == '^' {
		return "", t, false
	}
	mark := labelEnd(source[at:min(end, at+1000)])
	if mark < 2 || at+mark+1 >= end || source[at+mark+1] != ':' {
		return "", t, false
	}
	if label = foldLabel(string(source[at+1 : at+mark])); label == "" {
		return "", t, false
	}
	at += mark + 2
	for at < end && (source[at] == ' ' || source[at] == '\t') {
		at++
	}
	if at < end && source[at] == '<' {
		if stop := bytes.IndexByte(source[at:end], '>'); stop > 0 {
			return label, span{at + 1, at + stop}, isTitle(source[at+stop+1 : end])
		}
	}
	t = span{at, at}
	for t.end < end && source[t.end] > ' ' {
		t.end++
	}
	return label, t, t.end > t.start && isTitle(source[t.end:end])
}

// behindQuotes passes over the marks of a quotation and three blanks at most.
func behindQuotes(source []byte, at, end int) int {
	for blanks := 0; at < end; at++ {
		switch {
		case source[at] == '>':
			blanks = -1 // the blank behind the mark belongs to it
		case source[at] == ' ' && blanks < 3:
			blanks++
		default:
			return at
		}
	}
	return at
}

// labelEnd is the bracket that ends the label with which a text begins, -1 where there is none: no other
// stands within a label, as in "[[Note]]: text" and "[a](b.md) and [c]: text".
func labelEnd(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '[':
			return -1
		case ']':
			return i
		}
	}
	return -1
}

// isTitle tells what may stand behind the target of a definition: nothing, or a title, which may end in a later line.
func isTitle(rest []byte) bool {
	rest = bytes.TrimSpace(rest)
	if len(rest) == 0 {
		return true
	}
	closing := rest[0]
	switch closing {
	case '(':
		closing = ')'
	case '"', '\'':
	default:
		return false
	}
	return bytes.IndexByte(rest[1:], closing) < 0 || rest[len(rest)-1] == closing
}

// foldLabel makes labels comparable: lower case, single blanks.
func foldLabel(s string) string { return strings.Join(strings.Fields(strings.ToLower(s)), " ") }
