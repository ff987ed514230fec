package kb

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/9aea2451/kb/markdown"
)

// maxHeaderLines is how far a header block is looked for.
const maxHeaderLines = 60

// header reads a block of "Key: value" lines at the head of the body, as PEPs, Rust RFCs, MADR and
// adr-tools have them: bare, as list items, or with bold keys. What the front matter says goes
// before.
func (r *noteReader) header() {
	eachHeaderLine(r.doc, r.source, func(l headerPlace) {
		f := &markdown.Field{Key: l.key, Value: l.value, Line: l.line, Col: 1, ValueLine: l.line, ValueCol: l.col}
		key := headerKey(f.Key)
		if _, has := r.doc.FrontMatter.Get(f.Key); has {
			return
		}
		value, _ := f.Value.(string)
		switch key {
		case "status", "state":
			if status, ok := mapStatus(plainStatus(value)); ok && status != "" && r.note.Status == "" {
				r.status(value, f)
			}
		case "superseded_by", "replaced_by", "obsoleted_by", "supersedes", "replaces", "obsoletes", "requires", "see_also":
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
			if d, ok := normalDate(value); ok && DateKey(key) != "" {
				f.Value = d
				r.dateField(key, f)
			}
		}
	})
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
	eachHeaderLine(doc, source, func(l headerPlace) {
		if len(group) > 0 && group[len(group)-1] != l.line-1 {
			end()
		}
		group = append(group, l.line)
		known = known || isHeaderKey(headerKey(l.key))
	})
	end()
	return lines
}

// headerPlace is one line of a header.
type headerPlace struct {
	key, value string
	line, col  int  // col is where the value begins
	titled     bool // a heading stands before it
}

// eachHeaderLine finds the lines of a header, those that begin it in brackets and blank ones left out.
func eachHeaderLine(doc *markdown.Document, source []byte, do func(headerPlace)) {
	start := min(max(doc.FrontMatter.Span.End, 0), len(source))
	line := 1 + bytes.Count(source[:start], []byte{'\n'})
	seen, titled := false, false
	for l := range bytes.Lines(source[start:]) {
		if line > doc.FrontMatter.Span.EndLine+maxHeaderLines {
			return
		}
		text := strings.TrimSpace(strings.TrimPrefix(string(clipBytes(l)), "\ufeff"))
		key, value, col, ok := headerLine(text)
		switch {
		case ok:
			seen = true
			do(headerPlace{key, value, line, col, titled})
		case text == "": // also between title, date and status, as adr-tools write them
		case strings.HasPrefix(text, "# ") && !seen:
			titled = true
		case isFiller(text) && !seen:
		default:
			return
		}
		line++
	}
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
	return DateKey(key) != ""
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
	for _, bullet := range []string{"- ", "* ", "+ "} {
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

// statusSection reads the section "Status" of adr-tools: a status, and lines such as "Superceded by [3. X](0003-x.md)".
func (r *noteReader) statusSection() {
	for i := range r.doc.Sections {
		s := &r.doc.Sections[i]
		if s.Level == 0 || s.Level > 3 || !strings.EqualFold(strings.TrimSpace(s.Heading), "status") {
			continue
		}
		r.statusLines(s)
		return
	}
}

// maxStatusLines is how much of a section is looked at.
const maxStatusLines = 30

// statusLines reads the status from the section that is called so, as decisions of Nygard's form
// have it.
func (r *noteReader) statusLines(s *markdown.Section) {
	_, has := r.doc.FrontMatter.Get("status")
	line := s.Span.StartLine
	for l := range bytes.Lines(r.bytes(s.Span)) {
		text := strings.TrimSpace(string(clipBytes(l)))
		if line > s.Span.StartLine+maxStatusLines || line > s.Span.StartLine && strings.HasPrefix(text, "#") {
			return
		}
		r.statusLine(strings.TrimLeft(text, "-*+> "), line, has)
		line++
	}
}

// statusLine reads one line; a later status of no force overrides an earlier one, as in "Accepted", "Superceded by …".
func (r *noteReader) statusLine(text string, line int, has bool) {
	text = plainStatus(text)
	if has {
		r.statusRelation(text, line)
		return
	}
	status, ok := mapStatus(text)
	switch {
	case ok && (r.note.Status == "" || status == "superseded" || status == "deprecated"):
		r.status(text, &markdown.Field{Key: "status", Line: line})
	default:
		r.statusRelation(text, line)
	}
}
