package wording

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Below returns the headings below the title of a note: the first is left out where it repeats the title,
// as it is or behind a number or label ("FIP-0061: Synthetic PoRep" of the note "Synthetic PoRep").
func Below(title string, headings []string) []string {
	if len(headings) > 0 && repeats(headings[0], title) {
		return headings[1:]
	}
	return headings
}

// repeats reports whether a heading is the title, or ends with it behind a label.
func repeats(heading, title string) bool {
	if title == "" {
		return false
	}
	at := len(heading) - len(title)
	if at < 0 || !strings.EqualFold(heading[at:], title) {
		return false
	}
	label := strings.TrimRight(heading[:at], " ")
	last, _ := utf8.DecodeLastRuneInString(label)
	return label == "" || len(label) < len(heading[:at]) && (unicode.IsDigit(last) || strings.ContainsRune(":-–—)]", last))
}
