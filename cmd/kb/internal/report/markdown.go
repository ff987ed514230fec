package report

import (
	"bufio"
	"io"
	"strings"
)

// Markdown writes a note lightly rendered for a terminal: headings, code, quotes and links stand
// out, no line is moved. Without colour it is the text made harmless.
func Markdown(w io.Writer, s Style, text string) error {
	out := bufio.NewWriter(w)
	r := renderer{style: s}
	for line := range strings.Lines(Clean(text)) {
		body := strings.TrimRight(line, "\n")
		out.WriteString(r.line(body))
		out.WriteString(line[len(body):])
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		out.WriteByte('\n') // the prompt belongs on a line of its own
	}
	return out.Flush()
}

// renderer styles one line after the other. It knows whether it is inside front matter or fenced code.
type renderer struct {
	style Style
	begun bool
	fence string // that ends the code or the front matter that the line is in; "" outside of both
	front bool   // the fence is that of the front matter
}

// line colours one line of a note, by what it is.
func (r *renderer) line(l string) string {
	trimmed := strings.TrimSpace(l)
	first := !r.begun
	r.begun = true
	switch {
	case r.fence != "":
		closes := trimmed == r.fence
		if !r.front {
			closes = strings.HasPrefix(trimmed, r.fence) && strings.Trim(trimmed, r.fence[:1]) == ""
		}
		if closes || r.front {
			if closes {
				r.fence, r.front = "", false
			}
			return r.style.Faint(l)
		}
		return r.style.Code(l)
	case first && (trimmed == "---" || trimmed == "+++"):
		r.fence, r.front = trimmed, true
		return r.style.Faint(l)
	case fenceOf(trimmed) != "":
		r.fence = fenceOf(trimmed)
		return r.style.Faint(l)
	case isHeading(trimmed):
		return r.style.Heading(l)
	case strings.HasPrefix(trimmed, ">"):
		return r.style.Faint(l)
	}
	if !r.style.Colour {
		return l
	}
	var b strings.Builder
	for l != "" {
		at := strings.IndexAny(l, "`[")
		if at < 0 {
			break
		}
		b.WriteString(l[:at])
		l = l[at:]
		n, styled := r.span(l)
		b.WriteString(styled)
		l = l[n:]
	}
	return b.String() + l
}

// fenceOf gives the run of ` or ~ that opens fenced code, "" when the line opens none.
func fenceOf(trimmed string) string {
	if !strings.HasPrefix(trimmed, "```") && !strings.HasPrefix(trimmed, "~~~") {
		return ""
	}
	run := trimmed[:len(trimmed)-len(strings.TrimLeft(trimmed, trimmed[:1]))]
	if run[0] == '`' && strings.Contains(trimmed[len(run):], "`") {
		return "" // inline code
	}
	return run
}

// isHeading reports whether a line is a heading of one to six marks.
func isHeading(trimmed string) bool {
	rest := strings.TrimLeft(trimmed, "#")
	level := len(trimmed) - len(rest)
	return level >= 1 && level <= 6 && (rest == "" || rest[0] == ' ' || rest[0] == '\t')
}

// span styles the code span or link at the start of l and returns its length; a lone delimiter is
// left as it is.
func (r *renderer) span(l string) (int, string) {
	if l[0] == '`' {
		if end := strings.IndexByte(l[1:], '`'); end > 0 {
			return end + 2, r.style.Code(l[:end+2])
		}
		return 1, l[:1]
	}
	if strings.HasPrefix(l, "[[") {
		if end := strings.Index(l, "]]"); end > 0 {
			return end + 2, r.style.Link(l[:end+2])
		}
		return 2, l[:2]
	}
	if middle := strings.Index(l, "]("); middle > 0 {
		if end := strings.IndexByte(l[middle:], ')'); end > 0 {
			return middle + end + 1, r.style.Link(l[:middle+1]) + r.style.Faint(l[middle+1:middle+end+1])
		}
	}
	return 1, l[:1]
}
