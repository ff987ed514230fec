// Package wording has what messages for people need of words: how many things there are, a text on
// one line or cut to size, and the word that was meant by one that is not known. No I/O.
package wording

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Count returns a number of things: "1 note", "2 notes", "2 queries", "2 matches". Plural is for a
// noun whose plural is not made by these rules.
func Count(n int, noun string) string { return Plural(n, noun, many(noun)) }

// many is the plural of a noun that has a regular one.
func many(noun string) string {
	last := len(noun) - 1
	switch {
	case last < 1:
	case noun[last] == 'y' && !strings.ContainsRune("aeiou", rune(noun[last-1])):
		return noun[:last] + "ies"
	case noun[last] == 's' || noun[last] == 'x' || strings.HasSuffix(noun, "ch") || strings.HasSuffix(noun, "sh"):
		return noun + "es"
	}
	return noun + "s"
}

// Plural is Count for a noun of any plural.
func Plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// Choice writes words as a choice: "a, b or c"; there is at least one.
func Choice(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// OneLine folds each run of white space into a blank, and removes it at both ends.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// Runes returns the first n characters of a text, and whether it is longer.
func Runes(s string, n int) (head string, more bool) {
	if len(s) <= n {
		return s, false
	}
	for i := range s {
		if n == 0 {
			return s[:i], true
		}
		n--
	}
	return s, false
}

// Bytes returns the characters of a text that end within its first n bytes.
func Bytes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// ClipBytes is a text of at most n bytes, or the characters within its first n with a "…" behind them.
func ClipBytes(s string, n int) string {
	if head := Bytes(s, n); len(head) < len(s) {
		return head + "…"
	}
	return s
}

// Clip cuts a text to at most so many characters, the last of which is then "…", with no blank before it.
func Clip(s string, most int) string {
	if _, more := Runes(s, most); !more {
		return s
	}
	head, _ := Runes(s, most-1)
	return strings.TrimRight(head, " \n") + "…"
}

// ShellWord quotes a word for a shell where it must be.
func ShellWord(s string) string {
	if strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./") == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

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
