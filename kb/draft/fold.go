package draft

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// columns is how wide the lines of a paragraph are that kb breaks.
const columns = 80

// folded breaks a text of one line, as a command line gives it: who wrote several laid them out. What is
// no paragraph stays as it is.
func folded(text string) string {
	first, _ := utf8.DecodeRuneInString(text)
	if strings.ContainsAny(text, "\r\n") || !unicode.IsLetter(first) {
		return text
	}
	var out strings.Builder
	width, open := 0, false // of the line, and whether code or a link is open
	for word := range strings.SplitSeq(text, " ") {
		n := utf8.RuneCountInString(word)
		switch {
		case width > 0 && width+1+n > columns && !open && beginsNothing(word):
			out.WriteByte('\n')
			width = 0
		case out.Len() > 0:
			out.WriteByte(' ')
			width++
		}
		out.WriteString(word)
		width += n
		open = open != (strings.Count(word, "`")%2 == 1)
	}
	return out.String()
}

// beginsNothing tells a word that begins no block of another kind where it begins a line.
func beginsNothing(word string) bool {
	first, _ := utf8.DecodeRuneInString(word)
	return unicode.IsLetter(first) || first == '`' && !strings.HasPrefix(word, "```") ||
		unicode.IsDigit(first) && !strings.HasSuffix(word, ".") && !strings.HasSuffix(word, ")")
}
