// Package adr writes decision records in the form of their log: where a record has its status, how it names
// another, and what a new one looks like. The logs are those of adr-tools, MADR, log4brains, Backlog.md and
// whatever a team has made of them.
package adr

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/markdown/edit"
)

// Record is a decision record as it stands in its file.
type Record struct {
	Path   string
	Source []byte
	doc    *markdown.Document
	header []kb.HeaderLine
}

// Read reads the file of a note as a record. It is nil for what is none, and for one in the form of kb itself: a
// decision in .memory, or one whose front matter gives its kind.
func Read(n *kb.Note, source []byte) *Record {
	r := At(n.Path, source)
	if _, own := r.doc.FrontMatter.Get("kind"); own || n.Kind != "decision" || strings.HasPrefix(n.Path, ".memory/") {
		return nil
	}
	return r
}

// At is Read without a look at what the note is.
func At(file string, source []byte) *Record {
	r := &Record{Path: file, Source: source, doc: notes.Document(source)}
	if _, err := edit.Unset(source, "status"); err == nil { // else a front matter that is not read stands there
		r.header = kb.Header(r.doc, source)
	}
	return r
}

// With is the record with other bytes.
func (r *Record) With(source []byte) *Record { return At(r.Path, source) }

// Fronted reports whether the record has a front matter.
func (r *Record) Fronted() bool { return r.doc.FrontMatter.Format != "" }

// has reports whether a key stands in the front matter.
func (r *Record) has(key string) bool {
	_, ok := r.doc.FrontMatter.Get(key)
	return ok
}

// line finds a line of the header by its key in lower case.
func (r *Record) line(key string) *kb.HeaderLine {
	for i := range r.header {
		if strings.EqualFold(strings.ReplaceAll(r.header[i].Key, " ", "_"), strings.ReplaceAll(key, " ", "_")) {
			return &r.header[i]
		}
	}
	return nil
}

// place is where a record says its status.
type place int

const (
	nowhere place = iota
	inFront
	inHeader
	inSection
)

// place returns where the record says its status, or is to.
func (r *Record) place() place {
	switch {
	case r.has("status"):
		return inFront
	case r.line("status") != nil:
		return inHeader
	case kb.StatusSection(r.doc) != nil:
		return inSection
	case r.Fronted():
		return inFront
	}
	return nowhere
}

// Says reports whether a line of the header, and no front matter, gives the key, and what.
func (r *Record) Says(key string) (value string, ok bool) {
	if line := r.line(key); line != nil && !r.has(key) {
		return line.Value, true
	}
	return "", false
}

// Set changes the value of a key that the record says in its own place: the front matter, a line of its header,
// the section of the status. ok is false where it has no such place.
func (r *Record) Set(key, value string) (out []byte, ok bool, err error) {
	line := r.line(key)
	switch {
	case r.has(key):
		out, err = edit.Set(r.Source, key, value)
		return out, true, err
	case line != nil:
		return r.splice(line.Start, line.End, like(line.Value, value)), true, nil
	case key == "status" && kb.StatusSection(r.doc) != nil:
		return r.setSection(value), true, nil
	}
	return r.Source, false, nil
}

// SetStatus is Set of the status, which a record that has none gets: in its front matter, else as a section.
func (r *Record) SetStatus(value string) ([]byte, error) {
	out, ok, err := r.Set("status", value)
	switch {
	case ok:
		return out, err
	case r.Fronted():
		return edit.Set(r.Source, "status", value)
	}
	return r.addSection(value), nil
}

// Drop takes a key out of the header.
func (r *Record) Drop(key string) []byte {
	line := r.line(key)
	start := bytes.LastIndexByte(r.Source[:line.Start], '\n') + 1
	return r.splice(start, lineEnd(r.Source, line.End), "")
}

// splice puts a text in the place of some bytes.
func (r *Record) splice(start, end int, text string) []byte {
	return slices.Concat(r.Source[:start], []byte(text), r.Source[end:])
}

// eol returns how the lines of the record end.
func (r *Record) eol() string {
	if bytes.Contains(r.Source, []byte("\r\n")) {
		return "\r\n"
	}
	return "\n"
}

// like writes a value as an earlier one stood there: with its capital and, around a bare word, its marks.
func like(old, value string) string {
	word := strings.TrimLeftFunc(old, func(r rune) bool { return !unicode.IsLetter(r) })
	if first, _ := utf8.DecodeRuneInString(word); unicode.IsUpper(first) {
		value = capital(value)
	}
	for _, mark := range []string{"**", "__", "*", "_", "`"} {
		if inner := strings.TrimSuffix(strings.TrimPrefix(old, mark), mark); len(inner)+2*len(mark) == len(old) &&
			!strings.Contains(value, "](") && inner != "" {
			return mark + value + mark
		}
	}
	return value
}

// capital begins a text with a capital.
func capital(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}

