package stale

import (
	"bytes"
	"strings"

	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/text/stem"
)

// rewritten is the share of a symbol's words that differ, from which on it is another symbol: whatever a
// note says of it is to be looked at.
const rewritten = 0.5

// detailed is how many names of what a symbol is made of a note gives where it speaks of all of it.
const detailed = 2

// said is what a note says where it cites a symbol: names of code, and the words of prose.
type said struct {
	names map[string]bool // whole: those in code spans, and those that are no words of prose
	words map[string]bool // stems, also of the parts of names
}

// saidOf reads what a note says of a symbol: the names in the parts of sections, from heading to heading, that
// name it, and the words in those paragraphs; all of the note for line 0, where it is cited in the front matter.
func saidOf(source []byte, line int, symbol string) *said {
	doc := notes.Document(source)
	lines := bytes.Split(source, []byte("\n"))
	heads := map[int]bool{} // lines
	for _, s := range doc.Sections {
		heads[s.Span.StartLine-1] = true
	}
	spans := map[int][]string{}
	for _, c := range doc.Code {
		spans[c.Line-1] = append(spans[c.Line-1], c.Text)
	}
	last := []byte(symbol[strings.LastIndexByte(symbol, '.')+1:])
	out, read := &said{map[string]bool{}, map[string]bool{}}, map[[2]int]bool{}
	for i := bytes.Count(source[:doc.FrontMatter.Span.End], []byte("\n")); i < len(lines); i++ {
		names := line == 0 || i == line-1
		if !names && bytes.Contains(lines[i], last) {
			eachWord(lines[i], func(name []byte) { names = names || bytes.Equal(name, last) })
		}
		if !names {
			continue
		}
		for kind, piece := range [2][2]int{part(lines, i, heads), paragraph(lines, i)} {
			key := [2]int{piece[0], kind}
			if read[key] {
				continue
			}
			read[key] = true
			for at := piece[0]; at < piece[1]; at++ {
				if kind == 0 {
					out.takeNames(lines[at], spans[at])
				} else {
					eachWord(lines[at], func(name []byte) { eachPart(name, func(word string) { out.words[word] = true }) })
				}
			}
		}
	}
	return out
}

// takeNames adds the names of code on a line: those that are no words of prose, and those in its code spans.
func (s *said) takeNames(line []byte, spans []string) {
	eachWord(line, func(name []byte) {
		if isName(string(name)) {
			s.names[string(name)] = true
		}
	})
	for _, text := range spans {
		eachWord([]byte(text), func(name []byte) {
			if len(name) >= 3 && !everyday(strings.ToLower(string(name))) {
				s.names[string(name)] = true
			}
		})
	}
}

// part is the lines around one from a heading to the next.
func part(lines [][]byte, at int, heads map[int]bool) [2]int {
	begin, end := at, at+1
	for begin > 0 && !heads[begin] {
		begin--
	}
	for end < len(lines) && !heads[end] {
		end++
	}
	return [2]int{begin, end}
}

// paragraph is the lines around one up to empty ones, and where a colon ends it what stands behind, too.
func paragraph(lines [][]byte, at int) [2]int {
	empty := func(i int) bool { return i < 0 || i >= len(lines) || len(bytes.TrimSpace(lines[i])) == 0 }
	begin, end := at, at
	for !empty(begin - 1) {
		begin--
	}
	for more := true; more; {
		for !empty(end) {
			end++
		}
		more = end > begin && end < len(lines)-1 && bytes.HasSuffix(bytes.TrimSpace(lines[end-1]), []byte(":"))
		for more && empty(end) && end < len(lines) {
			end++
		}
	}
	return [2]int{begin, end}
}

// eachWord calls f for every run of letters, digits and underscores.
func eachWord(text []byte, f func(name []byte)) {
	for i := 0; i < len(text); {
		if !code.InName(text[i]) {
			i++
			continue
		}
		end := i
		for end < len(text) && code.InName(text[end]) {
			end++
		}
		f(text[i:end])
		i = end
	}
}

// eachPart calls f for the stems of the words that a name is made of: parse and tree of parseTrees. Numbers
// are words too, short words and those of programming languages are none.
func eachPart(name []byte, f func(part string)) {
	for len(name) > 0 {
		end := 1
		for end < len(name) && !partBegins(name, end) {
			end++
		}
		part := strings.ToLower(strings.Trim(string(name[:end]), "_"))
		name = name[end:]
		if n := spelled(part); n != "" {
			part = n
		}
		if digit := part != "" && '0' <= part[0] && part[0] <= '9'; digit || len(part) >= 3 && !everyday(part) {
			f(stem.Porter(part))
		}
	}
}

// partBegins tells whether a word of a name begins at a place: behind an underscore, at a capital behind a
// small letter or before two, at a digit.
func partBegins(name []byte, at int) bool {
	upper := func(i int) bool { return 'A' <= name[i] && name[i] <= 'Z' }
	digit := func(i int) bool { return '0' <= name[i] && name[i] <= '9' }
	return name[at-1] == '_' && name[at] != '_' || upper(at) && (!upper(at-1) || at+2 < len(name) && !upper(at+1) && name[at+1] != '_') ||
		digit(at) != digit(at-1)
}

