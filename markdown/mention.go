package markdown

import (
	"bytes"
	"strings"
)

// pathByte holds for the bytes of bare paths and URLs.
func pathByte(c byte) bool {
	switch c {
	case '_', '.', '/', '-':
		return true
	}
	return wordByte(c)
}

// word reads a bare URL or path at the beginning of a word, and passes over anything else.
func (s *scan) word(at int) int {
	if s.has(at, "http://") || s.has(at, "https://") || s.has(at, "memory://") {
		return s.bareURL(at)
	}
	end, slash := at, false
	for end < s.end && pathByte(s.source[end]) {
		slash = slash || s.source[end] == '/'
		end++
	}
	if end < s.end && s.source[end] == ':' && s.has(end, "://") {
		return s.bareURL(at)
	}
	word := strings.TrimRight(string(s.source[at:min(end, at+300)]), ".-/")
	if !mention(word, slash) || end-at > 300 || len(s.open) > 0 || end < s.end && (s.source[end] == '@' || s.source[end] == '(') ||
		at > 0 && strings.IndexByte("@:#=~$", s.source[at-1]) >= 0 {
		return end
	}
	s.add(Link{Kind: LinkMention, Target: word, Text: word, Start: at, End: at + len(word), TargetStart: at, TargetEnd: at + len(word)})
	return end
}

// mention tells a path that may name a note: folders of words, or a markdown file.
func mention(word string, slash bool) bool {
	if strings.HasSuffix(word, ".md") || strings.HasSuffix(word, ".markdown") || strings.HasSuffix(word, ".mdx") {
		return len(word) > 3 && word[0] != '.' || strings.HasPrefix(word, "./") || strings.HasPrefix(word, "../")
	}
	if !slash || word == "" || word[0] == '/' || word[0] == '.' || strings.Contains(word, "//") || strings.Count(word, "/") > 8 {
		return false
	}
	for part := range strings.SplitSeq(word, "/") {
		if len(part) < 2 || !strings.ContainsAny(strings.ToLower(part), "abcdefghijklmnopqrstuvwxyz") {
			return false
		}
	}
	return !strings.Contains(word, ".")
}

// bareURL is where an address in running text ends. A bracket belongs to it only where it was
// opened within.
func (s *scan) bareURL(at int) int {
	end := at
	for end < s.end && end < at+maxTarget && s.source[end] > ' ' && strings.IndexByte("<>\"`|", s.source[end]) < 0 {
		if s.source[end] == ')' || s.source[end] == ']' {
			if open := strings.Count(string(s.source[at:end]), "("); s.source[end] == ']' ||
				open <= strings.Count(string(s.source[at:end]), ")") {
				break
			}
		}
		end++
	}
	raw := strings.TrimRight(string(s.source[at:end]), ".,;:!?'*_")
	if rest, ok := strings.CutPrefix(raw, "memory://"); ok && rest != "" {
		s.add(Link{Kind: LinkWiki, Target: rest, Start: at, End: at + len(raw), TargetStart: at + 9, TargetEnd: at + len(raw)})
	} else if !ok && len(raw) > len("https://") {
		s.add(Link{Kind: LinkURL, Target: raw, Text: raw, Start: at, End: at + len(raw), TargetStart: at, TargetEnd: at + len(raw)})
	}
	return max(end, at+1)
}

// lineStart reads what only the beginning of a line can be: "Refs: a, b" and "- [category] text".
func (s *scan) lineStart(at, stop int) {
	line := strings.TrimRight(string(s.source[at:min(stop, at+maxSpan)]), " \t\r\n")
	trimmed := strings.TrimLeft(line, " \t>*_-")
	if len(trimmed) > 5 && strings.EqualFold(trimmed[:5], "refs:") {
		s.refs(at+len(line)-len(trimmed)+5, at+len(line))
	}
	if label, ok := strings.CutSuffix(trimmed, ")="); ok && label != "" && trimmed[0] == '(' { // a target of MyST
		s.addAnchor(label[1:], at)
	}
	if strings.HasPrefix(line, ": ") && at > 0 { // what a term means, which Hugo gives an anchor
		before := s.source[s.lines.start(at-1) : at-1]
		if blank(before) && at > 1 {
			before = s.source[s.lines.start(at-2):max(at-2, 0)]
		}
		if !bytes.HasPrefix(before, []byte(": ")) {
			name := Anchor(plainInline(string(before)))
			s.addAnchor(name, at)
			s.addAnchor(name+"-1", at) // where a heading says the same
		}
	}
	if tab, ok := strings.CutPrefix(trimmed, `=== "`); ok && strings.HasSuffix(tab, `"`) { // of Material for MkDocs
		if icon, rest, ok := strings.Cut(tab, ": "); ok && strings.HasPrefix(icon, ":") {
			tab = rest
		}
		name := Anchor(strings.TrimSuffix(tab, `"`))
		s.addAnchor(name, at)
		if i := s.sectionAt(at); i >= 0 {
			s.addAnchor(s.doc.Sections[i].Anchor+"-"+name, at)
		}
	}
	if id := idOfBlock([]byte(line)); id != nil {
		s.addAnchor("^"+string(id), at)
	}
	if o, ok := observation(line); ok {
		o.Line = s.lines.at(at)
		s.doc.Observations = append(s.doc.Observations, o)
	}
}

// refs reads the names of a "Refs:" line.
func (s *scan) refs(at, end int) {
	for part := range strings.SplitSeq(string(s.source[at:end]), ",") {
		name := strings.Trim(part, " \t*_`.")
		if name != "" && !strings.ContainsAny(name, "[]()<>#") && !isURL(name) && len(name) < 200 {
			from := at + strings.Index(part, name)
			s.add(Link{
				Kind:        LinkRef,
				Target:      name,
				Text:        name,
				Start:       from,
				End:         from + len(name),
				TargetStart: from,
				TargetEnd:   from + len(name),
			})
		}
		at += len(part) + 1
	}
}
