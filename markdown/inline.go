package markdown

import (
	"bytes"
	"net/url"
	"strings"

	"github.com/yuin/goldmark/util"
)

// Limits of inline syntax, in bytes: each scan for a closing mark is bounded, so that reading stays linear.
const (
	maxTarget = 2000   // of the text of a link, and of its target with the title
	maxSpan   = 4000   // of a code span
	maxOpen   = 32     // brackets open at once
	maxLinks  = 100000 // links of a document
	maxCodes  = 20000  // code spans of a document
	maxCode   = 300    // of a code span that is kept
	// Of all targets that references name together, where the text is shorter: one may be named many times.
	maxExpanded = 100000
)

// readInline scans the body once for links, tags and observations. Code and HTML blocks are passed over.
func (p *parse) readInline() {
	s := &scan{parse: p, tags: map[string]bool{}}
	s.definitions = s.readDefinitions()
	at := p.body
	for _, o := range p.opaque {
		s.text(at, o.start)
		if len(p.html) > 0 && p.html[0] == o {
			s.readHTML(o.start, o.end)
			p.html = p.html[1:]
		}
		at = max(at, o.end)
	}
	s.text(at, len(p.source))
}

// scan is the state of the inline scanner.
type scan struct {
	*parse
	definitions map[string]definition
	tags        map[string]bool
	open        []bracket
	section     int // of the current place
	end         int // of the text that is scanned
	uncommented int // up to here no comment ends
	expanded    int // bytes of the targets that references have been given
}

// bracket is a '[' that may begin a link.
type bracket struct {
	offset int
	image  bool
}

// text scans a stretch of the body that holds no code block.
func (s *scan) text(start, end int) {
	s.end = end
	for at := start; at < end; {
		stop := min(s.lineEnd(at), end)
		line := s.source[at:stop]
		if blank(line) {
			s.open = s.open[:0]
		}
		if at == start || s.source[at-1] == '\n' {
			if _, _, ok := readDefinition(s.source, at, stop); ok {
				at = stop
				continue
			}
			s.lineStart(at, stop)
		}
		at = s.line(at, stop)
	}
	s.open = s.open[:0]
}

// line scans from at up to the end of its line and returns where to go on: behind a code span or a
// link it may be a later line.
func (s *scan) line(at, stop int) int {
	for at < stop {
		at = s.step(at)
	}
	return at
}

// step reads what begins at a place and returns the next one.
func (s *scan) step(at int) int {
	switch c := s.source[at]; c {
	case '\\':
		return min(at+2, s.end)
	case '`':
		return s.codeSpan(at)
	case '<':
		return s.angle(at)
	case '!':
		if s.has(at+1, "[[") {
			return s.wiki(at, at+3, LinkEmbed)
		}
		if s.has(at+1, "[") {
			s.push(bracket{at, true})
			return at + 2
		}
	case '[':
		if s.has(at+1, "[") {
			return s.wiki(at, at+2, LinkWiki)
		}
		s.push(bracket{at, false})
	case ']':
		return s.closeBracket(at)
	case '#':
		return s.tag(at)
	case '%':
		return s.comment(at)
	case '{':
		if s.has(at, "{/*") {
			return s.comment(at)
		}
		if s.has(at+1, "#") || s.has(at+1, ":") {
			// "{#id}" or "{: #id .class}".
			line := s.source[at:min(s.end, at+maxCode)]
			if n := bytes.IndexByte(line, '\n'); n >= 0 {
				line = line[:n]
			}
			if n := bytes.IndexByte(line, '}'); n > 2 {
				i := s.sectionAt(at) // whose heading may name it
				if text, id := CutID(string(line[:n+1])); text == "" && id != "" && (i < 0 || s.doc.Sections[i].Anchor != id) {
					s.addAnchor(id, at)
				}
			}
		}
	default:
		if pathByte(c) && (at == 0 || !pathByte(s.source[at-1])) {
			return s.word(at)
		}
	}
	return at + 1
}

