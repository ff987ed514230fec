package merge

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/9aea2451/kb/markdown"
)

// list is a value of the front matter whose items can be added and taken away one by one.
type list struct {
	form   form
	head   string // the key with what stands before the first item
	foot   string // what stands behind the last
	indent string // before the dash of an item
	items  []listItem
}

// listItem is one item of a list of the front matter.
type listItem struct {
	text  string // of several lines without the dash and the indentation of the first; "\n" between them
	id    string // by which it is the same item in other versions
	value any
}

// form is how a list is written.
type form int

const (
	flow   form = iota // [a, b]
	dashes             // an item a line
	commas             // a, b
)

// mergeSet merges two lists as sets: the items of ours less what theirs removed, and what theirs
// added behind. Not ok where an item was changed by both sides, or changed by one and removed by
// the other, or where a list is written in a way that cannot be edited.
func mergeSet(b, o, t *entry) (text string, ok bool) {
	base := &list{}
	if b != nil && b.value != nil {
		if base, ok = newList(b); !ok {
			return "", false
		}
	}
	ours, ok := newList(o)
	theirs, also := newList(t)
	if !ok || !also || ours.form == commas && theirs.form == commas && base.form == commas && len(ours.items) < 2 && len(theirs.items) < 2 {
		return "", false
	}
	merged := *ours
	if merged.items, ok = mergeItems(base.items, ours.items, theirs.items); !ok {
		return "", false
	}
	if ours.form == commas && theirs.form != commas {
		merged.head, merged.foot, merged.form = ours.head+"[", "]", flow
	}
	return merged.write()
}

// mergeItems joins three lists whose items are known by an id. It reports false where both sides
// changed one item differently.
func mergeItems(base, ours, theirs []listItem) ([]listItem, bool) {
	find := func(items []listItem, id string) *listItem {
		if at := slices.IndexFunc(items, func(i listItem) bool { return i.id == id }); at >= 0 {
			return &items[at]
		}
		return nil
	}
	same := func(a, b *listItem) bool { return a != nil && b != nil && reflect.DeepEqual(a.value, b.value) }
	var out []listItem
	for _, o := range ours {
		b, t := find(base, o.id), find(theirs, o.id)
		switch {
		case b == nil && t == nil, same(&o, t), same(t, b):
			out = append(out, o)
		case same(&o, b):
			if t != nil {
				out = append(out, *t)
			}
		default:
			return nil, false
		}
	}
	for _, t := range theirs {
		if find(ours, t.id) != nil {
			continue
		}
		b := find(base, t.id)
		switch {
		case b == nil:
			out = append(out, t)
		case !same(b, &t):
			return nil, false // ours removed what theirs changed
		}
	}
	return out, true
}

// maxItems bounds the items of a list that are compared with each other.
const maxItems = 1000

// newList reads the lines of an entry as a list.
func newList(e *entry) (*list, bool) {
	l, ok := cutList(e.text)
	if !ok || len(l.items) > maxItems {
		return nil, false
	}
	values, isList := e.value.([]any)
	if !isList {
		for _, i := range l.items {
			values = append(values, any(i.text))
		}
		if e.value != nil && (l.form != commas || len(values) == 0) {
			return nil, false
		}
	}
	if len(values) != len(l.items) {
		return nil, false
	}
	for i := range l.items {
		l.items[i].value, l.items[i].id = values[i], identity(values[i])
		if slices.ContainsFunc(l.items[:i], func(other listItem) bool { return other.id == l.items[i].id }) {
			return nil, false
		}
	}
	return l, true
}

// identity is what an item is known by: a word by itself, an entity by its name, a relation by type
// and target.
func identity(value any) string {
	m, ok := value.(map[string]any)
	if !ok {
		return fmt.Sprintf("%T %v", value, value)
	}
	if name, ok := m["name"]; ok {
		return fmt.Sprintf("name %v %v", m["type"], name)
	}
	if target, ok := m["target"]; ok {
		return fmt.Sprintf("target %v %v", m["type"], target)
	}
	return fmt.Sprintf("%v", m) // fmt sorts the keys
}

