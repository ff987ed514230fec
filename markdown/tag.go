package markdown

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const maxTags = 500 // of a document

// tag reads #tag: letters, digits, '_', '-' and '/', at least one no digit, at the beginning of a word.
func (s *scan) tag(at int) int {
	end, letter := at+1, false
	for end < at+200 {
		r, size := utf8.DecodeRune(s.source[end:s.end])
		if !(r == '_' || r == '-' || r == '/' || unicode.IsDigit(r) || unicode.IsLetter(r)) || r == utf8.RuneError {
			break
		}
		letter = letter || !unicode.IsDigit(r) && r != '/' && r != '-' && r != '_'
		end += size
	}
	if !letter || at > 0 && !tagBoundary(s.source[at-1]) {
		return max(end, at+1)
	}
	name := strings.ToLower(strings.Trim(string(s.source[at+1:end]), "/-"))
	if name != "" && !isColour(name) && !s.tags[name] && len(s.tags) < maxTags {
		s.tags[name] = true
		s.doc.Tags = append(s.doc.Tags, name)
	}
	return end
}

// isColour reports whether a tag is six or eight hexadecimal digits, one of 0 to 9 among them; three may be a word, as "e2e" is.
func isColour(name string) bool {
	return (len(name) == 6 || len(name) == 8) && strings.Trim(name, "0123456789abcdef") == "" &&
		strings.ContainsAny(name, "0123456789")
}

// tagBoundary tells what may stand before a tag: behind other bytes, as in "a#b", "#" opens none.
func tagBoundary(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ',' }

// observation reads a basic-memory list item: "- [category] text #tag (context)". Task boxes and
// links are none.
func observation(line string) (Observation, bool) {
	line = strings.TrimLeft(line, " \t")
	if !strings.HasPrefix(line, "- [") && !strings.HasPrefix(line, "* [") {
		return Observation{}, false
	}
	category, rest, ok := strings.Cut(line[3:], "]")
	rest = strings.TrimSpace(rest)
	if !ok || len(category) < 2 || strings.ContainsAny(category, "[]()") || rest == "" || rest[0] == '(' || rest[0] == '[' ||
		rest[0] == ':' ||
		!strings.ContainsFunc(category, unicode.IsLetter) {
		return Observation{}, false
	}
	o := Observation{Category: valid(strings.TrimSpace(category))}
	if strings.HasSuffix(rest, ")") {
		if open := strings.LastIndexByte(rest, '('); open > 0 && rest[open-1] == ' ' {
			o.Context = valid(rest[open+1 : len(rest)-1])
			rest = strings.TrimSpace(rest[:open])
		}
	}
	var words []string
	for _, w := range strings.Fields(rest) {
		if len(w) > 1 && w[0] == '#' {
			o.Tags = append(o.Tags, valid(strings.ToLower(w[1:])))
			continue
		}
		words = append(words, w)
	}
	o.Text = valid(strings.Join(words, " "))
	return o, true
}
