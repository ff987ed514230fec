package kb

import (
	"bytes"
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/9aea2451/kb/markdown"
)

// maxHeaderLines is how far a header block is looked for.
const maxHeaderLines = 60

// header reads a block of "Key: value" lines at the head of the body, as PEPs, Rust RFCs, MADR and
// adr-tools have them: bare, as list items, or with bold keys. What the front matter says goes
// before.
func (r *noteReader) header() {
	for _, l := range Header(r.doc, r.source) {
		f := &markdown.Field{Key: l.Key, Value: l.Value, Line: l.Line, Col: 1, ValueLine: l.Line, ValueCol: l.col}
		key := headerKey(f.Key)
		if _, has := r.doc.FrontMatter.Get(f.Key); has {
			continue
		}
		value, _ := f.Value.(string)
		switch key {
		case "status", "state":
			said := plainStatus(value)
			if status, ok := mapStatus(said); ok && status != "" && r.note.Status == "" {
				r.status(value, f)
			} else if !ok && Feature(r.note.Path) != "" && taskStanding(strings.ToLower(said)) == markdown.History {
				r.note.RawStatus = cmp.Or(r.note.RawStatus, said)
			}
		case "superseded_by", "superceded_by", "replaced_by", "obsoleted_by", "supersedes", "supercedes", "replaces", "obsoletes",
			"requires", "see_also", "amends", "amended_by", "partially_superseded_by", "partially_supersedes":
			f.Key = key
			r.relationField(key, f)
		case "title", "feature_name":
			if title := strings.Trim(value, "` "); !l.titled && r.note.Title == "" && !isNone(title) && !isPlaceholder(title) &&
				!strings.HasPrefix(title, "(") {
				r.note.Title = title
			}
		case "rfc_pr", "rfc_pr_#":
			// Others cite an RFC by the address of its pull request.
			if links := linksIn(value); len(links) > 0 {
				value = links[0]
			}
			if hasScheme(value) {
				r.note.addAlias(value)
			}
		case "tags", "keywords":
			for t := range strings.SplitSeq(value, ",") {
				r.note.addTag(t)
			}
		default:
			if d, ok := normalDate(value); ok && (DateKey(key) != "" || isOwnDate(key)) {
				f.Value = d
				r.dateField(key, f)
			}
		}
	}
}

// HeaderLines lists the lines of a block of "Key: value" lines at the head of the body that say of
// the note what a front matter would: its status, date and so on. They are no sentences.
func HeaderLines(doc *markdown.Document, source []byte) []int {
	var lines, group []int // group is what stands without a blank line between
	known := false
	end := func() {
		if known {
			lines = append(lines, group...)
		}
		group, known = nil, false
	}
	for _, l := range Header(doc, source) {
		if len(group) > 0 && group[len(group)-1] != l.Line-1 {
			end()
		}
		group = append(group, l.Line)
		known = known || isHeaderKey(headerKey(l.Key))
	}
	end()
	return lines
}

// HeaderLine is one line of a header, "Key: value", or one row of the table that stands in its place.
type HeaderLine struct {
	Key, Value string
	Line       int
	Start, End int  // where the value stands in the source
	Row        bool // of a table
	col        int  // where the value begins in its line
	titled     bool // a heading stands before it
}

