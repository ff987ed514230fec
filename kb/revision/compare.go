package revision

import (
	"slices"
	"strings"

	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/diff"
)

// Diff is what changed from one version of a note to the next; what did not is left out.
type Diff struct {
	Fields   []Field   `json:"fields"`   // of the front matter, in its order, removed ones last
	Sections []Section `json:"sections"` // in the order of the new version, each removed one behind what stood before it
}

// Empty tells that the two versions say the same: they differ in layout only.
func (d *Diff) Empty() bool { return len(d.Fields)+len(d.Sections) == 0 }

// Section is what changed in one section, subsections not included.
type Section struct {
	Op Op `json:"op"` // Added, Removed, Renamed, Moved, or Changed: its text alone
	// Path has the headings that lead to it, outermost first; of a removed one as it was; none for the
	// text before the first.
	Path     []string  `json:"heading_path"`
	OldPath  []string  `json:"old_heading_path,omitempty"` // of a renamed or moved one
	Anchor   string    `json:"anchor"`
	Line     int       `json:"line"` // of the heading; of a removed one in the old version
	Passages []Passage `json:"passages"`
}

// Passage is a sentence, a list item or a line that changed.
type Passage struct {
	Op        Op                   `json:"op"`
	Kind      markdown.PassageKind `json:"kind"`
	Statement bool                 `json:"statement"` // it states something, by package markdown
	Old       string               `json:"old,omitempty"`
	New       string               `json:"new,omitempty"`
	OldLine   int                  `json:"old_line,omitempty"` // from 1
	NewLine   int                  `json:"new_line,omitempty"`
	Words     []diff.Word          `json:"words,omitempty"`    // of a changed one
	OldPath   []string             `json:"old_path,omitempty"` // of a moved one: the headings that led to it
}

// Compare tells what changed from an old version of a note to a new one.
func Compare(old, new *Note) *Diff {
	// Sections of one heading below matched ones belong together, then those whose text is alike; last those that
	// stand below another heading than before.
	m := &matcher{old: old, new: new, to: make([]int, len(old.sections)), from: make([]int, len(new.sections)), counts: map[string]int{}}
	for i := range m.to {
		m.to[i] = none
	}
	for i := range m.from {
		m.from[i] = none
	}
	m.pair(0, 0)
	m.moved()
	d := &Diff{Fields: compareFields(old.doc.FrontMatter, new.doc.FrontMatter)}
	removed := map[int][]int{} // by the new section that the old ones stood behind
	at := 0
	for i, to := range m.to {
		if to != none {
			at = to
			continue
		}
		removed[at] = append(removed[at], i)
	}
	for j := range new.sections {
		d.Sections = append(d.Sections, m.section(m.from[j], j))
		for _, i := range removed[j] {
			d.Sections = append(d.Sections, m.section(i, none))
		}
	}
	sections := d.Sections
	gone := map[string][][2]int{}
	for i, s := range sections {
		for j, p := range s.Passages {
			if p.Op == Removed && diff.CountTokens(p.Old) >= minMoved {
				gone[p.Old] = append(gone[p.Old], [2]int{i, j})
			}
		}
	}
	for i := range sections {
		for j := range sections[i].Passages {
			p := &sections[i].Passages[j]
			from := gone[p.New]
			if p.Op != Added || len(from) == 0 {
				continue
			}
			old := &sections[from[0][0]]
			was := &old.Passages[from[0][1]]
			gone[p.New] = from[1:]
			p.Op, p.Old, p.OldLine, p.OldPath = Moved, was.Old, was.OldLine, old.Path
			if len(old.OldPath) > 0 {
				p.OldPath = old.OldPath
			}
			was.Op = ""
		}
	}
	for i := range sections {
		sections[i].Passages = slices.DeleteFunc(sections[i].Passages, func(p Passage) bool { return p.Op == "" })
	}
	d.Sections = slices.DeleteFunc(d.Sections, func(s Section) bool { return s.Op == Changed && len(s.Passages) == 0 })
	return d
}

