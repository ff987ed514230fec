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

// readDefinition reads a line such as "[label]: target". Footnotes are none.
func readDefinition(source []byte, at, end int) (label string, t span, ok bool) {
	for n := 0; n < 3 && at < end && source[at] == ' '; n++ {
		at++
	}
	if at >= end || source[at] != '[' || at+1 < end && source[at+1] == '^' {
		return "", t, false
	}
	mark := bytes.Index(source[at:min(end, at+1000)], []byte("]:"))
	if mark < 2 {
		return "", t, false
	}
	label = foldLabel(string(source[at+1 : at+mark]))
	at += mark + 2
	for at < end && (source[at] == ' ' || source[at] == '\t') {
		at++
	}
	t = span{at, at}
	if at < end && source[at] == '<' {
		if stop := bytes.IndexByte(source[at:end], '>'); stop > 0 {
			return label, span{at + 1, at + stop}, true
		}
	}
	for t.end < end && source[t.end] > ' ' {
		t.end++
	}
	return label, t, t.end > t.start
}

// foldLabel makes labels comparable: lower case, single blanks.
func foldLabel(s string) string { return strings.Join(strings.Fields(strings.ToLower(s)), " ") }
