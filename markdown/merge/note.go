package merge

import (
	"strings"

	"github.com/9aea2451/kb/markdown"
)

// note is three versions of a note, cut into front matter and parts.
type note struct {
	base, ours, theirs version
	options            Options
}

// version is one of them.
type version struct {
	front  string // with its fences, without the last line end; "" for none
	format string // of the front matter
	gap    string // line ends between the front matter and the text
	body   string
	parts  []*part
}

// part is a heading with the text below it, down to the next heading of any level; or the text
// before the first heading.
type part struct {
	level   int // 0 for the text before the first heading
	heading string
	text    string // with the heading's line, without the line ends behind it
	sep     string // the line ends behind it
	bag     map[string]int
}

// newNote reads the three versions. Without a rule each key of the front matter has one value.
func newNote(s *source, o Options) *note {
	if o.Rule == nil {
		o.Rule = func(string) KeyRule { return Single }
	}
	return &note{base: newVersion(s.base), ours: newVersion(s.ours), theirs: newVersion(s.theirs), options: o}
}

// newVersion cuts a version into front matter and sections.
func newVersion(text string) version {
	doc := markdown.Outline([]byte(text))
	var v version
	start := 0
	if doc.FrontMatter.Format != "" {
		v.format = doc.FrontMatter.Format
		start = doc.FrontMatter.Span.End
		v.front = strings.TrimRight(text[:start], "\n")
		v.gap = text[len(v.front):start]
	}
	v.body = text[start:]
	lead := len(v.body) - len(strings.TrimLeft(v.body, "\n"))
	v.gap, v.body = v.gap+v.body[:lead], v.body[lead:]
	start += lead
	if v.body == "" {
		return v
	}
	p := &part{}
	from := 0
	for _, s := range doc.Sections {
		at := s.Span.Start - start
		if s.Level == 0 || at < from {
			continue
		}
		v.addPart(p, v.body[from:at])
		p, from = &part{level: s.Level, heading: normal(s.Heading)}, at
	}
	v.addPart(p, v.body[from:])
	return v
}

// addPart keeps a part, unless nothing is in it.
func (v *version) addPart(p *part, text string) {
	if text == "" {
		return
	}
	p.text = strings.TrimRight(text, "\n")
	p.sep = text[len(p.text):]
	v.parts = append(v.parts, p)
}

// words are the words of the part, its heading among them.
func (p *part) words() map[string]int {
	if p.bag == nil {
		p.bag = bag(p.text)
	}
	return p.bag
}

// merge gives the pieces of the whole note.
func (n *note) merge() []piece {
	pieces := n.mergeFront()
	body := n.mergeBody()
	switch {
	case len(pieces) > 0 && len(body) > 0:
		var gaps [3]string
		for i, v := range []version{n.base, n.ours, n.theirs} {
			if gaps[i] = v.gap; v.front == "" || v.body == "" {
				gaps[i] = ""
			}
		}
		pieces = withSep(pieces, chooseSep(gaps[0], gaps[1], gaps[2], "\n"))
	case len(body) > 0: // line ends before the text
		if gap := choose(n.base.lead(), n.ours.lead(), n.theirs.lead()); gap != "" {
			pieces = []piece{{sep: gap}}
		}
	}
	return append(pieces, body...)
}

// lead is the line ends that a version without front matter begins with.
func (v *version) lead() string {
	if v.front != "" {
		return ""
	}
	return v.gap
}

// chooseSep merges what stands between two things; "" where a version does not say.
func chooseSep(base, ours, theirs, other string) string {
	switch {
	case ours == "" && theirs == "" && base == "":
		return other
	case ours == "" && theirs == "":
		return base
	case ours == "":
		return theirs
	case theirs == "":
		return ours
	}
	return choose(base, ours, theirs)
}

// mergeBody merges the text below the front matter: part by part, or line by line where that leaves
// less to settle. Where the parts cannot be brought into an order, and lines would say something
// twice, that is a conflict.
func (n *note) mergeBody() []piece {
	base, ours, theirs := n.base.body, n.ours.body, n.theirs.body
	byParts, byLines := n.mergeParts(), mergeLines(base, ours, theirs)
	if byParts != nil && !keepsWords(base, ours, theirs, byParts) {
		byParts = nil
	}
	isSound := sound(byLines, base, ours, theirs)
	switch {
	case byParts != nil && (!isSound || weight(byParts) <= weight(byLines)):
		return byParts
	case !isSound && weight(byLines) == 0:
		if once := mergeLineLists(linesOf(base), linesOf(ours), linesOf(theirs), true); weight(once) > 0 {
			return once
		}
		return []piece{conflictOf(base, ours, theirs, "")}
	}
	return byLines
}
