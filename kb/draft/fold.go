package draft

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// columns bounds the lines of a paragraph that kb breaks.
const columns = 80

// folded breaks a text of one line, as a command line gives it: who wrote several laid them out. What is
// no paragraph stays as it is.
func folded(text string) string {
	first, _ := utf8.DecodeRuneInString(text)
	if strings.ContainsAny(text, "\r\n") || !unicode.IsLetter(first) {
		return text
	}
	words := strings.Split(text, " ")
	var out strings.Builder
	for width := 0; len(words) > 0; {
		n := 1 // words that stay together: those of a piece of code
		for ticks := strings.Count(words[0], "`"); ticks%2 == 1 && n < len(words); n++ {
			ticks += strings.Count(words[n], "`")
		}
		piece := strings.Join(words[:n], " ")
		more := utf8.RuneCountInString(piece)
		switch {
		case width > 0 && width+1+more > columns && beginsNothing(piece):
			out.WriteByte('\n')
			width = 0
		case out.Len() > 0:
			out.WriteByte(' ')
			width++
		}
		out.WriteString(piece)
		width, words = width+more, words[n:]
	}
	return out.String()
}

// beginsNothing reports whether a word begins no block of another kind where it begins a line.
func beginsNothing(word string) bool {
	first, _ := utf8.DecodeRuneInString(word)
	return unicode.IsLetter(first) || first == '`' && !strings.HasPrefix(word, "```") ||
		unicode.IsDigit(first) && !strings.HasSuffix(word, ".") && !strings.HasSuffix(word, ")")
}
