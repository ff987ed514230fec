package merge

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// draft is a note as its writers see it. Whatever says something has a word of its own, such as
// k17, so that it can be followed through a merge without asking how the merge works.
type draft struct {
	fields   []draftField
	sections []draftSection
	wrapped  bool // paragraphs are broken at about 60 characters
}

type draftField struct {
	key   string
	value string   // of a single value
	items []string // of a list
	block bool     // an item a line
	note  string   // a comment above it
}

type draftSection struct {
	level  int
	title  string
	blocks []draftBlock
}

type draftBlock struct {
	kind  string // prose, list, tasks, steps, table, code, quote, links
	parts []string
}

// writer makes texts, each with a new word of its own, and draws what is to be done: evenly, where
// rapid's own generators would have most edits meet at the first place of a note.
type writer struct {
	*rand.Rand
	next *int
}

func newWriter(seed uint64) writer { return writer{rand.New(rand.NewPCG(seed, 0)), new(int)} }

func (w writer) number(least, most int) int { return least + w.IntN(most-least+1) }

func pick[T any](w writer, list ...T) T { return list[w.IntN(len(list))] }

func (w writer) word() string {
	*w.next++
	return fmt.Sprintf("k%d", *w.next)
}

const vocabulary = "session cache login token server index query commit branch review note team agent deadline cluster secret window " +
	"archive storage region worker handler schema limit retry budget export import backup tenant gateway policy metric sample"

func (w writer) words(n int) string {
	all := strings.Fields(vocabulary)
	var out []string
	for range n {
		out = append(out, all[w.number(0, len(all)-1)])
	}
	return strings.Join(out, " ")
}

func (w writer) sentence() string {
	return "The " + w.words(w.number(1, 5)) + " " + w.word() + " holds " + w.words(w.number(1, 6)) + "."
}

// reword is another form of a text: most of its words stay, and its own word is new.
func (w writer) reword(text string) string {
	list := strings.Fields(text)
	for i, word := range list {
		if own(word) {
			core := strings.Trim(word, ".:,()[]`*\"'")
			list[i] = strings.Replace(word, core, w.word(), 1)
		}
	}
	if w.number(0, 1) == 1 && strings.HasSuffix(text, ".") {
		list[len(list)-1] = strings.TrimSuffix(list[len(list)-1], ".")
		list = append(list, "and "+w.words(2)+".")
	}
	return strings.Join(list, " ")
}

// own tells the words that follow a text.
func own(word string) bool {
	word = strings.Trim(word, ".:,()[]`*\"'")
	return len(word) > 1 && word[0] == 'k' && strings.Trim(word[1:], "0123456789") == ""
}

func (w writer) block() draftBlock {
	kind := pick(w, "prose", "prose", "prose", "list", "list", "tasks", "steps", "table", "code", "quote", "links")
	b := draftBlock{kind: kind}
	for range w.number(1, 5) {
		b.parts = append(b.parts, w.part(kind))
	}
	return b
}

func (w writer) part(kind string) string {
	switch kind {
	case "prose":
		return w.sentence()
	case "table":
		return w.word() + " | " + w.words(2) + " | " + w.words(1)
	case "code":
		return w.words(1) + "(" + w.word() + ")"
	case "links":
		k := w.word()
		return "[" + k + "]: https://example.org/" + w.words(1)
	}
	return strings.TrimSuffix(w.sentence(), ".")
}

func (w writer) section() draftSection {
	s := draftSection{level: w.number(2, 3), title: "On " + w.words(w.number(1, 3)) + " " + w.word()}
	for range w.number(1, 3) {
		s.blocks = append(s.blocks, w.block())
	}
	return s
}

func (w writer) draft() draft {
	d := draft{wrapped: w.number(0, 1) == 1}
	d.fields = []draftField{
		{key: "title", value: "Note " + w.word()}, {key: "status", value: "draft"},
		{key: "tags", items: []string{w.word(), w.word()}, block: w.number(0, 1) == 1},
		{key: "verified", value: "2026-01-02"}, {key: "confidence", value: "0.5", note: "how sure we are " + w.word()},
	}
	if w.number(0, 1) == 1 {
		d.fields = append(d.fields,
			draftField{key: "relations", items: []string{"{type: depends_on, target: " + w.word() + "}"}, block: true})
	}
	d.sections = append(d.sections, draftSection{level: 1, title: "Note " + w.word(), blocks: []draftBlock{w.block()}})
	for range w.number(2, 6) {
		d.sections = append(d.sections, w.section())
	}
	return d
}

// clone copies what edits may change.
func (d draft) clone() draft {
	d.fields = slices.Clone(d.fields)
	for i := range d.fields {
		d.fields[i].items = slices.Clone(d.fields[i].items)
	}
	d.sections = slices.Clone(d.sections)
	for i := range d.sections {
		d.sections[i].blocks = slices.Clone(d.sections[i].blocks)
		for j := range d.sections[i].blocks {
			d.sections[i].blocks[j].parts = slices.Clone(d.sections[i].blocks[j].parts)
		}
	}
	return d
}

