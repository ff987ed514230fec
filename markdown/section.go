package markdown

import (
	"slices"
	"strings"
)

// sections lists the headings of the top level with the text below them.
func (p *parse) sections() {
	slugs := &slugs{parse: p, used: map[string]int{}}
	var open []int // indices of the sections that hold the current place, outermost first
	if len(p.blocks) > 0 && p.blocks[0].level == 0 {
		end := len(p.source)
		if i := slices.IndexFunc(p.blocks, func(b block) bool { return b.level > 0 }); i >= 0 {
			end = p.blocks[i].start
		}
		p.doc.Sections = append(p.doc.Sections, Section{Span: p.span(p.body, end)})
	}
	nest := func(end int) { // headings that begin no section are counted in their place
		for ; len(p.nested) > 0 && p.nested[0].start < end; p.nested = p.nested[1:] {
			n := &p.nested[0]
			anchor, others := slugs.of(n)
			for _, name := range append(others, anchor) {
				p.addAnchor(name, n.start)
			}
		}
	}
	for i := range p.blocks {
		b := &p.blocks[i]
		if b.level == 0 {
			continue
		}
		nest(b.start)
		for len(open) > 0 && p.doc.Sections[open[len(open)-1]].Level >= b.level {
			p.endSection(open[len(open)-1], b.start)
			open = open[:len(open)-1]
		}
		s := Section{Level: b.level, Heading: b.heading, Span: Span{Start: b.line}}
		s.Anchor, s.others = slugs.of(b)
		if len(open) > 0 {
			s.Path = slices.Clone(p.doc.Sections[open[len(open)-1]].Path)
		}
		s.Path = append(s.Path, b.heading)
		open = append(open, len(p.doc.Sections))
		p.doc.Sections = append(p.doc.Sections, s)
	}
	for _, i := range open {
		p.endSection(i, len(p.source))
	}
	nest(len(p.source))
}

// endSection lets a section reach as far as a byte.
func (p *parse) endSection(i, end int) {
	p.doc.Sections[i].Span = p.span(p.doc.Sections[i].Span.Start, end)
}

// CutID cuts the attributes off a heading, and returns the id among them, "" for none: {#id}, {#id .class},
// {: #id} and {: .class}, as Docusaurus, Hugo, Pandoc, mdBook, kramdown and Python-Markdown read them.
func CutID(heading string) (text, id string) {
	text = strings.TrimRight(heading, " \t")
	at := strings.LastIndexByte(text, '{')
	if at < 0 || !strings.HasSuffix(text, "}") || at > 0 && text[at-1] == '\\' {
		return heading, ""
	}
	list, colon := strings.CutPrefix(text[at+1:len(text)-1], ":")
	if note, ok := strings.CutPrefix(list, "/*"); ok && strings.HasSuffix(note, "*/") { // Docusaurus, in MDX
		list = strings.TrimSuffix(note, "*/")
	}
	for i, name := range strings.Fields(list) {
		switch {
		case len(name) > 1 && name[0] == '#' && !strings.ContainsAny(name[1:], "#\"'`"):
			id = name[1:]
		case i == 0 && (!colon || name[0] != '.'):
			return heading, ""
		}
	}
	if id == "" && (!colon || strings.TrimSpace(list) == "") {
		return heading, ""
	}
	return strings.TrimRight(text[:at], " \t"), id
}