// cutList finds the items in the lines of a key.
func cutList(text string) (*list, bool) {
	first, rest, several := strings.Cut(text, "\n")
	colon := strings.Index(first, ":")
	if colon < 0 || strings.ContainsAny(first[:colon], `"'`) {
		return nil, false
	}
	value := strings.TrimLeft(first[colon+1:], " \t")
	head := first[:len(first)-len(value)]
	switch {
	case several && (value == "" || strings.HasPrefix(value, "#")):
		l := &list{form: dashes, head: first}
		for i, line := range strings.Split(rest, "\n") {
			trimmed := strings.TrimLeft(line, " ")
			lead := line[:len(line)-len(trimmed)]
			isItem := strings.HasPrefix(trimmed, "- ")
			if i == 0 {
				l.indent = lead
			}
			switch {
			case isItem && lead == l.indent:
				l.items = append(l.items, listItem{text: strings.TrimPrefix(trimmed, "- ")})
			case i == 0 || trimmed != "" && len(lead) <= len(l.indent) && !strings.HasPrefix(trimmed, "#"):
				return nil, false
			default:
				last := &l.items[len(l.items)-1]
				last.text += "\n" + strings.TrimPrefix(line, l.indent)
			}
		}
		return l, true
	case several:
		return nil, false
	case strings.HasPrefix(value, "["):
		return cutFlow(head, value)
	case value == "" || strings.ContainsAny(value[:1], `"'{|>&*!#`) || strings.Contains(value, " #") || strings.Contains(value, ": "):
		return nil, false
	}
	l := &list{form: commas, head: head}
	for _, word := range strings.Split(strings.TrimRight(value, " \t"), ",") {
		l.items = append(l.items, listItem{text: strings.TrimSpace(word)})
	}
	return l, true
}

// cutFlow reads [a, "b, c", {d: e}] # comment.
func cutFlow(head, value string) (*list, bool) {
	l := &list{form: flow, head: head + "["}
	depth, start := 0, 1
	var quote byte
	for i := 0; i < len(value); i++ {
		c := value[i]
		switch {
		case quote != 0:
			if c == '\\' && quote == '"' || c == '\'' && quote == c && strings.HasPrefix(value[i+1:], "'") {
				i++ // the next one is of the text
			} else if c == quote {
				quote = 0
			}
		case (c == '"' || c == '\'') && strings.ContainsAny(lastVisible(value[:i]), "[{,:"):
			quote = c
		case c == '[' || c == '{':
			depth++
		case c == ',' && depth == 1:
			l.items = append(l.items, listItem{text: strings.TrimSpace(value[start:i])})
			start = i + 1
		case c == ']' || c == '}':
			if depth--; depth > 0 {
				continue
			}
			if last := strings.TrimSpace(value[start:i]); last != "" {
				l.items = append(l.items, listItem{text: last})
			}
			l.foot = value[i:]
			return l, c == ']'
		}
	}
	return nil, false
}

// lastVisible is the last byte that is no blank, "" where there is none.
func lastVisible(text string) string {
	text = strings.TrimRight(text, " \t")
	return text[max(0, len(text)-1):]
}

// write gives the lines of the list and sees to it that they read as its items.
func (l *list) write() (string, bool) {
	var b strings.Builder
	b.WriteString(l.head)
	for i, item := range l.items {
		lines := strings.Split(item.text, "\n")
		switch {
		case l.form != dashes && len(lines) > 1:
			return "", false
		case l.form == dashes:
			b.WriteString("\n" + l.indent + "- " + strings.Join(lines, "\n"+l.indent))
		case i > 0:
			b.WriteString(", " + item.text)
		default:
			b.WriteString(item.text)
		}
	}
	b.WriteString(l.foot)
	if len(l.items) == 0 && l.form == dashes {
		b.WriteString(" []")
	}
	text := b.String()
	fields := markdown.Head([]byte("---\n" + text + "\n---\n")).FrontMatter.Fields
	if len(fields) != 1 {
		return "", false
	}
	return text, l.reads(fields[0].Value)
}

// reads tells whether a value is that of the list.
func (l *list) reads(value any) bool {
	if l.form == commas {
		return true
	}
	values, _ := value.([]any)
	return slices.EqualFunc(values, l.items, func(v any, i listItem) bool { return reflect.DeepEqual(v, i.value) })
}
