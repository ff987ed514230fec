package blame

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/9aea2451/kb/kb/history/walk"
	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/markdown"
)

// Part is a section of a note without its subsections, the front matter, or what stands before the
// first heading.
type Part struct {
	Section   *markdown.Section // nil for what stands before the first heading
	Front     bool              // it is the front matter
	StartLine int               // from 1
	EndLine   int               // inclusive
	Last      int               // origin of the last change: index into Blame.Origins
	Holders   []Holder          // who wrote its lines, most lines first
}

// Holder is somebody whose lines stand in a note.
type Holder struct {
	Person walk.Signature // of the newest of their commits; without a name and an address for what is not committed
	Lines  int
}

// Parts tells where each part of a note comes from, in their order. source must be the text that
// was blamed. Together the parts have all its lines.
func (b *Blame) Parts(source []byte) []Part {
	doc := notes.Document(source)
	var out []Part
	begin := func(p Part) {
		if n := len(out); n > 0 {
			out[n-1].EndLine = p.StartLine - 1
		}
		out = append(out, p)
	}
	if doc.FrontMatter.Span.End > 0 {
		begin(Part{Front: true, StartLine: 1})
	}
	if front := doc.FrontMatter.Span; len(doc.Sections) == 0 || doc.Sections[0].Level == 0 ||
		doc.Sections[0].Span.StartLine > 1 && front.End == 0 {
		start := 1
		if front.End > 0 {
			start = 1 + bytes.Count(source[:front.End], []byte{'\n'})
		}
		begin(Part{StartLine: start})
	}
	for i := range doc.Sections {
		if s := &doc.Sections[i]; s.Level > 0 {
			begin(Part{Section: s, StartLine: s.Span.StartLine})
		}
	}
	out[len(out)-1].EndLine = len(b.Lines)
	out = slices.DeleteFunc(out, func(p Part) bool { return p.EndLine < p.StartLine })
	lines := bytes.SplitAfter(source, []byte{'\n'})
	for i := range out {
		out[i].Last = b.last(&out[i], lines)
		out[i].Holders = b.Holders(out[i].StartLine, out[i].EndLine)
	}
	return out
}

// Part tells where some lines come from, from 1 and inclusive, within those of source, the text that was blamed.
func (b *Blame) Part(source []byte, start, end int) Part {
	p := Part{StartLine: start, EndLine: end}
	p.Last, p.Holders = b.last(&p, bytes.SplitAfter(source, []byte{'\n'})), b.Holders(start, end)
	return p
}

// last finds the newest origin of a part: of its lines that are not blank, and of what was taken
// away among them.
func (b *Blame) last(p *Part, lines [][]byte) int {
	best := len(b.Origins)
	for i := p.StartLine - 1; i < p.EndLine; i++ {
		if len(bytes.TrimSpace(lines[i])) > 0 {
			best = min(best, b.Lines[i])
		}
	}
	for _, c := range b.Cuts {
		if c.After >= p.StartLine-1 && c.After < p.EndLine-1 || c.After == p.EndLine-1 && !c.Head {
			best = min(best, c.Origin)
		}
	}
	if best == len(b.Origins) && p.EndLine >= p.StartLine {
		best = slices.Min(b.Lines[p.StartLine-1 : p.EndLine])
	}
	return best
}

// Holders counts whose lines stand in a range, from 1 and inclusive: most lines first, then by
// name. What is not committed is nobody's.
func (b *Blame) Holders(start, end int) []Holder {
	var people walk.People
	for _, o := range b.Origins {
		if o.Commit != nil {
			people.Add(o.Commit.Author)
		}
	}
	byPerson := map[int]*Holder{}
	for _, o := range b.Lines[start-1 : end] {
		var who walk.Signature
		key := -1
		if c := b.Origins[o].Commit; c != nil {
			who, key = c.Author, people.Of(c.Author)
		}
		h := byPerson[key]
		if h == nil {
			h = &Holder{Person: who}
			byPerson[key] = h
		}
		if h.Lines++; who.When.After(h.Person.When) {
			h.Person = who
		}
	}
	out := make([]Holder, 0, len(byPerson))
	for _, h := range byPerson {
		out = append(out, *h)
	}
	slices.SortFunc(out, func(x, y Holder) int {
		return cmp.Or(y.Lines-x.Lines, cmp.Compare(x.Person.Name, y.Person.Name), cmp.Compare(x.Person.Email, y.Person.Email))
	})
	return out
}
