package markdown

import (
	"bufio"
	"cmp"
	"fmt"
	stdhtml "html"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
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

// CutID cuts the attributes off a heading, and returns the id among them, "" for none: {#id}, {.class key=value},
// {: #id} and {: .class}, as Docusaurus, Hugo, Pandoc, mdBook, kramdown and Python-Markdown read them.
func CutID(heading string) (text, id string) {
	text = strings.TrimRight(heading, " \t")
	at := strings.LastIndexByte(text, '{')
	if at < 0 || !strings.HasSuffix(text, "}") || at > 0 && text[at-1] == '\\' {
		return heading, ""
	}
	list, colon := strings.CutPrefix(text[at+1:len(text)-1], ":")
	list = strings.TrimSpace(list)
	if note, ok := strings.CutPrefix(list, "/*"); ok && strings.HasSuffix(note, "*/") { // Docusaurus, in MDX
		list = strings.TrimSuffix(note, "*/")
	}
	for i, name := range strings.Fields(list) {
		switch {
		case len(name) > 1 && name[0] == '#' && !strings.ContainsAny(name[1:], "#\"'`"):
			id = name[1:]
		case strings.HasPrefix(name, "id=") && strings.Trim(name[3:], `"'`) != "":
			id = strings.Trim(name[3:], `"'`)
		case i == 0 && (name[0] != '.' || !colon && (len(name) < 2 || name[1] == '.')):
			return heading, ""
		}
	}
	if id == "" && (strings.TrimSpace(list) == "" || !colon && !strings.Contains(list, "=")) {
		return heading, ""
	}
	return strings.TrimRight(text[:at], " \t"), id
}

// slugs gives headings their anchors.
type slugs struct {
	*parse
	used      map[string]int
	context   parser.Context // with the definitions of the document, nil before the first heading that may need them
	footnotes map[string]int // numbers of those that have a text, nil before the first heading with a mark
}

// Anchor is the anchor that GitHub gives the text of a heading: lower case, blanks as '-', everything but
// letters, digits, '-' and '_' dropped.
func Anchor(heading string) string {
	var b strings.Builder
	for _, r := range heading {
		switch {
		case r == ' ':
			b.WriteByte('-')
		case r == 'İ': // the one letter whose lower case is two
			b.WriteString("i̇")
		case r == '-' || unicode.In(r, unicode.L, unicode.M, unicode.Nd, unicode.Nl, unicode.Pc, unicode.Other_Alphabetic):
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

// of gives a heading its anchor, and what it is called where its attributes count for nothing, or for words.
func (s *slugs) of(b *block) (anchor string, others []string) {
	text, id := CutID(b.raw)
	slug := s.slug(text)
	if text != b.raw {
		others = []string{slug, s.slug(b.raw)}
	}
	return s.unique(cmp.Or(id, slug)), others
}

// slug is GitHub's anchor of a heading as it is written, of what its page shows of it without images: each blank
// counts.
func (s *slugs) slug(raw string) string {
	raw = strings.TrimSpace(raw)
	switch {
	case len(raw) > MaxHeading:
		return Anchor(ClipHeading(plainInline(raw)))
	case !strings.ContainsAny(raw, "\\`*_<[!&"):
		return Anchor(raw)
	}
	if strings.Contains(raw, "[^") {
		raw = footnoteMarks().ReplaceAllStringFunc(raw, s.footnote)
	}
	source := []byte(raw)
	var b strings.Builder
	out := bufio.NewWriter(&b)
	root := inlineParser().Parse(text.NewReader(source), parser.WithContext(s.known()))
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Image:
			return ast.WalkSkipChildren, nil
		case *ast.AutoLink:
			if entering {
				html.DefaultWriter.RawWrite(out, n.Label(source))
			}
		case *ast.Text:
			write := html.DefaultWriter.Write
			if n.IsRaw() || n.Parent().Kind() == ast.KindCodeSpan {
				write = html.DefaultWriter.RawWrite
			}
			if entering {
				write(out, n.Segment.Value(source))
			}
		}
		return ast.WalkContinue, nil
	})
	out.Flush()
	return Anchor(stdhtml.UnescapeString(b.String()))
}

// inlineParser is goldmark for the text of a heading alone: it takes more than linear time.
var inlineParser = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(parser.WithInlineParsers(parser.DefaultInlineParsers()...),
		parser.WithBlockParsers(util.Prioritized(parser.NewParagraphParser(), 0)))
})

// known holds what goldmark knows of the document when it reads a heading.
func (s *slugs) known() parser.Context {
	if s.context == nil {
		s.context = parser.NewContext()
		for label := range (&scan{parse: s.parse}).readDefinitions() {
			s.context.AddReference(parser.NewReference([]byte(label), nil, nil))
		}
	}
	return s.context
}

// footnoteMarks finds the marks of footnotes, and what opens these.
var footnoteMarks = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\[\^[^\s\[\]^]{1,80}\]`) })

// footnote is the number that a page shows for the mark of a footnote, the mark itself where there is no text for
// it: they are counted as they are first named.
func (s *slugs) footnote(mark string) string {
	if s.footnotes == nil {
		s.footnotes = map[string]int{}
		var named []string
		at := s.body
		for _, o := range append(slices.Clip(s.opaque), span{len(s.source), len(s.source)}) {
			text := s.source[min(at, o.start):o.start]
			for _, m := range footnoteMarks().FindAllIndex(text, -1) {
				name := strings.ToLower(string(text[m[0]:m[1]]))
				if (m[0] == 0 || text[m[0]-1] == '\n') && m[1] < len(text) && text[m[1]] == ':' {
					s.footnotes[name] = 0
				} else {
					named = append(named, name)
				}
			}
			at = max(at, o.end)
		}
		last := 0
		for _, name := range named {
			if number, ok := s.footnotes[name]; ok && number == 0 {
				last++
				s.footnotes[name] = last
			}
		}
	}
	if number, ok := s.footnotes[strings.ToLower(mark)]; ok {
		return fmt.Sprint(number)
	}
	return mark
}

// unique appends -1, -2, … to an anchor that the document has already.
func (s *slugs) unique(anchor string) string {
	candidate := anchor
	for {
		_, taken := s.used[candidate]
		if !taken {
			s.used[candidate] = 0
			return candidate
		}
		s.used[anchor]++
		candidate = fmt.Sprint(anchor, "-", s.used[anchor])
	}
}