// setSection writes the section of the status anew: what it says of the state goes, and what relates it to other
// records stays, unless it is that one of them has taken its place.
func (r *Record) setSection(value string) []byte {
	lines, start, end := r.sectionLines()
	if head, inline, ok := strings.Cut(strings.TrimSpace(lines[0]), ":"); ok { // ## Status: Accepted
		lines[0] = head + ": " + like(strings.TrimSpace(inline), value) + r.eol()
		return r.splice(start, end, strings.Join(lines, ""))
	}
	at := slices.IndexFunc(lines, isStatus)
	if at < 0 { // a word of the team's own
		at = slices.IndexFunc(lines[1:], func(l string) bool { return strings.TrimSpace(l) != "" }) + 1
		if at > 0 && (len(strings.Fields(lines[at])) > 3 || kb.Relates(lines[at])) {
			at = 0
		}
	}
	if at <= 0 {
		return r.splice(start, end, lines[0]+r.eol()+capital(value)+r.eol()+strings.Join(lines[1:], ""))
	}
	old := strings.TrimSpace(lines[at])
	bullet := listSign(old)
	lines[at] = bullet + like(strings.TrimPrefix(old, bullet), value) + r.eol()
	for i := len(lines) - 1; i > at; i-- {
		if !isStatus(lines[i]) {
			continue
		}
		lines = slices.Delete(lines, i, i+1)
		if i < len(lines) && strings.TrimSpace(lines[i]+lines[i-1]) == "" { // one blank line of two
			lines = slices.Delete(lines, i, i+1)
		}
	}
	return r.splice(start, end, strings.Join(lines, ""))
}

// isStatus reports whether a line of a section says a state.
func isStatus(line string) bool {
	_, ok := kb.StatusIn(line)
	return ok && !strings.HasPrefix(line, "#")
}

// listSign is the sign of a list that a line begins with, "" for none.
func listSign(text string) string {
	if len(text) > 2 && strings.ContainsRune("-*+>", rune(text[0])) && text[1] == ' ' {
		return text[:2]
	}
	return ""
}

// sectionLines are the lines of the section of the status, its heading first, and where they stand.
func (r *Record) sectionLines() (lines []string, start, end int) {
	return linesOf(r.Source, kb.StatusSection(r.doc))
}

// linesOf are the lines of a section down to the next heading of any level.
func linesOf(source []byte, s *markdown.Section) (lines []string, start, end int) {
	end = s.Span.Start
	for l := range strings.Lines(string(source[s.Span.Start:s.Span.End])) {
		if len(lines) > 0 && strings.HasPrefix(l, "#") {
			break
		}
		lines, end = append(lines, l), end+len(l)
	}
	return lines, s.Span.Start, end
}

// lineEnd is where the line after the one at a place begins.
func lineEnd(source []byte, at int) int {
	if n := bytes.IndexByte(source[at:], '\n'); n >= 0 {
		return at + n + 1
	}
	return len(source)
}

// below returns where the record goes on below its title and header.
func (r *Record) below() int {
	at := r.doc.FrontMatter.Span.End
	for i := range r.doc.Sections {
		if s := &r.doc.Sections[i]; s.Level == 1 {
			at = lineEnd(r.Source, s.Span.Start)
			break
		}
	}
	if n := len(r.header); n > 0 {
		at = max(at, lineEnd(r.Source, r.header[n-1].End))
	}
	return at
}

// addSection adds the section of a status to a record without one, below its title and header.
func (r *Record) addSection(value string) []byte {
	at, eol := r.below(), r.eol()
	return r.splice(at, at, eol+"## Status"+eol+eol+capital(value)+eol)
}

// bullet is the sign of the record's lists.
func (r *Record) bullet() string {
	for l := range bytes.Lines(r.Source) {
		for _, b := range []string{"* ", "- ", "+ "} {
			if bytes.HasPrefix(l, []byte(b)) {
				return b
			}
		}
	}
	return "- "
}

// heading is the title of the record as its heading has it, else as its front matter does.
func (r *Record) heading() string {
	for i := range r.doc.Sections {
		if r.doc.Sections[i].Level == 1 {
			return r.doc.Sections[i].Heading
		}
	}
	return cmp.Or(r.doc.Title, kb.Stem(r.Path))
}

// link writes a link from one record to another, which is called by a name.
func link(from, name, to string) string {
	rel := path.Base(to)
	if dir := path.Dir(from); dir != path.Dir(to) {
		rel = relative(dir, to)
	}
	escaped := strings.NewReplacer("%", "%25", " ", "%20", "(", "%28", ")", "%29").Replace(rel)
	return "[" + strings.NewReplacer("[", `\[`, "]", `\]`).Replace(name) + "](" + escaped + ")"
}

// relative is the way from a folder to a file.
func relative(dir, to string) string {
	up := ""
	for dir != "." && !strings.HasPrefix(to, dir+"/") {
		dir, up = path.Dir(dir), up+"../"
	}
	if dir == "." {
		return up + to
	}
	return up + strings.TrimPrefix(to, dir+"/")
}

// number returns what a record of a numbered log is called in a text: ADR-0003, decision-2; "" where it has no number.
func number(file string) string {
	name, n := kb.SeriesName(file)
	if n == "" || Dated(name) != "" {
		return ""
	}
	at := strings.IndexAny(name, "0123456789")
	end := at + len(name[at:]) - len(strings.TrimLeft(name[at:], "0123456789"))
	prefix := strings.ToLower(strings.TrimRight(name[:at], "-_ "))
	switch prefix {
	case "", "adr":
		prefix = "ADR"
	}
	return prefix + "-" + name[at:end]
}
