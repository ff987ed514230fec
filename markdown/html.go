package markdown

import (
	"bytes"
	"html"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// boxed reports whether the indented text whose first line begins at a byte is the body of a box or a tab of
// MkDocs ("!!! note", "??? tip", "=== \"Linux\""), which is no code. Between two indented blocks stands a line
// that is not: what is looked at once is not looked at again.
func (p *parse) boxed(start int) bool {
	depth := func(at int) int {
		line := p.source[at:p.lineEnd(at)]
		return columns(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
	}
	indent := depth(start)
	for at := start; at > p.body; {
		at = p.lines.start(at - 1)
		line := bytes.TrimSpace(p.source[at:p.lineEnd(at)])
		if len(line) == 0 || depth(at) >= indent {
			continue
		}
		line = bytes.TrimLeft(line[itemOpening(line):], " \t")
		for _, mark := range [...]string{"!!! ", "??? ", "???+ ", "=== ", "!!!+ "} {
			if bytes.HasPrefix(line, []byte(mark)) {
				return true
			}
		}
		return false
	}
	return false
}

// heading is one of HTML, with what it says.
var htmlHeading = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?is)<h([1-6])\b[^<>]*>(.*?)</h[1-6]\s*>`) })

// htmlHeadings keeps the headings of a block of HTML: GitHub gives them anchors, too.
func (p *parse) htmlHeadings(s span) {
	text := p.source[s.start:s.end]
	if !bytes.Contains(text, []byte("</h")) && !bytes.Contains(text, []byte("</H")) {
		return
	}
	for _, m := range htmlHeading().FindAllSubmatchIndex(text, maxTitleTags) {
		heading := html.UnescapeString(plainInline(strings.Join(strings.Fields(string(text[m[4]:m[5]])), " ")))
		p.nested = append(p.nested, block{span: span{start: s.start + m[0]}, raw: heading})
	}
}

// readHTML reads the tags of a block of HTML; comments and scripts are passed over.
func (s *scan) readHTML(at, end int) {
	for s.end = end; at < end; {
		n := bytes.IndexByte(s.source[at:end], '<')
		if n < 0 {
			return
		}
		at += n
		for _, pair := range [...][2]string{{"<!--", "-->"}, {"<script", "</script"}, {"<style", "</style"}} {
			if !s.has(at, pair[0]) {
				continue
			}
			n := bytes.Index(s.source[at:end], []byte(pair[1]))
			if n < 0 {
				return
			}
			at += n
		}
		at++
		if close := bytes.IndexByte(s.source[at:min(end, at+maxTarget)], '>'); close > 0 {
			s.attributes(at, at+close)
		}
	}
}

// readBadges passes over what stands for nobody's work in the list that all-contributors keeps: "#maintenance-name".
func (p *parse) readBadges() {
	start := bytes.Index(p.source, []byte("<!-- ALL-CONTRIBUTORS-LIST:START"))
	end := bytes.Index(p.source, []byte("<!-- ALL-CONTRIBUTORS-LIST:END"))
	if start >= 0 && end > start {
		p.doc.Links = slices.DeleteFunc(p.doc.Links, func(l Link) bool { return l.Target == "" && start < l.Start && l.Start < end })
	}
}

// attributes reads a tag, whose inside is given: where it leads (href, src), and what fragments know it by (id,
// the name of an <a>).
func (s *scan) attributes(at, end int) {
	element, _, _ := bytes.Cut(s.source[at:end], []byte(" "))
	from := at - 1
	for {
		n := bytes.IndexByte(s.source[at:end], '=')
		if n < 0 {
			return
		}
		key := bytes.TrimRight(s.source[at:at+n], " \t\n")
		key = key[bytes.LastIndexAny(key, " \t\n\"'")+1:]
		for at += n + 1; at < end && (s.source[at] == ' ' || s.source[at] == '\n'); at++ {
		}
		value, next := attributeValue(s.source, at, end)
		at = next
		switch key := strings.ToLower(string(key)); {
		case value.end <= value.start:
		case key == "id", key == "name" && strings.EqualFold(string(element), "a"):
			s.addAnchor(html.UnescapeString(string(s.source[value.start:value.end])), from)
		case key == "href", key == "src", key == "to" && string(element) == "Link":
			s.addTarget(bracket{from, key == "src"}, "", value, end+1)
		}
	}
}

// attributeValue is the value of an attribute at a byte, without its quotes, and where it ends; one that is
// computed, as in JSX, is empty.
func attributeValue(source []byte, at, end int) (value span, next int) {
	if at < end && (source[at] == '"' || source[at] == '\'') {
		n := bytes.IndexByte(source[at+1:end], source[at])
		if n < 0 {
			return span{}, end
		}
		return span{at + 1, at + 1 + n}, at + n + 2
	}
	next = at
	for next < end && source[next] > ' ' && source[next] != '/' && source[next] != '{' {
		next++
	}
	return span{at, next}, max(next, min(at+1, end))
}

// directiveLabel is where a directive of MyST, or a formula, is given a name.
var directiveLabel = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("(?m)^[ \\t>]*(?::(?:name|label):|[:`]{3,}[ \\t]*\\{figure-md\\}|\\$\\$[ \\t]*\\()[ \\t]*([^\\s()]+)")
})

// readLabels keeps the names that directives of MyST are given, those of code blocks as well.
func (p *parse) readLabels() {
	for _, sign := range [...]string{":name:", ":label:", "{figure-md}", "$$"} {
		if bytes.Contains(p.source, []byte(sign)) {
			for _, m := range directiveLabel().FindAllSubmatchIndex(p.source, maxAnchors) {
				p.addAnchor(string(p.source[m[2]:m[3]]), m[0])
			}
			return
		}
	}
}