// has tells whether a text stands at a byte.
func (s *scan) has(at int, text string) bool {
	return at+len(text) <= s.end && string(s.source[at:at+len(text)]) == text
}

// push opens a bracket. Of more than maxOpen the outermost is given up, which bounds the work on
// hostile texts.
func (s *scan) push(b bracket) {
	if len(s.open) == maxOpen {
		s.open = append(s.open[:0], s.open[1:]...)
	}
	s.open = append(s.open, b)
}

// codeSpan passes over a code span, which ends in its paragraph; one that is nothing but the path of
// a markdown file mentions it.
func (s *scan) codeSpan(at int) int {
	n := 0
	for at+n < s.end && s.source[at+n] == '`' {
		n++
	}
	from := at + n
	limit, quotes := min(s.end, from+maxSpan), s.quotes(at)
	for i := from; i < limit; {
		if s.source[i] == '\n' && s.beginsBlock(i+1, quotes) {
			break
		}
		if s.source[i] != '`' {
			i++
			continue
		}
		run := 0
		for i+run < s.end && s.source[i+run] == '`' {
			run++
		}
		if run == n {
			text := string(s.source[from:i])
			s.code(text, at)
			if strings.HasSuffix(text, ".md") && !strings.ContainsAny(text, " \t\n*<>{}") {
				s.add(Link{Kind: LinkMention, Target: text, Text: text, Start: at, End: i + run, TargetStart: from, TargetEnd: i})
			}
			return i + run
		}
		i += run
	}
	return from
}

// overBlock tells a stretch of text that goes on in another block, as no code span and no tag does: over a
// blank line, or to where an item, a row, a quotation or a heading begins.
func (s *scan) overBlock(from, to int) bool {
	quotes := s.quotes(from)
	for at := from; ; {
		n := bytes.IndexByte(s.source[at:to], '\n')
		if n < 0 {
			return false
		}
		if at += n + 1; s.beginsBlock(at, quotes) {
			return true
		}
	}
}

// quotes counts the marks of the quotations that the line of a byte stands in.
func (s *scan) quotes(at int) (n int) {
	start := s.lines.start(at)
	for _, c := range s.source[start:min(at, start+maxTarget)] {
		switch c {
		case '>':
			n++
		case ' ', '\t':
		default:
			return n
		}
	}
	return n
}

// beginsBlock tells a line, from its first byte on, that goes on with nothing of the lines above, which
// stand in so many quotations: their marks begin none.
func (s *scan) beginsBlock(at, quotes int) bool {
	line, _, whole := bytes.Cut(s.source[at:min(s.end, at+maxSpan)], []byte("\n"))
	text := bytes.TrimLeft(line, " \t\r")
	for ; quotes > 0 && len(text) > 0 && text[0] == '>'; quotes-- {
		text = bytes.TrimLeft(text[1:], " \t\r")
	}
	if len(text) == 0 {
		return whole
	}
	level, _ := atxHeading(string(text[:min(len(text), 8)]))
	return level > 0 || itemOpening(text) > 0 || text[0] == '|' || text[0] == '>'
}

// code keeps a code span, unless it is long or goes over several lines.
func (s *scan) code(text string, at int) {
	text = strings.TrimSpace(text)
	if text == "" || len(text) > maxCode || strings.Contains(text, "\n") || len(s.doc.Code) >= maxCodes {
		return
	}
	s.doc.Code = append(s.doc.Code, CodeSpan{Text: valid(text), Line: s.lines.at(at)})
}

// holdsBlankLine tells a stretch with a whole blank line in it, over which no code span goes.
func holdsBlankLine(text string) bool {
	for i := range len(text) {
		if text[i] == '\n' && blankLine(text[i+1:]) {
			return true
		}
	}
	return false
}

// blankLine tells that a text begins with a whole blank line.
func blankLine(text string) bool {
	for i := range len(text) {
		switch text[i] {
		case ' ', '\t', '\r':
		case '\n':
			return true
		default:
			return false
		}
	}
	return false
}

