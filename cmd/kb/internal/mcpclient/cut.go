package mcpclient

import (
	"bytes"
	"encoding/json"
	"slices"
)

// cutJSON gives the texts that may have been there before addJSON added a value at a path: first
// those without the objects that were made for it, last that without the value alone.
func cutJSON(text []byte, path []string, value string) ([][]byte, error) {
	if blank(text) {
		return nil, ErrMissing
	}
	depth, in, err := lookup(text, path)
	switch {
	case err != nil:
		return nil, err
	case depth < len(path):
		return nil, ErrMissing
	}
	m, _ := in.member(path[depth-1])
	var there bytes.Buffer
	if json.Compact(&there, text[m.valueStart:m.valEnd]) != nil || !sameJSON(there.Bytes(), value) {
		return nil, ErrOther
	}
	var cuts [][]byte
	for depth := len(path); depth > 0; depth-- {
		_, in, err := lookup(text, path[:depth])
		if err != nil {
			return nil, err
		}
		m, _ := in.member(path[depth-1])
		group := in.cut(text, m)
		if cuts == nil {
			cuts = group[:1:1] // kb alone, which is last in the end
		}
		cuts = append(group, cuts...)
		if len(in.members) > 1 {
			break
		}
		if depth == 1 {
			before, _, _ := bytes.Cut(text, []byte("{")) // nothing else was said, but perhaps blanks
			if len(before) == 0 || !blank(before) {
				before = nil
			}
			cuts = slices.Insert(cuts, 0, before)
		}
	}
	return cuts, nil
}

// sameJSON tells that a compact text says what another says.
func sameJSON(compact []byte, value string) bool {
	var b bytes.Buffer
	return json.Compact(&b, []byte(value)) == nil && bytes.Equal(compact, b.Bytes())
}

// cut gives the texts without a member, the likeliest first.
func (o *object) cut(text []byte, m member) [][]byte {
	start, end := max(lineOf(text, m.keyStart), o.start+1), m.valEnd
	if len(o.members) == 1 {
		return [][]byte{splice(text, edit{start: start, end: o.end})}
	}
	at := slices.Index(o.members, m)
	if at > 0 {
		start = max(start, skip(text, o.members[at-1].valEnd)+1) // what stands before it in the line stays
	}
	if at < len(o.members)-1 { // others were put behind it: the comma between goes
		return [][]byte{splice(text, edit{start: start, end: skip(text, end) + 1})}
	}
	comma := skip(text, o.members[at-1].valEnd)
	if o.comma > 0 {
		return [][]byte{splice(text, edit{start: start, end: o.comma})}
	}
	without := edit{start: comma, end: comma + 1}
	cuts := [][]byte{splice(text, without, edit{start: start, end: end})}
	closing := lineEnd(text) + indentOf(text, o.start) // which is added in an object of one line
	if bytes.HasPrefix(text[end:], []byte(closing)) {
		cuts = append(cuts, splice(text, without, edit{start: start, end: end + len(closing)}))
	}
	if !bytes.ContainsRune(text[o.start:o.members[0].keyStart], '\n') {
		slices.Reverse(cuts)
	}
	return cuts
}

// lineOf is where the end of the line before a place begins; 0 in the first line.
func lineOf(text []byte, at int) int {
	n := bytes.LastIndexByte(text[:at], '\n')
	if n > 0 && text[n-1] == '\r' {
		return n - 1
	}
	return max(n, 0)
}
