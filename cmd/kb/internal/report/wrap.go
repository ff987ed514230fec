package report

import (
	"bytes"
	"io"
	"strings"
	"unicode"
)

// Wrapper passes lines on, and breaks those that are wider than Columns at their blanks; what goes
// on below is indented. Escape sequences take no room. Columns of 0 break nothing. Flush passes on
// a last line without an end.
type Wrapper struct {
	W       io.Writer
	Columns int

	rest []byte // of a line that has not ended
}

// hang is how far what goes on below is indented beyond its line.
const hang = 4

// maxHang is the greatest part of the columns that an indent takes, as 1/maxHang.
const maxHang = 3

// Write passes on the lines that end.
func (w *Wrapper) Write(p []byte) (int, error) {
	if w.Columns <= 0 && len(w.rest) == 0 {
		return w.W.Write(p)
	}
	w.rest = append(w.rest, p...)
	end := bytes.LastIndexByte(w.rest, '\n') + 1
	var out strings.Builder
	for line := range strings.Lines(string(w.rest[:end])) {
		out.WriteString(wrap(line, w.Columns))
	}
	w.rest = append(w.rest[:0], w.rest[end:]...)
	_, err := io.WriteString(w.W, out.String())
	return len(p), err
}

// Flush passes on what is left.
func (w *Wrapper) Flush() error {
	line := wrap(string(w.rest), w.Columns)
	w.rest = w.rest[:0]
	_, err := io.WriteString(w.W, line)
	return err
}

// wrap breaks one line as Wrapper does.
func wrap(line string, columns int) string {
	return wrapAt(line, columns, hang)
}

// wrapAt breaks a line, and indents what goes on below so much more than the line.
func wrapAt(line string, columns, hang int) string {
	if columns <= 0 || len(line) <= columns {
		return line
	}
	indent := min(len(line)-len(strings.TrimLeft(line, " "))+hang, columns/maxHang)
	var out strings.Builder
	at, blank, width := 0, -1, 0 // where the piece begins, its last blank, and how wide it is
	sinceBlank := 0
	begun := false // the piece has more than blanks
	escape := false
	for i, r := range line {
		switch {
		case r == '\x1b':
			escape = true
			continue
		case escape:
			escape = r != 'm'
			continue
		case r == '\n':
			continue
		case r == ' ' && begun:
			blank, sinceBlank = i, 0
		case r != ' ':
			begun = true
		}
		n := columnsOf(r)
		if width += n; r != ' ' || blank != i {
			sinceBlank += n
		}
		if width > columns && blank > at {
			out.WriteString(strings.TrimRight(line[at:blank], " ") + "\n" + strings.Repeat(" ", indent))
			at, width, begun = blank+1, indent+sinceBlank, sinceBlank > 0
			blank = -1
		}
	}
	return out.String() + line[at:]
}

// Fill lays the paragraphs of a text out anew for a width; lines that are indented or begin a list
// stay on their own. Columns of 0 leave the text as it is.
func Fill(text string, columns int) string {
	if columns <= 0 {
		return text
	}
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		own := line == "" || strings.HasPrefix(line, " ") || strings.HasPrefix(line, "- ")
		if n := len(out) - 1; n >= 0 && out[n] != "" && !own {
			out[n] += " " + line
			continue
		}
		out = append(out, line)
	}
	for i, line := range out {
		out[i] = wrapAt(line, columns, 0)
	}
	return strings.Join(out, "\n")
}

// columnsOf is how many columns a character takes: none for marks on another, two for those of East
// Asia and for pictures.
func columnsOf(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case 0x1100 <= r && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul),
		0x3000 <= r && r <= 0x303E,
		0xFF01 <= r && r <= 0xFF60,
		0x1F300 <= r && r <= 0x1FAFF:
		return 2
	}
	return 1
}