// angle reads an autolink, or passes over a tag or a comment.
func (s *scan) angle(at int) int {
	if s.has(at, "<!--") {
		if s.uncommented < s.end {
			if end := bytes.Index(s.source[at:s.end], []byte("-->")); end >= 0 {
				return at + end + 3
			}
			s.uncommented = s.end
		}
		return at + 4
	}
	end := bytes.IndexByte(s.source[at:min(s.end, at+maxTarget)], '>')
	if end < 2 || s.overBlock(at, at+end) {
		return at + 1
	}
	inner := string(s.source[at+1 : at+end])
	if isURL(inner) && !strings.ContainsAny(inner, " \t\n<") {
		s.add(Link{Kind: LinkURL, Target: inner, Text: inner, Start: at, End: at + end + 1, TargetStart: at + 1, TargetEnd: at + end})
		return at + end + 1
	}
	if (inner[0] == '/' || letter(inner[0])) && !strings.Contains(inner, "](") && !strings.ContainsAny(inner, "`") {
		s.attributes(at+1, at+end)
		return at + end + 1
	}
	return at + 1 // as in "a <b, see [x](y.md), c -> d"
}

// isURL tells a URL by its scheme.
func isURL(s string) bool {
	scheme, rest, ok := strings.Cut(s, ":")
	if !ok || len(scheme) < 2 || rest == "" || len(scheme) > 32 {
		return false
	}
	for i := range len(scheme) {
		c := scheme[i]
		if !(letter(c) || i > 0 && (c == '+' || c == '-' || c == '.' || alphanumeric(c))) {
			return false
		}
	}
	return strings.HasPrefix(rest, "//") || scheme == "mailto" || scheme == "tel" || scheme == "data" || scheme == "javascript" ||
		scheme == "doi" ||
		scheme == "urn"
}

// closeBracket ends the innermost open bracket: with a target or a known reference after it, it was a link.
func (s *scan) closeBracket(at int) int {
	if len(s.open) == 0 {
		return at + 1
	}
	b := s.open[len(s.open)-1]
	s.open = s.open[:len(s.open)-1]
	from := b.offset + 1
	if b.image {
		from++
	}
	raw := s.inner(from, at)
	text := plainInline(raw)
	if s.has(at+1, "(") {
		if t, end := s.target(at + 2); end > 0 {
			s.addTarget(b, text, t, end)
			return end
		}
	}
	label, end := text, at+1
	if s.has(at+1, "[") {
		if close := bytes.IndexByte(s.source[at+2:min(s.end, at+1000)], ']'); close >= 0 {
			if close > 0 {
				raw = string(s.source[at+2 : at+2+close])
			}
			end = at + 3 + close
		}
	}
	if d, ok := s.definitions[foldLabel(raw)]; ok && s.expanded <= max(len(s.source), maxExpanded) {
		s.expanded += d.end - d.start
		s.addTarget(b, label, d.span, end)
		return end
	}
	return at + 1
}

// inner is what stands between brackets, without the marks of a quotation that it goes on in.
func (s *scan) inner(from, to int) string {
	text := s.source[min(from, to):min(to, from+maxTarget)]
	if bytes.IndexByte(text, '\n') >= 0 && s.quotes(from) > 0 {
		text = withoutQuoteMarks(text)
	}
	return string(text)
}

