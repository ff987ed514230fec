// Package report prints answers: the JSON envelope, colour, and text made harmless for a terminal.
package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Clean makes text from notes and paths harmless to print: control characters, invalid bytes and
// marks that reorder text are shown as \x1b, \u202e and the like. Line ends and tabs stay; a
// carriage return before a line end is dropped.
func Clean(s string) string {
	return clean(strings.ReplaceAll(s, "\r\n", "\n"), func(r rune) bool { return r == '\n' || r == '\t' })
}

// CleanLine is Clean for text that must stay on one line: line ends and tabs are shown too.
func CleanLine(s string) string { return clean(s, func(rune) bool { return false }) }

// clean replaces what could steer a terminal or hide in a text, but for what keep lets pass.
func clean(s string, keep func(rune) bool) string {
	if harmless(s, keep) {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case !harmful(r) || keep(r):
			b.WriteRune(r)
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD"):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r == utf8.RuneError:
			b.WriteRune(r)
		case r < 0x80:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// harmless tells that nothing in s has to be shown otherwise.
func harmless(s string, keep func(rune) bool) bool {
	for i := 0; i < len(s); {
		r, width := rune(s[i]), 1
		if ' ' <= r && r < 0x7f {
			i++ // most of all text
			continue
		}
		if r >= utf8.RuneSelf {
			r, width = utf8.DecodeRuneInString(s[i:])
		}
		if harmful(r) && !keep(r) {
			return false
		}
		i += width
	}
	return true
}

// harmful tells the characters that can move a cursor, change a terminal, or make text look other than it is.
func harmful(r rune) bool {
	switch {
	case r < 0x7f:
		return r < ' '
	case r == utf8.RuneError, unicode.IsControl(r), r == '\u2028', r == '\u2029':
		return true
	}
	return unicode.Is(unicode.Bidi_Control, r)
}

// Indent puts a margin before each line of s.
func Indent(s, margin string) string {
	return margin + strings.ReplaceAll(strings.TrimRight(s, "\n"), "\n", "\n"+margin)
}
