package revision

import "github.com/9aea2451/kb/markdown"

// Note is one version of a note, read for comparing.
type Note struct {
	doc      *markdown.Document
	text     []byte // without comments
	passages []markdown.Passage
	sections []node // the note itself first, then its sections in source order
}

// node is a section in the tree of sections, with what it says.
type node struct {
	section     *markdown.Section // nil for the note itself
	index       int               // into Document.Sections, -1 where there is none
	parent      int
	children    []int
	first, own  int // its own passages are passages[first:own]
	last        int // those of the sections below it end here
	lastSection int // so do their nodes
}

// Read reads a version of a note. Any bytes will do.
func Read(source []byte) *Note {
	n := &Note{doc: markdown.Outline(source)}
	n.text = markdown.Uncommented(n.doc, source)
	n.passages = markdown.Passages(n.doc, source)
	n.sections = []node{{parent: -1, index: -1}}
	open := []int{0}
	at := 0
	fill := func(node, section int) {
		n.sections[node].first = at
		for at < len(n.passages) && n.passages[at].Section <= section {
			at++
		}
		n.sections[node].own = at
	}
	from := 0
	if len(n.doc.Sections) > 0 && n.doc.Sections[0].Level == 0 {
		from, n.sections[0].index = 1, 0
	}
	fill(0, from-1)
	for i := from; i < len(n.doc.Sections); i++ {
		s := &n.doc.Sections[i]
		for len(open) > 1 && n.sections[open[len(open)-1]].section.Level >= s.Level {
			n.end(open[len(open)-1], at)
			open = open[:len(open)-1]
		}
		parent := open[len(open)-1]
		n.sections = append(n.sections, node{section: s, index: i, parent: parent})
		open = append(open, len(n.sections)-1)
		n.sections[parent].children = append(n.sections[parent].children, len(n.sections)-1)
		fill(len(n.sections)-1, i)
	}
	for _, i := range open {
		n.end(i, at)
	}
	return n
}

// states reports for each passage of a section, subsections left out, whether there is a statement in it.
func (n *Note) states(i int) []bool {
	at := n.sections[i]
	out := make([]bool, at.own-at.first)
	if at.index < 0 {
		return out
	}
	j := 0
	for _, s := range markdown.SectionStatements(n.doc, n.text, at.index) {
		for j < len(out) && n.passages[at.first+j].Span.End <= s.Span.Start {
			j++
		}
		if j < len(out) && n.passages[at.first+j].Span.Start <= s.Span.Start {
			out[j] = true
		}
	}
	return out
}

// end closes a section: what is below it ends before the passage at, and before the next section.
func (n *Note) end(node, at int) {
	n.sections[node].last, n.sections[node].lastSection = at, len(n.sections)
}

// heading is the text of a section's heading, "" for the note itself.
func (n *Note) heading(i int) string {
	if s := n.sections[i].section; s != nil {
		return s.Heading
	}
	return ""
}

// path is the headings that lead to a section.
func (n *Note) path(i int) []string {
	if s := n.sections[i].section; s != nil {
		return s.Path
	}
	return nil
}

// Size counts sections, passages, and those of the passages that state something.
func (n *Note) Size() (sections, passages, statements int) {
	for i := range n.sections {
		for _, states := range n.states(i) {
			if states {
				statements++
			}
		}
	}
	return len(n.sections) - 1, len(n.passages), statements
}
