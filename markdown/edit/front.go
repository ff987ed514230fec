package edit

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/9aea2451/kb/markdown"
)

// front is the front matter of a source.
type front struct {
	source     []byte
	toml       bool
	start, end int    // bytes between the fences; equal where there is no front matter
	missing    bool   // there is none
	eol        string // of the file
	fields     []field
}

// field is a top-level key with the bytes of its lines.
type field struct {
	markdown.Field
	start int // of the key's line
	value int // first byte of the value; the end of the key's line where there is none
	end   int // after the last line that belongs to the value
}

// open finds the parts of the front matter.
func open(source []byte) (*front, error) {
	doc := markdown.Head(source)
	f := &front{source: source, toml: doc.FrontMatter.Format == "toml", eol: lineEnd(source)}
	if doc.FrontMatter.Format == "" {
		if err := unread(source); err != nil {
			return nil, err
		}
		f.missing = true
		if bytes.HasPrefix(source, []byte("\xef\xbb\xbf")) {
			f.start, f.end = 3, 3
		}
		return f, nil
	}
	for _, p := range doc.Problems {
		return nil, &refusal{p.Line, p.Col, p.Message}
	}
	span := doc.FrontMatter.Span
	f.start = span.Start + lineLength(source[span.Start:])
	f.end = lastLine(source[:span.End])
	data := source[:f.end]
	lines := []int{0}
	for i, c := range data {
		if c == '\n' {
			lines = append(lines, i+1)
		}
	}
	for i, fd := range doc.FrontMatter.Fields {
		if fd.Line < 1 || fd.Line > len(lines) || lines[fd.Line-1] < f.start {
			return nil, &refusal{max(fd.Line, 1), 1, "this line is written in an unusual way"}
		}
		at := field{Field: fd, start: lines[fd.Line-1], end: f.end}
		if i+1 < len(doc.FrontMatter.Fields) {
			next := doc.FrontMatter.Fields[i+1].Line
			if next <= fd.Line || next > len(lines) {
				return nil, &refusal{fd.Line, 1, "this line holds several keys"}
			}
			at.end = lines[next-1]
		}
		if f.toml {
			at.end = min(at.end, f.tableAfter(at.start))
		}
		f.place(&at, lines)
		f.fields = append(f.fields, at)
	}
	return f, nil
}

// unread refuses metadata at the head of a source that the parser takes for text: a block above it
// would be a second one, and for other programs the only one.
func unread(source []byte) error {
	at := len(regexp.MustCompile(`^(?:\x{FEFF}|\s|(?s:<!--.*?-->))*`).Find(source))
	head := source[at : at+lineLength(source[at:])]
	body := source[at+len(head):]
	fence := string(bytes.TrimSpace(head))
	reason := ""
	switch word := strings.Trim(fence, "-+ "); {
	case regexp.MustCompile(`^(?:(?:;;;|[-+]{3,} ?(?:yaml|toml|json))\s|\{\s*["}])`).Match(source[at:]):
		reason = "kb does not read this form: write it as YAML between two lines ---"
	case word != "" || len(fence) < 3:
		return nil
	default:
		doc := markdown.Head(append([]byte(fence[:3]+"\n"), body...))
		first := string(body[:lineLength(body)])
		switch closed := doc.FrontMatter.Format != ""; {
		case len(doc.FrontMatter.Fields) > 0:
			reason = "it begins on the first line: remove what stands before it, and further dashes"
		case !closed && (len(doc.Problems) > 0 && doc.Problems[0].Line == 1 || fence[0] == '+' && strings.Contains(first, "=")):
			reason = "it is not closed: end it with a line " + fence[:3]
		default:
			return nil // a rule
		}
	}
	return &refusal{1 + bytes.Count(source[:at], []byte("\n")), 1, reason}
}

// tableAfter is where the next table of a TOML block begins: what follows belongs to it.
func (f *front) tableAfter(from int) int {
	for at := from + lineLength(f.source[from:]); at < f.end; at += lineLength(f.source[at:]) {
		if bytes.HasPrefix(bytes.TrimLeft(f.source[at:f.end], " \t"), []byte("[")) {
			return at
		}
	}
	return f.end
}

// place finds where the value begins, and leaves the comments and blank lines behind it to what follows.
func (f *front) place(at *field, lines []int) {
	if at.ValueLine >= 1 && at.ValueLine <= len(lines) && at.Value != nil {
		at.value = min(lines[at.ValueLine-1]+at.ValueCol-1, at.end)
	} else {
		at.value = at.start + len(bytes.TrimRight(f.source[at.start:at.start+lineLength(f.source[at.start:])], "\r\n"))
	}
	content := 0 // indentation below which a line with # is a comment of a block scalar's surroundings
	if at.value < len(f.source) && (f.source[at.value] == '|' || f.source[at.value] == '>') {
		content = 1
	}
	for at.end > at.start {
		last := lastLine(f.source[:at.end])
		text := strings.TrimRight(string(f.source[last:at.end]), " \t\r\n")
		trimmed := strings.TrimLeft(text, " \t")
		if last <= at.start || trimmed != "" && !(strings.HasPrefix(trimmed, "#") && (content == 0 || len(text) == len(trimmed))) {
			return
		}
		if trimmed == "" && content == 1 {
			// Blank lines at the end of a block scalar are of it only where it keeps them.
			if head := f.source[at.value:min(at.value+3, at.end)]; bytes.ContainsRune(head, '+') {
				return
			}
		}
		at.end = last
	}
}

// field returns a key, nil when it is not there.
func (f *front) field(key string) *field {
	for i := range f.fields {
		if strings.EqualFold(f.fields[i].Key, key) {
			return &f.fields[i]
		}
	}
	return nil
}

// splice puts text in the place of the bytes from start to end.
func (f *front) splice(start, end int, text string) []byte {
	out := make([]byte, 0, len(f.source)+len(text))
	out = append(out, f.source[:start]...)
	out = append(out, text...)
	return append(out, f.source[end:]...)
}

// lineEnd is how the lines of a source end: as the first one does.
func lineEnd(source []byte) string {
	if i := bytes.IndexByte(source, '\n'); i > 0 && source[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// lineLength is the length of the first line, with its end.
func lineLength(data []byte) int {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i + 1
	}
	return len(data)
}

// lastLine is where the last line begins; a line end at the very end belongs to it.
func lastLine(data []byte) int {
	return bytes.LastIndexByte(bytes.TrimSuffix(data, []byte("\n")), '\n') + 1
}
