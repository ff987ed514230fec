package render

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
)

// Size gives the characters of the part in JSON, with the comma after it, and in text: each is read
// through, and nothing is written.
func (e *Evidence) Size() (structured, text int) { return e.jsonSize(), e.textSize() }

func (e *Evidence) jsonSize() int {
	n := len(`{"path":,"start_line":,"end_line":,"title":,"kind":,"text":},`) + digits(e.StartLine) + digits(e.EndLine)
	for _, s := range [...]string{e.Path, e.Title, e.Kind, e.Text} {
		n += quotedSize(s)
	}
	for _, f := range [...]struct{ name, value string }{{"root", e.Root}, {"heading", e.Heading}, {"type", e.Type}, {"status", e.Status},
		{"changed", e.Changed}, {"commit", e.Commit}, {"author", e.Author}, {"match", e.Match}, {"near", e.Near}} {
		if f.value != "" {
			n += len(`"":,`) + len(f.name) + quotedSize(f.value)
		}
	}
	if e.AgeDays != nil {
		n += len(`"age_days":,`) + digits(*e.AgeDays)
	}
	if e.Score != 0 {
		n += len(`"score":,`) + len(strconv.FormatFloat(e.Score, 'f', -1, 64))
	}
	if len(e.Warnings) > 0 {
		n += len(`"warnings":[],`) - 1
		for _, w := range e.Warnings {
			n += quotedSize(w) + 1
		}
	}
	if len(e.Conflicts) > 0 {
		n += len(`"conflicts":[],`) - 1
		for _, c := range e.Conflicts {
			n += len(`{"path":,"line":,"text":,"says":,"energy":},`) + digits(c.Line) + len(
				strconv.FormatFloat(c.Energy, 'f', -1, 64),
			) + quotedSize(c.Path) + quotedSize(c.Text) + quotedSize(c.Says)
		}
	}
	return n
}

func digits(n int) int { return len(strconv.Itoa(n)) }

// quotedSize is the length of a text as encoding/json writes it.
func quotedSize(s string) int {
	n := len(s) + 2
	for i := 0; i < len(s); i++ {
		switch b := s[i]; {
		case b == '"', b == '\\', b == '\n', b == '\r', b == '\t', b == '\b', b == '\f':
			n++
		case b < ' ', b == '<', b == '>', b == '&':
			n += len(`\u0000`) - 1
		case b >= utf8.RuneSelf:
			r, width := utf8.DecodeRuneInString(s[i:])
			if r == '\u2028' || r == '\u2029' || r == utf8.RuneError && width == 1 {
				n += len(`\u0000`) - width
			}
			i += width - 1
		}
	}
	return n
}

// textSize is what render writes of the part, with a number of one digit.
func (e *Evidence) textSize() int {
	n := len("\n[1] \n") + len(e.headline())
	if e.Near != "" {
		n += len("near by \n") + len(e.Near)
	}
	for _, w := range e.Warnings {
		n += len("! \n") + len(w)
	}
	for _, c := range e.Conflicts {
		n += len("! contradicted by : (energy 0.00)\n") + len(ShownPath(c.Path)) + digits(c.Line)
	}
	return n + 2*markChars + len("<<evidence \n\n>>\n") + len(strings.Trim(report.Clean(e.quoted()), "\n"))
}
