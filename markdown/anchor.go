package markdown

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// NamedPlace is a place that a fragment names and that begins no section: an id of HTML or of a list of
// attributes, a heading within a quotation, a list, a box or HTML, a block of Obsidian.
type NamedPlace struct {
	Name  string // without '#'; that of a block begins with '^'
	Start int    // byte
}

const maxAnchors = 20000 // of a document, beside its sections

// addAnchor keeps a place that fragments name.
func (p *parse) addAnchor(name string, at int) {
	if name != "" && len(name) <= maxCode && len(p.doc.Anchors) < maxAnchors {
		p.doc.Anchors = append(p.doc.Anchors, NamedPlace{valid(name), at})
	}
}

// AnchorNames returns the names by which fragments may know a place of the document, each once, those of
// its sections first.
func (d *Document) AnchorNames() (names []string) {
	seen := map[string]bool{}
	add := func(name string) {
		if name != "" && !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	for i := range d.Sections {
		add(d.Sections[i].Anchor)
	}
	for i := range d.Sections {
		for _, slug := range d.Sections[i].slugs() {
			add(slug)
		}
	}
	for _, a := range d.Anchors {
		add(a.Name)
	}
	return names
}

// slugs are the anchors that a site may give a section beside its own: of the words of its heading, and where
// this names an id, GitHub's, which takes the id for words.
func (s *Section) slugs() []string { return append([]string{Anchor(s.Heading)}, s.others...) }

// Reaches reports whether a fragment, without its '#', names one of the anchors of a document: as it is, or
// by the words of a heading, or of several joined with '#', as Obsidian does. Where a site makes anchors of
// its own of headings (see AnyFold), what has the same letters and digits is one, too: marks is what stands before the
// number of an equal heading there, "" where there is no such site.
func Reaches(anchors []string, fragment, marks string) bool {
	sites := marks != ""
	last := strings.TrimSpace(fragment[strings.LastIndexByte(fragment, '#')+1:])
	slug, fold := Anchor(last), foldAnchor(last)
	name := strings.TrimRight(last, "0123456789")
	before, _ := strconv.Atoi(last[len(name):]) // headings that a site takes for the same
	numbered := before > 0 && strings.TrimRight(name, marks) != name
	if sites && before > 0 && len(name) > 1 && strings.HasSuffix(name, "_") && !numbered {
		fold = "" // as no site of these numbers
	}
	for _, a := range anchors {
		if numbered && foldAnchor(a) == foldAnchor(name) {
			if before--; before < 0 {
				return true
			}
		}
		if a == fragment || strings.EqualFold(a, fragment) || slug != "" && strings.EqualFold(a, slug) ||
			sites && fold != "" && (foldAnchor(a) == fold || asciiOf(foldAnchor(a)) == fold) {
			return true
		}
	}
	return false
}

// foldAnchor keeps the letters and digits of an anchor, without their marks and in lower case: in these
// those agree that mdBook, Python-Markdown, VitePress, Pandoc and docutils make of a heading.
func foldAnchor(s string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, norm.NFKD.String(s)))
}

// asciiOf drops what is not ASCII, as Python-Markdown does.
func asciiOf(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 {
			return r
		}
		return -1
	}, s)
}

// Find returns what a fragment names, without its '#': a section by its anchor, the words of its heading, or
// headings joined with '#', '/' or " › ", of which the last is meant; a block by "^id"; the text behind an
// id, which reaches to the end of its section. section is an index into Sections, -1 where none begins before
// it. source must be the bytes that d was parsed from.
func (d *Document) Find(source []byte, fragment string) (place Span, section int, ok bool) {
	name := strings.TrimSpace(strings.TrimPrefix(fragment, "#"))
	if id, block := strings.CutPrefix(name, "^"); block {
		place, ok = FindBlock(source, id)
		return place, d.sectionOf(place.Start), ok
	}
	if name == "" {
		return place, -1, false
	}
	match := func(is func(s *Section) bool) bool {
		section = slices.IndexFunc(d.Sections, func(s Section) bool { return s.Level > 0 && is(&s) })
		return section >= 0
	}
	if match(func(s *Section) bool { return s.Anchor == name }) {
		return d.Sections[section].Span, section, true
	}
	if i := slices.IndexFunc(d.Anchors, func(a NamedPlace) bool { return a.Name == name }); i >= 0 {
		place, section = d.from(source, d.Anchors[i].Start)
		return place, section, true
	}
	slug, fold := Anchor(name), foldAnchor(name)
	for _, is := range []func(s *Section) bool{
		func(s *Section) bool { return endsWith(s.Path, []string{name}) },
		func(s *Section) bool { return endsWith(s.Path, strings.Split(name, "#")) },
		func(s *Section) bool {
			return endsWith(s.Path, strings.Split(name, "/")) || endsWith(s.Path, strings.Split(name, " › "))
		},
		func(s *Section) bool { return slug != "" && (s.Anchor == slug || slices.Contains(s.slugs(), slug)) },
		func(s *Section) bool { return fold != "" && foldAnchor(s.Anchor) == fold },
		func(s *Section) bool { return fold != "" && asciiOf(foldAnchor(s.Anchor)) == fold },
	} {
		if match(is) {
			return d.Sections[section].Span, section, true
		}
	}
	return place, -1, false
}