// Header finds the lines of a header, those that begin it in brackets and blank ones left out.
func Header(doc *markdown.Document, source []byte) (header []HeaderLine) {
	start := min(max(doc.FrontMatter.Span.End, 0), len(source))
	line := 1 + bytes.Count(source[:start], []byte{'\n'})
	titled := false
	var columns []string // the keys of a table whose values stand below them
	for l := range bytes.Lines(source[start:]) {
		if line > doc.FrontMatter.Span.EndLine+maxHeaderLines {
			break
		}
		whole := string(clipBytes(l))
		text := strings.TrimSpace(strings.TrimPrefix(whole, "\ufeff"))
		indent := strings.Index(whole, text)
		cells, rest := tableCells(text), source[start+len(l):]
		next := strings.TrimSpace(string(rest[:lineLength(rest)]))
		rule := func(text string) bool { return strings.HasPrefix(text, "|") && strings.Trim(text, "|-: ") == "" } // below a head
		add := func(key, value string, at int) {
			if len(header) < maxHeaderLines {
				header = append(header, HeaderLine{Key: key, Value: value, Line: line, Start: start + indent + at,
					End: start + indent + at + len(value), Row: cells != nil, col: 1 + at, titled: titled})
			}
		}
		key, value, col, ok := headerLine(text)
		switch {
		case strings.HasPrefix(text, "#"): // no line of it, whatever colon it has
			if len(header) > 0 || !strings.HasPrefix(text, "# ") && (titled || !strings.HasPrefix(text, "## ")) {
				return header
			}
			titled = true
		case cells != nil && columns != nil && !rule(text):
			for i, key := range columns[:min(len(columns), len(cells))] {
				add(key, cells[i].text, cells[i].at)
			}
			columns = nil
		case len(cells) > 1 && isHeaderKey(headerKey(cells[0].text)) && isHeaderKey(headerKey(cells[1].text)):
			for _, c := range cells {
				columns = append(columns, c.text)
			}
		case len(cells) == 2 && !rule(text) && cells[0].text != "" && (!rule(next) || isHeaderKey(headerKey(cells[0].text))):
			add(cells[0].text, cells[1].text, cells[1].at)
		case cells != nil && (len(header) > 0 || rule(next) || len(cells) == 2):
		case ok && cells == nil:
			add(key, value, col-1)
		case text == "": // also between title, date and status, as adr-tools write them
		case isFiller(text) && len(header) == 0, strings.HasPrefix(text, ">") && len(header) == 0 && !titled: // a box above the title
		default:
			return header
		}
		line++
		start += len(l)
	}
	return header
}

// lineLength is that of the first line, as far as it is looked at.
func lineLength(text []byte) int {
	text = clipBytes(text)
	if n := bytes.IndexByte(text, '\n'); n >= 0 {
		return n
	}
	return len(text)
}

// cell is the text of one cell of a table, and where it stands in its line.
type cell struct {
	text string
	at   int
}

// tableCells takes a row of a table apart, nil for another line. Bold text is as good as plain.
func tableCells(text string) (cells []cell) {
	inner, ok := strings.CutPrefix(text, "|")
	at := 1
	if !ok || !strings.HasSuffix(inner, "|") {
		return nil
	}
	for part := range strings.SplitSeq(strings.TrimSuffix(inner, "|"), "|") {
		bare := strings.Trim(part, " \t*_:")
		cells = append(cells, cell{bare, at + strings.Index(part, bare)})
		at += len(part) + 1
	}
	return cells
}

// headerKey is a key of a header in kb's spelling.
func headerKey(key string) string { return strings.ReplaceAll(fieldKey(key), " ", "_") }

// isHeaderKey tells the keys that headers have.
func isHeaderKey(key string) bool {
	switch key {
	case "status", "state", "title", "feature_name", "superseded_by", "replaced_by", "obsoleted_by", "supersedes", "replaces",
		"obsoletes", "requires", "see_also", "rfc_pr", "rfc_pr_#", "rust_issue", "tags", "keywords", "author", "authors",
		"deciders", "decision_makers", "pep", "eip":
		return true
	}
	return DateKey(key) != "" || isOwnDate(key)
}

// isOwnDate reports the dates that are kb's own.
func isOwnDate(key string) bool {
	return key == "verified" || key == "valid_from" || key == "valid_until"
}

// clipBytes bounds a line: a header line is short.
func clipBytes(l []byte) []byte { return l[:min(len(l), 2000)] }

// isFiller tells lines that may stand before a header block.
func isFiller(text string) bool {
	return strings.HasPrefix(text, "<!--") || strings.HasPrefix(text, "```") || text == "<pre>" || strings.Trim(text, "=-") == ""
}

