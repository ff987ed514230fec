package render

import (
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
)

const (
	DefaultChars = 7_400  // of an answer, in either form: clients cut at 8,000 and more
	LeastChars   = 1_000  // that can be asked for
	MostChars    = 40_000 // that can be asked for: clients drop answers of 50,000
	FrameChars   = 700    // of an answer around its evidence
)

// Fit is how many of the parts fit into an answer of so many characters, in either form. The first
// is shortened where it alone is too long.
func Fit(found []Evidence, chars int) int {
	if chars == 0 {
		chars = DefaultChars
	}
	structured, text := FrameChars, FrameChars
	for i := range found {
		s, t := found[i].Size()
		if i == 0 && max(s, t)+FrameChars > chars {
			found[i].Shorten(chars - FrameChars)
			s, t = found[i].Size()
		}
		structured, text = structured+s, text+t
		if i > 0 && max(structured, text) > chars {
			return i
		}
	}
	return len(found)
}

// Shorten cuts the text at a line end so that the part takes at most about so many characters.
func (e *Evidence) Shorten(chars int) {
	for range 8 {
		s, t := e.Size()
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