// target reads "(destination "title")" from behind the parenthesis: the bytes of the destination,
// and the end of it all; 0 when it is none.
func (s *scan) target(at int) (span, int) {
	limit := min(s.end, at+maxTarget)
	for at < limit && (s.source[at] == ' ' || s.source[at] == '\t' || s.source[at] == '\n') {
		at++
	}
	t := span{at, at}
	if end := template(s.source[at:limit]); end > 0 {
		at += end
		t.end = at
	} else if at < limit && s.source[at] == '<' {
		t.start++
		for at++; at < limit && s.source[at] != '>' && s.source[at] != '\n'; at++ {
		}
		t.end = at
		at++
	} else {
		depth := 0
		for ; at < limit; at++ {
			c := s.source[at]
			if c == '\\' {
				at++
				continue
			}
			if c == '(' {
				depth++
			}
			if c == ')' {
				if depth == 0 {
					break
				}
				depth--
			}
			if c <= ' ' {
				break
			}
		}
		t.end = min(at, limit)
	}
	for ; at < limit; at++ {
		if s.source[at] == ')' {
			return t, at + 1
		}
		if c := s.source[at]; c == '"' || c == '\'' || c == '(' {
			if c == '(' {
				c = ')'
			}
			if end := bytes.IndexByte(s.source[at+1:limit], c); end >= 0 {
				at += end + 1
			}
		} else if c > ' ' {
			break
		}
	}
	return t, 0
}

// template is the length of a template such as Hugo's {{< ref "x.md" >}} and Jekyll's {% link x.md
// %} that a text begins with, 0 for none.
func template(text []byte) int {
	closing := ""
	switch {
	case bytes.HasPrefix(text, []byte("{{")):
		closing = "}}"
	case bytes.HasPrefix(text, []byte("{%")):
		closing = "%}"
	default:
		return 0
	}
	line, _, _ := bytes.Cut(text, []byte("\n"))
	if inner, _, ok := bytes.Cut(line, []byte(closing)); ok {
		return len(inner) + len(closing)
	}
	return 0
}

// addTarget adds a markdown link whose destination stands at t.
func (s *scan) addTarget(b bracket, text string, t span, end int) {
	raw := string(s.source[t.start:t.end])
	path, fragment, _ := strings.Cut(raw, "#")
	if template(s.source[t.start:t.end]) > 0 {
		fragment, _, _ = strings.Cut(fragment, "\"")
		if quote := strings.IndexByte(path, '"'); quote == len(path)-1 && fragment != "" {
			path = "" // {{< ref "#here" >}}
		}
	}
	l := Link{
		Kind:        LinkMarkdown,
		Target:      unescape(path),
		Fragment:    unescape(fragment),
		Text:        text,
		Image:       b.image,
		Start:       b.offset,
		End:         end,
		TargetStart: t.start,
		TargetEnd:   t.start + len(path),
	}
	switch {
	case strings.HasPrefix(raw, "memory://"):
		l.Kind, l.Target = LinkWiki, strings.TrimPrefix(l.Target, "memory://")
	case isURL(raw):
		l.Kind = LinkURL
	}
	s.add(l)
}

// unescape drops the backslashes before signs and decodes percent escapes; what cannot be decoded stays.
func unescape(s string) string {
	if strings.IndexByte(s, '\\') >= 0 {
		s = string(util.UnescapePunctuations([]byte(s)))
	}
	if u, err := url.PathUnescape(s); err == nil {
		return u
	}
	return s
}

// add stores a link with its place.
func (s *scan) add(l Link) {
	if len(s.doc.Links) >= maxLinks {
		return
	}
	l.Line, l.Col = s.lines.position(l.Start)
	l.Section = s.sectionAt(l.Start)
	l.Text, l.Target, l.Fragment = valid(l.Text), valid(l.Target), valid(l.Fragment)
	s.doc.Links = append(s.doc.Links, l)
}

// valid puts one U+FFFD in the place of each run of bytes that are no UTF-8.
func valid(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// sectionAt is the innermost section that holds a place: the last one that begins before it.
func (s *scan) sectionAt(at int) int {
	sections := s.doc.Sections
	if s.section >= len(sections) || s.section > 0 && sections[s.section].Span.Start > at {
		s.section = 0
	}
	for s.section+1 < len(sections) && sections[s.section+1].Span.Start <= at {
		s.section++
	}
	if len(sections) == 0 {
		return -1
	}
	return s.section
}
