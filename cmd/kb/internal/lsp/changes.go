package lsp

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
)

// changeSet is the edits of some documents, by path.
type changeSet map[string]*documentChange

type documentChange struct {
	b     *buffer
	edits []byteEdit
}

// byteEdit replaces bytes of the text that there was.
type byteEdit struct {
	start, end int
	text       string
}

// replace notes an edit and returns the text as this one alone leaves it. An edit that is there
// already counts once: one definition serves many links.
func (c changeSet) replace(b *buffer, start, end int, text string) []byte {
	d := c[b.path]
	if d == nil {
		d = &documentChange{b: b}
		c[b.path] = d
	}
	if e := (byteEdit{start, end, text}); !slices.Contains(d.edits, e) {
		d.edits = append(d.edits, e)
	}
	return slices.Concat(b.text[:start], []byte(text), b.text[end:])
}

// rewrite notes the edits that make a document say something else: of single lines, where there are as
// many as before, else of all that differs.
func (c changeSet) rewrite(b *buffer, after []byte) {
	old, now := bytes.SplitAfter(b.text, []byte("\n")), bytes.SplitAfter(after, []byte("\n"))
	if len(old) != len(now) {
		c.differing(b, 0, b.text, after)
		return
	}
	at := 0
	for i := range old {
		if !bytes.Equal(old[i], now[i]) {
			c.differing(b, at, old[i], now[i])
		}
		at += len(old[i])
	}
}

// differing notes what lies between the common beginning and the common end of two texts.
func (c changeSet) differing(b *buffer, at int, old, now []byte) {
	start := 0
	for start < min(len(old), len(now)) && old[start] == now[start] {
		start++
	}
	for start > 0 && start < len(old) && old[start]&0xc0 == 0x80 {
		start-- // a character is replaced whole
	}
	end := 0
	for end < min(len(old), len(now))-start && old[len(old)-1-end] == now[len(now)-1-end] {
		end++
	}
	for end > 0 && old[len(old)-end]&0xc0 == 0x80 {
		end--
	}
	c.replace(b, at+start, at+len(old)-end, string(now[start:len(now)-end]))
}

// edit is the set for the editor: documents in order of path, edits in order of place.
func (c changeSet) edit() *WorkspaceEdit {
	out := &WorkspaceEdit{Changes: []any{}}
	for _, path := range slices.Sorted(maps.Keys(c)) {
		d := c[path]
		slices.SortFunc(d.edits, func(a, b byteEdit) int { return cmp.Compare(a.start, b.start) })
		edits := make([]TextEdit, len(d.edits))
		for i, e := range d.edits {
			edits[i] = TextEdit{d.b.span(e.start, e.end), e.text}
		}
		out.Changes = append(out.Changes, DocumentEdit{versioned{d.b.uri, d.b.version}, edits})
	}
	return out
}
