package find

import (
	"strings"
	"unicode/utf8"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/index"
)

const (
	snippetLines   = 3   // at most, of one hit
	snippetColumns = 100 // of one line, at most
	narrowest      = 20  // columns; in a terminal that has fewer, lines break as they must
)

// snippet wraps a hit's snippet to a few lines of at most width runes, matches coloured, nothing in
// them that could harm a terminal.
func snippet(style report.Style, h index.Hit, width int) []string {
	var out []string
	for _, span := range wrap(h.Snippet, width) {
		if len(out) == snippetLines {
			out[snippetLines-1] += "…"
			break
		}
		out = append(out, marked(style, h, span[0], span[1]))
	}
	return out
}

// widthIn is snippetWidth in a terminal of so many columns, 0 for none.
func widthIn(terminal, margin int) int {
	if terminal == 0 {
		return snippetColumns
	}
	return max(narrowest, min(snippetColumns, terminal-margin-1))
}

// wrap cuts text into lines of at most width runes, at spaces where there are some, and gives their
// byte ranges without the spaces around them.
func wrap(text string, width int) [][2]int {
	var lines [][2]int
	start, end, runes := -1, 0, 0 // the line so far, and how many runes stand between start and the cursor
	flush := func() {
		if start >= 0 {
			lines = append(lines, [2]int{start, end})
		}
		start, runes = -1, 0
	}
	for at := 0; at < len(text); {
		word := wordEnd(text, at)
		if word == at { // a space or a line end
			if text[at] == '\n' {
				flush()
			}
			at, runes = at+1, runes+1
			continue
		}
		n := utf8.RuneCountInString(text[at:word])
		if start >= 0 && runes+n > width {
			flush()
		}
		if start < 0 {
			start, runes = at, 0
			word = at + len(cutRunes(text[at:word], width))
			n = utf8.RuneCountInString(text[at:word])
		}
		end, at, runes = word, word, runes+n
	}
	flush()
	return lines
}

// wordEnd returns the end of the word at a position; the position itself when there is a space.
func wordEnd(text string, at int) int {
	if n := strings.IndexAny(text[at:], " \t\r\n"); n >= 0 {
		return at + n
	}
	return len(text)
}

// cutRunes returns the first width runes of a word.
func cutRunes(word string, width int) string {
	for i := range word {
		if width == 0 {
			return word[:i]
		}
		width--
	}
	return word
}

// marked colours the highlights within the bytes of the snippet from start to end.
func marked(style report.Style, h index.Hit, start, end int) string {
	var b strings.Builder
	for _, m := range h.Highlights {
		from, to := max(m[0], start), min(m[1], end)
		if from >= to {
			continue
		}
		b.WriteString(report.CleanLine(h.Snippet[start:from]))
		b.WriteString(style.Match(report.CleanLine(h.Snippet[from:to])))
		start = to
	}
	b.WriteString(report.CleanLine(h.Snippet[start:end]))
	return b.String()
}

// oneLine returns the whole snippet on one line.
func oneLine(style report.Style, h index.Hit) string {
	var words []string
	for _, span := range wrap(h.Snippet, len(h.Snippet)) {
		words = append(words, marked(style, h, span[0], span[1]))
	}
	return strings.Join(words, " ")
}