// section compares two matched sections, one of which may be missing (none).
func (m *matcher) section(i, j int) (s Section) {
	var a, b []markdown.Passage
	if i != none {
		at := m.old.sections[i]
		a = m.old.passages[at.first:at.own]
		s.place(at.section)
	}
	if j != none {
		at := m.new.sections[j]
		b = m.new.passages[at.first:at.own]
		s.place(at.section)
	}
	s.Op = m.sectionOp(i, j)
	if s.Op == Renamed || s.Op == Moved {
		s.OldPath = m.old.path(i)
	}
	var pairs []diff.Pair
	if s.Passages, pairs = comparePassages(a, b); len(pairs) != 0 {
		var old, new []bool
		if i != none {
			old = m.old.states(i)
		}
		if j != none {
			new = m.new.states(j)
		}
		for k, p := range pairs {
			s.Passages[k].Statement = p.Old >= 0 && old[p.Old] || p.New >= 0 && new[p.New]
		}
	}
	return s
}

// place says where a section stands.
func (s *Section) place(of *markdown.Section) {
	s.Path, s.Line = []string{}, 1
	if of != nil {
		s.Path, s.Anchor, s.Line = of.Path, of.Anchor, of.Span.StartLine
	}
}

// sectionOp is what became of a section, by its numbers in both versions; one below 0 is not there.
func (m *matcher) sectionOp(i, j int) Op {
	switch {
	case i == none:
		return Added
	case j == none:
		return Removed
	case m.old.heading(i) != m.new.heading(j):
		return Renamed
	case i > 0 && m.to[m.old.sections[i].parent] != m.new.sections[j].parent:
		return Moved
	}
	return Changed
}

// comparePassages gives the passages that differ, and where each of them stands in the two lists.
func comparePassages(a, b []markdown.Passage) (out []Passage, pairs []diff.Pair) {
	out = []Passage{}
	for _, pair := range diff.Align(texts(a), texts(b)) {
		var p Passage
		if pair.Old >= 0 {
			o := a[pair.Old]
			p = Passage{Op: Removed, Kind: o.Kind, Old: o.Text, OldLine: o.Span.StartLine}
		}
		if pair.New >= 0 {
			n := b[pair.New]
			p.Op, p.Kind, p.New, p.NewLine = Added, n.Kind, n.Text, n.Span.StartLine
		}
		if pair.Old >= 0 && pair.New >= 0 {
			if p.Old == p.New {
				continue
			}
			p.Op, p.Words = Changed, diff.Words(p.Old, p.New)
		}
		out, pairs = append(out, p), append(pairs, pair)
	}
	return out, pairs
}

// texts are those of passages.
func texts(passages []markdown.Passage) []string {
	out := make([]string, len(passages))
	for i, p := range passages {
		out[i] = p.Text
	}
	return out
}

// minMoved is the least number of words of a passage that is looked for in other sections.
const minMoved = 4

// Without leaves out of the difference between a merge and one of its parents what another parent
// has as well: what is left was written in the merge itself.
func (d *Diff) Without(parent *Note) {
	has := map[string]bool{}
	for _, p := range parent.passages {
		has[p.Text] = true
	}
	for i := range d.Sections {
		d.Sections[i].Passages = slices.DeleteFunc(d.Sections[i].Passages, func(p Passage) bool {
			if p.Op == Removed {
				return !has[p.Old]
			}
			return has[p.New]
		})
	}
	fields := map[string]string{}
	for _, f := range parent.doc.FrontMatter.Fields {
		fields[strings.ToLower(f.Key)] = valueText(f.Value)
	}
	d.Fields = slices.DeleteFunc(d.Fields, func(f Field) bool {
		value, ok := fields[strings.ToLower(f.Key)]
		return ok == (f.Op != Removed) && value == f.New
	})
	headings := map[string]bool{}
	for i := range parent.sections {
		headings[strings.Join(parent.path(i), "\x00")] = true
	}
	d.Sections = slices.DeleteFunc(d.Sections, func(s Section) bool {
		return len(s.Passages) == 0 && (s.Op == Changed || headings[strings.Join(s.Path, "\x00")] == (s.Op != Removed))
	})
}