// spelled is the number that a word stands for, "" for none.
func spelled(word string) string {
	switch word {
	case "one", "once":
		return "1"
	case "two", "twice", "both":
		return "2"
	case "three":
		return "3"
	case "four":
		return "4"
	case "five":
		return "5"
	case "ten":
		return "10"
	}
	return ""
}

// everyday tells words that programs of every kind are made of.
func everyday(word string) bool {
	switch word {
	case "new", "get", "set", "let", "var", "for", "and", "the", "not", "are", "can", "you", "all", "but", "has", "was", "its", "our",
		"may", "use", "pub", "mut", "ref", "int", "err", "str", "def", "end", "add", "any", "how", "out", "via", "etc", "per", "too",
		"now", "try", "obj", "arg", "len", "map", "res",
		"return", "self", "this", "const", "func", "function", "struct", "class", "import", "public", "private", "static", "void",
		"else", "while", "match", "break", "continue", "async", "await", "with", "from", "type", "string",
		"bool", "boolean", "error", "where", "some", "that", "when", "then", "crate", "impl", "enum", "trait", "interface",
		"extends", "export", "default", "case", "switch", "throw", "catch", "finally", "yield", "lambda", "pass", "raise", "except",
		"value", "name", "item", "data", "code", "have", "will", "which", "these", "there", "their", "does", "also", "only", "should":
		return true
	}
	return false
}

// concerned reports whether what changed in a symbol touches what a note says of it:
//   - a line that differs has a name of code that the note gives, too,
//   - words came or went that the note uses,
//   - the symbol is a type, and the note lists of what it consists, so that any part of it counts,
//   - it was written anew,
//   - or nothing that the note says is found in it, as in a note of another language than the code's.
//
// A new layout of the same text is no change. What the note says is not known where s is nil.
func (s *said) concerned(symbol string, isType bool, old, now []byte) bool {
	if bytes.Equal(squeezed(old), squeezed(now)) {
		return false
	}
	gone, came := differing(old, now)
	if s == nil || isType && s.named(symbol, old) >= detailed || s.named(symbol, bytes.Join(append(gone, came...), []byte("\n"))) > 0 {
		return true
	}
	before, moved := wordsOf(nil, old, 1), wordsOf(wordsOf(nil, old, -1), now, 1)
	if float64(sizeOf(moved)) >= rewritten*float64(sizeOf(before)+sizeOf(wordsOf(nil, now, 1))) {
		return true
	}
	if sizeOf(moved) == 0 { // other operators: of whatever stands beside them
		moved = wordsOf(nil, bytes.Join(append(gone, came...), []byte("\n")), 1)
	}
	eachPart([]byte(symbol), func(part string) {
		delete(before, part)
		delete(moved, part)
	})
	return s.uses(moved) || !s.uses(before) && s.named(symbol, old) == 0
}

// uses reports whether one of some counted words is said.
func (s *said) uses(words map[string]int) bool {
	for word, n := range words {
		if n != 0 && s.words[word] {
			return true
		}
	}
	return false
}

// wordsOf adds how often each word stands in some code, times a number, to what was counted before.
func wordsOf(words map[string]int, source []byte, times int) map[string]int {
	if words == nil {
		words = map[string]int{}
	}
	eachWord(source, func(name []byte) { eachPart(name, func(part string) { words[part] += times }) })
	return words
}

// sizeOf is how many words were counted, those that went as much as those that came.
func sizeOf(words map[string]int) (n int) {
	for _, times := range words {
		n += max(times, -times)
	}
	return n
}

// named counts the names in some code that the note gives as such, but for a symbol's own.
func (s *said) named(symbol string, source []byte) int {
	seen := map[string]struct{}{}
	for part := range strings.SplitSeq(symbol, ".") {
		seen[part] = struct{}{}
	}
	own := len(seen)
	eachWord(source, func(name []byte) {
		if s.names[string(name)] {
			seen[string(name)] = struct{}{}
		}
	})
	return len(seen) - own
}

// squeezed is a text without what bagOf passes over, and without ends of lines.
func squeezed(text []byte) []byte {
	return bytes.Map(func(c rune) rune {
		if c < 0x80 && strings.IndexByte("\n \t\r\v\f\"'`,;()[]{}", byte(c)) >= 0 {
			return -1
		}
		return c
	}, text)
}

// differing returns the lines that only one of two texts has: see lineBag.
func differing(old, now []byte) (gone, came [][]byte) {
	count := map[uint64]int{}
	key := func(line []byte) (uint64, bool) {
		bag := bagOf(line)
		if len(bag) == 0 {
			return 0, false
		}
		return bag[0], true
	}
	for line := range bytes.SplitSeq(now, []byte("\n")) {
		if k, ok := key(line); ok {
			count[k]++
		}
	}
	for line := range bytes.SplitSeq(old, []byte("\n")) {
		if k, ok := key(line); ok {
			if count[k]--; count[k] < 0 {
				gone = append(gone, line)
				count[k] = 0
			}
		}
	}
	for line := range bytes.SplitSeq(now, []byte("\n")) {
		if k, ok := key(line); ok && count[k] > 0 {
			came = append(came, line)
			count[k]--
		}
	}
	return gone, came
}
