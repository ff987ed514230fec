package render

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/9aea2451/kb/cmd/kb/internal/packing"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
)

// The characters that a message with an answer has at most: by default, and the bounds of what can
// be asked for. Clients cut or drop answers of 50,000.
const (
	DefaultChars = 8_000
	LeastChars   = 1_000
	MostChars    = 40_000
)

// Form is how an answer goes out.
type Form struct {
	JSON   bool   // as structure
	Chars  int    // that the whole message may have
	Tokens int    // that it may have; 0: they are not counted
	Around string // the message without the answer, at its longest
	Advice string // how to get what was cut
}

// frameChars is about what a message has besides the parts of its answer: its own names, notices, the
// line that says what was found, the cursor.
const frameChars = 900

// Room is about how many characters the parts of an answer may have.
func (f Form) Room() int { return f.Chars - min(frameChars, f.Chars/2) }

// write gives the answer as text, or as JSON. Both are UTF-8 without characters that could harm a terminal.
func (f Form) write(answer Answer) (text string, structured json.RawMessage, err error) {
	if f.JSON {
		if structured, err = json.Marshal(answer); err != nil {
			return "", nil, fmt.Errorf("write the answer: %w", err)
		}
		return "", report.Escape(structured), nil
	}
	var b strings.Builder
	for _, n := range answer.Meta().Notices {
		fmt.Fprintf(&b, "Note: %s\n", CleanLine(n))
	}
	answer.Render(&b)
	return report.Clean(b.String()), nil, nil
}

// holds tells whether a message with the answer has no more characters and tokens than it may.
func (f Form) holds(text string, structured []byte) bool {
	message := f.Around + string(structured)
	if !f.JSON {
		message += quoted(text)
	}
	if utf8.RuneCountInString(message) > f.Chars {
		return false
	}
	if f.Tokens == 0 {
		return true
	}
	n, err := packing.Tokens(message)
	return err == nil && n <= f.Tokens
}

// quoted is a text as JSON carries it.
func quoted(text string) string {
	b, _ := json.Marshal(text) // a text always has a JSON form
	return string(b)
}

// size is how many characters of a message something takes that has both forms.
func (f Form) size(structured any, text func(b *strings.Builder)) int {
	if f.JSON {
		b, err := json.Marshal(structured)
		if err != nil {
			return f.Chars
		}
		return utf8.RuneCount(report.Escape(b)) + len(",")
	}
	var b strings.Builder
	text(&b)
	return utf8.RuneCountInString(quoted(report.Clean(b.String()))) - len(`""`)
}

// Size is how many characters of a message a part takes.
func (f Form) Size(e *Evidence) int {
	return f.size(e, func(b *strings.Builder) { e.part(b, 1, NewFence(), e.quoted()) })
}

// Fit is how many of the parts fit into the answer. The first is shortened where it alone is too long.
func (f Form) Fit(found []Evidence) int {
	room := f.Room()
	for i := range found {
		size := f.Size(&found[i])
		if i == 0 && size > room {
			f.Shorten(&found[i], room)
			size = f.Size(&found[i])
		}
		if room -= size; room < 0 && i > 0 {
			return i
		}
	}
	return len(found)
}

// Shorten cuts the text of a part at a line end, so that the part takes about so many characters at most.
func (f Form) Shorten(e *Evidence, chars int) {
	for range 16 {
		size := f.Size(e)
		if size <= chars || e.Text == cutMark {
			return
		}
		keep := max(0, len(e.Text)*chars/size-len(cutMark))
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
