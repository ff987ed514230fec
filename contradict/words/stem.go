package words

import (
	"strings"
	"unicode"
)

func HasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }

// Inflected tells whether two long stems differ in their last letters only.
func Inflected(x, y string) bool {
	if len(x) < 5 || len(y) < 5 || x[:5] != y[:5] || HasDigit(x) || HasDigit(y) {
		return false
	}
	return strings.HasPrefix(x, y[:max(5, len(y)-3)]) || strings.HasPrefix(y, x[:max(5, len(x)-3)])
}

// Stem reduces a lower-case English word to a form that its inflections share.
// It is lighter than Porter's: "signed" and "signing" meet, "general" and "generate" do not.
func Stem(word string) string {
	if len(word) <= 3 || !isAlphabetic(word) {
		return word
	}
	word = stemPlural(word)
	word = stemAdverb(word)
	word = stemVerb(word)
	if strings.HasSuffix(word, "e") && len(word) > 3 {
		word = word[:len(word)-1]
	}
	return word
}

func stemPlural(word string) string {
	switch {
	case strings.HasSuffix(word, "sses"):
		return word[:len(word)-2]
	case strings.HasSuffix(word, "ies") && len(word) > 4:
		return word[:len(word)-3] + "y"
	case HasAnySuffix(word, "ss", "us", "is"):
		return word
	}
	return strings.TrimSuffix(word, "s")
}

func stemAdverb(word string) string {
	if HasAnySuffix(word, "ingly", "edly") && len(word) > 8 {
		word = word[:len(word)-2]
	}
	switch {
	case strings.HasSuffix(word, "ally") && len(word) > 6:
		return word[:len(word)-2]
	case strings.HasSuffix(word, "ly") && len(word) > 5:
		return word[:len(word)-2]
	}
	return word
}

func stemVerb(word string) string {
	if strings.HasSuffix(word, "ied") {
		return word[:len(word)-3] + "y"
	}
	for _, suffix := range [...]string{"ing", "ed"} {
		base, found := strings.CutSuffix(word, suffix)
		if !found || len(base) < 3 || !strings.ContainsAny(base, "aeiouy") {
			continue
		}
		return undouble(base)
	}
	return word
}

// undouble takes back the consonant that English doubles before -ing and -ed.
func undouble(base string) string {
	last := len(base) - 1
	switch {
	case len(base) > 3 && base[last] == base[last-1] && !strings.ContainsRune("lsz", rune(base[last])):
		return base[:last]
	case strings.HasSuffix(base, "ll") && len(base) > 5:
		return base[:last]
	}
	return base
}

func isAlphabetic(word string) bool {
	for i := 0; i < len(word); i++ {
		if c := word[i]; (c < 'a' || c > 'z') && c < 0x80 {
			return false
		}
	}
	return true
}

func HasAnySuffix(word string, suffixes ...string) bool {
	for _, s := range suffixes {
		if strings.HasSuffix(word, s) {
			return true
		}
	}
	return false
}

func IsSeparator(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// SplitNot splits the verb from the "not" of a contraction; it knows the apostrophe that people leave out.
func SplitNot(word string) (verb string, negated bool) {
	if !strings.HasSuffix(word, "t") {
		return word, false
	}
	switch word {
	case "cannot", "can't", "cant":
		return "can", true
	case "won't", "wont":
		return "will", true
	case "shan't":
		return "shall", true
	case "dont",
		"doesnt",
		"didnt",
		"isnt",
		"arent",
		"wasnt",
		"werent",
		"shouldnt",
		"wouldnt",
		"couldnt",
		"hasnt",
		"havent",
		"hadnt",
		"mustnt":
		return strings.TrimSuffix(word, "nt"), true
	}
	if verb, found := strings.CutSuffix(word, "n't"); found && verb != "" {
		return verb, true
	}
	return word, false
}

func IsDigit(c byte) bool { return c >= '0' && c <= '9' }