// headerLine reads "Key: value", "- Key: value", "**Key**: value" and "- **Key:** value"; col is where the value begins.
func headerLine(text string) (key, value string, col int, ok bool) {
	rest := text
	for _, bullet := range []string{"> ", "- ", "* ", "+ "} {
		rest = strings.TrimPrefix(rest, bullet)
	}
	key, value, ok = strings.Cut(rest, ":")
	if !ok || len(key) > 40 || !utf8.ValidString(value) {
		return "", "", 0, false
	}
	bare := strings.Trim(strings.TrimSpace(key), "*_ ")
	if bare == "" || strings.ContainsAny(bare, "`[]()<>.,/|\"") || len(strings.Fields(bare)) > 3 {
		return "", "", 0, false
	}
	if value != "" && !strings.HasPrefix(value, " ") && !strings.HasPrefix(value, "*") && !strings.HasPrefix(value, "_") &&
		!strings.HasPrefix(value, "\t") {
		return "", "", 0, false // a URL, a time, C++::name
	}
	trimmed := strings.TrimLeft(value, "*_ \t")
	col = 1 + len(text) - len(trimmed)
	return bare, strings.TrimSpace(trimmed), col, true
}

// StatusSection is the section "Status" of adr-tools, nil where there is none. A heading may say the status itself.
func StatusSection(doc *markdown.Document) *markdown.Section {
	for i := range doc.Sections {
		if s := &doc.Sections[i]; s.Level > 0 && s.Level < 4 && sectionName(s) == "status" {
			return s
		}
	}
	return nil
}

// sectionName is the heading of a section in lower case, without a number or a sign before it and what follows a colon.
func sectionName(s *markdown.Section) string {
	name, _, _ := strings.Cut(strings.TrimLeftFunc(strings.ToLower(s.Heading), func(r rune) bool { return !unicode.IsLetter(r) }), ":")
	return strings.TrimSpace(name)
}

// statusSection reads the section "Status": a status, and lines such as "Superceded by [3. X](0003-x.md)"; of the
// sections of links the relations.
func (r *noteReader) statusSection() {
	_, has := r.doc.FrontMatter.Get("status")
	if s := StatusSection(r.doc); s != nil {
		r.statusLines(s, has)
	}
	for i := range r.doc.Sections {
		if s := &r.doc.Sections[i]; r.note.Kind == "decision" && s.Level == 2 && IsLinkSection(s) {
			r.statusLines(s, true)
		}
	}
}

// IsLinkSection reports the sections in which decisions name others.
func IsLinkSection(s *markdown.Section) bool {
	switch sectionName(s) {
	case "links", "more information", "related decisions":
		return true
	}
	return false
}

// maxStatusLines is how much of a section is looked at.
const maxStatusLines = 30

// statusLines reads the lines of a section; linked tells that only relations count.
func (r *noteReader) statusLines(s *markdown.Section, linked bool) {
	line := s.Span.StartLine
	for l := range bytes.Lines(r.bytes(s.Span)) {
		text := strings.TrimSpace(string(clipBytes(l)))
		if line > s.Span.StartLine+maxStatusLines || line > s.Span.StartLine && strings.HasPrefix(text, "#") {
			return
		}
		if _, said, ok := strings.Cut(text, ":"); line == s.Span.StartLine && strings.HasPrefix(text, "#") {
			if text = said; !ok {
				text = ""
			}
		}
		text = plainStatus(strings.TrimLeft(text, "-*+> "))
		status, ok := mapStatus(text)
		switch { // a later status of no force overrides an earlier one, as in "Accepted", "Superceded by …"
		case !linked && ok && (r.note.Status == "" || status == "superseded" || status == "deprecated"):
			r.status(text, &markdown.Field{Key: "status", Line: line})
		default:
			r.statusRelation(text, line)
		}
		line++
	}
}