// from is the text behind an id to the end of its section, the section itself where nothing but tags stands
// between.
func (d *Document) from(source []byte, at int) (Span, int) {
	i, behind := d.sectionOf(at), at
	if at < len(source) && source[at] == '(' { // a target of MyST
		behind += len(source[at:]) - len(bytes.TrimLeftFunc(source[at:], func(r rune) bool { return r != '\n' }))
	}
	if i+1 < len(d.Sections) {
		next := &d.Sections[i+1]
		between := source[behind:max(behind, next.Span.Start)]
		if blank(between) || len(between) < maxSpan && plainInline(string(between)) == "" {
			return next.Span, i + 1
		}
	}
	lines := newLines(source)
	place := Span{Start: lines.start(at), End: len(source)}
	if i >= 0 {
		s := &d.Sections[i]
		if s.Level > 0 && place.Start <= s.Span.Start {
			return s.Span, i
		}
		place.End = s.Span.End
	}
	return placed(source, place.Start, place.End), i
}

// sectionOf is the innermost section that holds a byte, -1 for none.
func (d *Document) sectionOf(at int) int {
	i, found := slices.BinarySearchFunc(d.Sections, at, func(s Section, at int) int { return cmp.Compare(s.Span.Start, at) })
	if found {
		return i
	}
	return i - 1
}

// endsWith reports whether the wanted headings stand in the path in this order, the last one at its end.
func endsWith(path, want []string) bool {
	at := len(path)
	for i := len(want) - 1; i >= 0; i-- {
		w := strings.TrimSpace(want[i])
		for at--; at >= 0 && !strings.EqualFold(strings.TrimSpace(path[at]), w); at-- {
			if i == len(want)-1 {
				return false
			}
		}
		if at < 0 {
			return false
		}
	}
	return true
}

// FindBlock returns the block that bears an Obsidian block id: the paragraph, list item or heading
// whose last line ends in " ^id", or the block above a line that is "^id" alone. It ends before the
// id's own line in the latter case, and behind the line in the former. The case of letters does not
// count; code bears no ids.
func FindBlock(source []byte, id string) (Span, bool) {
	if id == "" || !isBlockID([]byte(id)) {
		return Span{}, false
	}
	var b blockFinder
	for at := 0; at < len(source); {
		end := at + len(source[at:])
		if n := bytes.IndexByte(source[at:], '\n'); n >= 0 {
			end = at + n + 1
		}
		if bytes.EqualFold(b.line(at, source[at:end]), []byte(id)) && b.last.end > b.last.start {
			return placed(source, b.last.start, b.last.end), true
		}
		at = end
	}
	return Span{}, false
}

// placed is a stretch of bytes with its lines.
func placed(source []byte, start, end int) Span {
	l := newLines(source)
	return Span{Start: start, End: end, StartLine: l.at(start), EndLine: l.at(max(start, end-1))}
}

// blockFinder knows where the block of the current line begins.
type blockFinder struct {
	start int
	open  bool   // a block has begun and not ended
	fence []byte // the run that opened the code block we are in, nil outside of code
	last  span   // the block that ended last, or the one that is open
}

// line reads a line and returns the id at its end, nil for none.
func (b *blockFinder) line(at int, line []byte) []byte {
	text := bytes.TrimSpace(line)
	fence := Fence(text[itemOpening(text):])
	switch {
	case b.fence != nil:
		b.last.end = at + len(line)
		if ClosesFence(text, b.fence) {
			b.fence, b.open = nil, false
		}
		return nil
	case len(text) == 0:
		b.open = false
		return nil
	case text[0] == '^' && idOfBlock(text) != nil:
		return idOfBlock(text)
	case !b.open || fence != nil || startsBlock(text):
		b.start, b.open = at, true
	}
	b.last = span{b.start, at + len(line)}
	if fence != nil {
		b.fence = fence
		return nil
	}
	if text[0] == '#' {
		b.open = false // a heading is one line
	}
	return idOfBlock(text)
}

// idOfBlock is the id of Obsidian that a line without its last blanks ends with, nil for none.
func idOfBlock(text []byte) []byte {
	if n := bytes.LastIndexByte(text, '^'); n >= 0 && (n == 0 || text[n-1] == ' ') && isBlockID(text[n+1:]) {
		return text[n+1:]
	}
	return nil
}

// startsBlock reports whether a line is the first of a list item, or a heading.
func startsBlock(text []byte) bool { return text[0] == '#' || itemOpening(text) > 0 }

// Fence is the run of ` or ~ that a line begins with which opens a block of code, nil for other lines: a
// line may begin with a span of code as well. text is without the blanks in front.
func Fence(text []byte) []byte {
	if len(text) < 3 || text[0] != '`' && text[0] != '~' {
		return nil
	}
	n := len(text) - len(bytes.TrimLeft(text, string(text[:1])))
	if n < 3 || text[0] == '`' && bytes.IndexByte(text[n:], '`') >= 0 {
		return nil
	}
	return text[:n]
}

// ClosesFence reports whether a line ends the block of code which a run of ` or ~ opened: by at least as many
// marks, and nothing else.
func ClosesFence(text, open []byte) bool {
	text = bytes.TrimSpace(text)
	return bytes.HasPrefix(text, open) && len(bytes.Trim(text, string(open[:1]))) == 0
}

// isBlockID reports whether all are letters, digits and hyphens.
func isBlockID(id []byte) bool {
	if len(id) == 0 || len(id) > 100 {
		return false
	}
	for _, c := range id {
		if !alphanumeric(c) && c != '-' {
			return false
		}
	}
	return true
}
