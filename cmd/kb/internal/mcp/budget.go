package mcp

import (
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
)

const (
	defaultChars = 7_400  // of an answer, in either form: clients cut at 8,000 and more
	leastChars   = 1_000  // that can be asked for
	mostChars    = 40_000 // that can be asked for: clients drop answers of 50,000
	frameChars   = 700    // of an answer around its evidence
)

// fit is how many of the parts fit into an answer of so many characters, in either form. The first
// is shortened where it alone is too long.
func fit(found []Evidence, chars int) int {
	if chars == 0 {
		chars = defaultChars
	}
	structured, text := frameChars, frameChars
	for i := range found {
		s, t := found[i].size()
		if i == 0 && max(s, t)+frameChars > chars {
			found[i].shorten(chars - frameChars)
			s, t = found[i].size()
		}
		structured, text = structured+s, text+t
		if i > 0 && max(structured, text) > chars {
			return i
		}
	}
	return len(found)
}

// shorten cuts the text at a line end so that the part takes at most about so many characters.
func (e *Evidence) shorten(chars int) {
	for range 8 {
		s, t := e.size()
		over := max(s, t) - chars
		if over <= 0 {
			return
		}
		keep := max(0, len(e.Text)-over-len(cutMark))
		text := strings.ToValidUTF8(e.Text[:keep], "")
		if i := strings.LastIndexByte(text, '\n'); i > keep/2 {
			text = text[:i]
		}
		e.EndLine = min(e.EndLine, e.StartLine+strings.Count(text, "\n"))
		e.Text = report.Clean(text) + cutMark
	}
}

// cutMark stands at the end of a text that has been shortened.
const cutMark = "\n[…]"
