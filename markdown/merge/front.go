package merge

import (
	"bytes"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/markdown/edit"
)

// entry is a key of the front matter in one version.
type entry struct {
	lead  string // the comments and blank lines before it
	text  string // its lines; both without the last line end
	value any
}

// block is the front matter of one version.
type block struct {
	keys    []string // in order, as written
	entries map[string]*entry
	open    string // the line of the opening fence
	tail    string // comments behind the last key
	close   string // the line of the closing fence
}

// anchor finds the names that YAML values share: what shares a value cannot be merged key by key.
var anchor = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)(?:^|[\s\[{,])[&*][\w-]+`) })

// newBlock cuts a front matter; false where that cannot be done.
func newBlock(front, format string) (*block, bool) {
	b := &block{entries: map[string]*entry{}}
	if front == "" {
		return b, true
	}
	source := []byte(front + "\n")
	entries, tail, end, err := edit.Entries(source)
	if err != nil || format != "yaml" {
		return nil, false
	}
	part := func(from, to int) string { return strings.TrimSuffix(string(source[from:to]), "\n") }
	first := tail
	for _, e := range entries {
		first = min(first, e.Lead)
		key := strings.ToLower(e.Key)
		if b.entries[key] != nil || anchor().Match(source[e.Start:e.End]) {
			return nil, false
		}
		b.keys = append(b.keys, key)
		b.entries[key] = &entry{lead: part(e.Lead, e.Start), text: part(e.Start, e.End), value: e.Value}
	}
	b.open, b.tail, b.close = part(0, first), part(tail, end), part(end, len(source))
	return b, true
}

// mergeFront merges the front matter: by its keys where all three versions can be read, by lines elsewhere.
func (n *note) mergeFront() (pieces []piece) {
	base, ours, theirs := n.base.front, n.ours.front, n.theirs.front
	switch {
	case ours == theirs, theirs == base:
		return asPieces(ours)
	case ours == base:
		return asPieces(theirs)
	}
	m := &frontMerge{note: n}
	var read [3]bool
	m.base, read[0] = newBlock(base, n.base.format)
	m.ours, read[1] = newBlock(ours, n.ours.format)
	m.theirs, read[2] = newBlock(theirs, n.theirs.format)
	if slices.Contains(read[:], false) || ours == "" || theirs == "" {
		pieces = mergeLines(base, ours, theirs)
	} else {
		m.add(choose(m.base.open, m.ours.open, m.theirs.open))
		for _, key := range m.order() {
			m.mergeKey(key)
		}
		m.lines(m.base.tail, m.ours.tail, m.theirs.tail)
		m.add(choose(m.base.close, m.ours.close, m.theirs.close))
		pieces = m.pieces
	}
	if text, clean := textOf(pieces); clean && !n.readable(text) {
		pieces = []piece{conflictOf(base, ours, theirs, "")}
	}
	return pieces
}

// asPieces is a text as a piece on lines of its own, none for "".
func asPieces(text string) []piece {
	if text == "" {
		return nil
	}
	return []piece{{text: text, sep: "\n"}}
}

// readable tells whether a merged front matter is one, if those of both sides are, and has no more
// problems than they have.
func (n *note) readable(front string) bool {
	problems := func(text string) int {
		if text == "" {
			return 0
		}
		doc := markdown.Head([]byte(text + "\n"))
		if doc.FrontMatter.Format == "" || doc.FrontMatter.Span.End < len(text) {
			return 1000
		}
		return len(doc.Problems)
	}
	return problems(front) <= max(problems(n.ours.front), problems(n.theirs.front))
}

// frontMerge merges key by key.
type frontMerge struct {
	note               *note
	base, ours, theirs *block
	pieces             []piece
}

// add appends a text on lines of its own.
func (m *frontMerge) add(text string) {
	if text != "" {
		m.pieces = append(m.pieces, piece{text: text, sep: "\n"})
	}
}

// lines merges comments.
func (m *frontMerge) lines(base, ours, theirs string) {
	switch {
	case ours == theirs || base == theirs:
		m.add(ours)
	case base == ours:
		m.add(theirs)
	default:
		m.pieces = append(m.pieces, withSep(mergeLines(base, ours, theirs), "\n")...)
	}
}

// order is the keys in the order of ours, or of theirs where only that one changed it, each key of
// the other behind the one that it follows there.
func (m *frontMerge) order() []string {
	first, second := m.ours.keys, m.theirs.keys
	common := func(list []string) []string {
		return slices.DeleteFunc(slices.Clone(list), func(k string) bool {
			return m.base.entries[k] == nil || m.ours.entries[k] == nil || m.theirs.entries[k] == nil
		})
	}
	if slices.Equal(common(first), common(m.base.keys)) && !slices.Equal(common(second), common(m.base.keys)) {
		first, second = second, first
	}
	list := slices.Clone(first)
	for i, key := range second {
		if slices.Contains(list, key) {
			continue
		}
		at := 0
		if i > 0 {
			at = slices.Index(list, second[i-1]) + 1
		}
		if &first[0] == &m.ours.keys[0] { // what ours added at this place stays before what theirs added
			for at < len(list) && m.base.entries[list[at]] == nil && m.theirs.entries[list[at]] == nil {
				at++
			}
		}
		list = slices.Insert(list, at, key)
	}
	return list
}

// mergeKey merges one key.
func (m *frontMerge) mergeKey(key string) {
	none := &entry{}
	b, o, t := m.base.entries[key], m.ours.entries[key], m.theirs.entries[key]
	pick := func(e *entry) *entry {
		if e == nil {
			return none
		}
		return e
	}
	be, oe, te := pick(b), pick(o), pick(t)
	if text, ok := m.value(key, b, o, t); !ok {
		m.lines(be.lead, oe.lead, te.lead)
		m.pieces = append(m.pieces, conflictOf(be.text, oe.text, te.text, "\n"))
	} else if text != "" {
		m.lines(be.lead, oe.lead, te.lead)
		m.add(text)
	} else if lead := oe.lead + te.lead; lead != "" && lead != be.lead { // a comment that was written for a key that the other side removed
		m.lines(be.lead, oe.lead, te.lead)
	}
}

// value merges the lines of a key, "" for none; not ok for a conflict.
func (m *frontMerge) value(key string, b, o, t *entry) (text string, ok bool) {
	lines := func(e *entry) string {
		if e == nil {
			return ""
		}
		return e.text
	}
	base, ours, theirs := lines(b), lines(o), lines(t)
	switch {
	case ours == theirs || theirs == base:
		return ours, true
	case ours == base:
		return theirs, true
	case o == nil || t == nil:
		return "", false
	case reflect.DeepEqual(o.value, t.value):
		return ours, true
	case b != nil && reflect.DeepEqual(t.value, b.value): // theirs changed the form alone
		return ours, true
	case b != nil && reflect.DeepEqual(o.value, b.value):
		return theirs, true
	}
	switch rule := m.note.options.Rule(key); {
	case rule == Set:
		return mergeSet(b, o, t)
	case rule == Latest || rule == Checked:
		return m.later(rule, o, t)
	}
	return "", false
}

// later is the line with the later of two dates. Dates of other forms, and a date on which somebody
// checked a text that the other side has changed, are for a person to choose.
func (m *frontMerge) later(rule KeyRule, o, t *entry) (string, bool) {
	ours, isText := o.value.(string)
	theirs, also := t.value.(string)
	if !isText || !also || !isDay(ours) || !isDay(theirs) {
		return "", false
	}
	late, otherBody := o, m.note.theirs.body
	if theirs > ours {
		late, otherBody = t, m.note.ours.body
	}
	if rule == Checked && otherBody != m.note.base.body {
		return "", false
	}
	return late.text, true
}

// isDay tells a date of the form 2026-05-04.
func isDay(s string) bool {
	return len(s) == 10 && s[4] == '-' && s[7] == '-' &&
		!bytes.ContainsFunc([]byte(s), func(r rune) bool { return r != '-' && (r < '0' || r > '9') })
}
