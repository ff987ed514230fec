// Package fold gives texts and words one form, however they were typed or stored: a letter with its
// marks as one sign, full width letters and ligatures as the plain ones, and nothing that nobody
// sees. No I/O.
package fold

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Form returns a text as it is compared: in Unicode's form NFKC, without invisible signs.
func Form(text string) string {
	if ASCII(text) {
		return text
	}
	return norm.NFKC.String(strings.Map(func(r rune) rune {
		if Invisible(r) {
			return -1
		}
		return r
	}, text))
}

// Composed returns a text whose letters are one sign with their marks.
func Composed(text string) string { return norm.NFC.String(text) }

// ASCII reports whether a text has no other letters than those of ASCII.
func ASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Invisible reports whether a sign only tells how a text is set: a soft hyphen, a joiner, a direction.
func Invisible(r rune) bool {
	return r >= 0x80 && (unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r))
}

// Word returns a word in lower case as who types no accents types it: "eleve" of "élevé", "strasse" of
// "straße". A word without marks is returned as it is. The Cyrillic й stays.
func Word(word string) string {
	if ASCII(word) {
		return word
	}
	var b strings.Builder
	last := rune(0)
	for _, r := range norm.NFKD.String(word) {
		switch {
		case mark(r) && (r != breve || last != 'и'):
		case bare(r) != "":
			b.WriteString(bare(r))
		default:
			b.WriteRune(r)
		}
		last = r
	}
	return norm.NFC.String(b.String())
}

const breve = '\u0306'

// mark reports whether a sign is an accent or a vowel that need not be written: none of an Indic script, and
// not the marks of kana, which stand above these.
func mark(r rune) bool {
	return r < 0x3000 && unicode.Is(unicode.Mn, r) && unicode.In(r, unicode.Inherited, unicode.Hebrew)
}

// bare returns the plain letters for one whose stroke or form is no mark to Unicode, "" for others.
func bare(r rune) string {
	switch r {
	case 'ß':
		return "ss"
	case 'æ':
		return "ae"
	case 'œ':
		return "oe"
	case 'þ':
		return "th"
	case 'ø':
		return "o"
	case 'đ', 'ð':
		return "d"
	case 'ł':
		return "l"
	case 'ħ':
		return "h"
	case 'ı':
		return "i"
	}
	return ""
}