// edit is one thing that a person does to a note: mostly adding and rewording, seldom removing or moving.
func (w writer) edit(d *draft) {
	s := &d.sections[w.number(0, len(d.sections)-1)]
	switch n := w.number(0, 24); {
	case n < 12 && len(s.blocks) > 0:
		w.editBlock(&s.blocks[w.number(0, len(s.blocks)-1)])
	case n < 14:
		s.blocks = slices.Insert(s.blocks, w.number(0, len(s.blocks)), w.block())
	case n < 15 && len(s.blocks) > 1:
		at := w.number(0, len(s.blocks)-1)
		s.blocks = slices.Delete(s.blocks, at, at+1)
	case n < 18:
		added := w.section()
		d.sections = slices.Insert(d.sections, d.boundary(w, added.level), added)
	case n < 19 && len(d.sections) > 2:
		at := w.number(1, len(d.sections)-1)
		end := d.subtree(at)
		moved := slices.Clone(d.sections[at:end])
		d.sections = slices.Delete(d.sections, at, end)
		if w.number(0, 1) == 1 || len(d.sections) < 2 { // else it is removed
			d.sections = slices.Insert(d.sections, d.boundary(w, moved[0].level), moved...)
		}
	case n < 20:
		s.title = w.reword(s.title)
	default:
		w.editField(d)
	}
}

// subtree is behind the last section below the one at an index.
func (d *draft) subtree(at int) int {
	end := at + 1
	for end < len(d.sections) && d.sections[end].level > d.sections[at].level {
		end++
	}
	return end
}

// boundary is a place for a section of a level, where it takes nothing from the section above it.
func (d *draft) boundary(w writer, level int) int {
	at := w.number(1, len(d.sections))
	for at < len(d.sections) && d.sections[at].level > level {
		at++
	}
	return at
}

func (w writer) editBlock(b *draftBlock) {
	at := w.number(0, len(b.parts)-1)
	switch n := w.number(0, 9); {
	case n < 5:
		b.parts[at] = w.reword(b.parts[at])
	case n < 9 || len(b.parts) == 1:
		if w.number(0, 1) == 1 {
			at = len(b.parts)
		}
		b.parts = slices.Insert(b.parts, at, w.part(b.kind))
	default:
		b.parts = slices.Delete(b.parts, at, at+1)
	}
}

func (w writer) editField(d *draft) {
	f := &d.fields[w.number(0, len(d.fields)-1)]
	switch {
	case w.number(0, 3) == 0:
		key := pick(w, "category", "source", "files", "importance")
		if !slices.ContainsFunc(d.fields, func(f draftField) bool { return f.key == key }) {
			d.fields = slices.Insert(d.fields, w.number(0, len(d.fields)), draftField{key: key, value: w.word()})
		}
	case f.items == nil && f.key == "verified":
		f.value = fmt.Sprintf("2026-0%d-1%d", w.number(1, 9), w.number(0, 9))
	case f.items == nil:
		f.value = w.word()
	case w.number(0, 2) == 0 && len(f.items) > 1:
		f.items = f.items[1:]
	case f.key == "relations":
		f.items = append(f.items, "{type: relates_to, target: "+w.word()+"}")
	default:
		f.items = append(f.items, w.word())
	}
}

// String writes the note.
func (d draft) String() string {
	var b strings.Builder
	b.WriteString("---\n")
	for _, f := range d.fields {
		b.WriteString(f.String())
	}
	b.WriteString("---\n")
	for i, s := range d.sections {
		if i > 0 {
			b.WriteString("\n")
		}
		b.WriteString(strings.Repeat("#", s.level) + " " + s.title + "\n")
		for _, block := range s.blocks {
			b.WriteString("\n" + block.text(d.wrapped))
		}
	}
	return b.String()
}

func (f draftField) String() string {
	out := f.key + ": " + f.value + "\n"
	switch {
	case f.block && f.items != nil:
		out = f.key + ":\n  - " + strings.Join(f.items, "\n  - ") + "\n"
	case f.items != nil:
		out = f.key + ": [" + strings.Join(f.items, ", ") + "]\n"
	}
	if f.note != "" {
		out = "# " + f.note + "\n" + out
	}
	return out
}

func (b draftBlock) text(wrapped bool) string {
	lines := slices.Clone(b.parts)
	for i := range lines {
		switch b.kind {
		case "list":
			lines[i] = "- " + lines[i]
		case "tasks":
			lines[i] = "- [ ] " + lines[i]
		case "steps":
			lines[i] = fmt.Sprintf("%d. %s", i+1, lines[i])
		case "table":
			lines[i] = "| " + lines[i] + " |"
		case "quote":
			lines[i] = "> " + lines[i]
		}
	}
	switch b.kind {
	case "prose":
		return wrap(strings.Join(lines, " "), wrapped) + "\n"
	case "table":
		lines = append([]string{"| name | what | who |", "|---|---|---|"}, lines...)
	case "code":
		lines = append(append([]string{"```go"}, lines...), "```")
	}
	return strings.Join(lines, "\n") + "\n"
}

func wrap(text string, wrapped bool) string {
	if !wrapped {
		return text
	}
	var b strings.Builder
	width := 0
	for i, word := range strings.Fields(text) {
		switch {
		case i > 0 && width+len(word) > 60:
			b.WriteString("\n")
			width = 0
		case i > 0:
			b.WriteString(" ")
		}
		b.WriteString(word)
		width += len(word) + 1
	}
	return b.String()
}
