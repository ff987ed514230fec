package stem

import (
	"strings"
	"unicode/utf8"
)

// Light reduces a lower-case English word to a form that its inflections share.
// It is lighter than Porter's: "signed" and "signing" meet, "general" and "generate" do not.
func Light(word string) string {
	if len(word) <= 3 || strings.ContainsFunc(word, isSign) {
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

// stemPlural takes the -s off plurals and third persons: "classes" is class, "policies" policy;
// "status" and "basis" stay.
func stemPlural(word string) string {
	switch {
	case strings.HasSuffix(word, "sses"):
		return word[:len(word)-2]
	case strings.HasSuffix(word, "ies") && len(word) > 4:
		return word[:len(word)-3] + "y"
	case strings.HasSuffix(word, "ss"), strings.HasSuffix(word, "us"), strings.HasSuffix(word, "is"):
		return word
	}
	return strings.TrimSuffix(word, "s")
}

// stemAdverb takes -ly off words of six letters or more, and gives the adjective: "usually" is usual,
// "easily" easy, "automatically" automatic; "only", "apply", "supply" and "family" stay.
func stemAdverb(word string) string {
	if (strings.HasSuffix(word, "ingly") || strings.HasSuffix(word, "edly")) && len(word) > 8 {
		word = word[:len(word)-2]
	}
	if word == "fully" {
		return "full"
	}
	base, found := strings.CutSuffix(word, "ly")
	if !found || len(word) < 6 || noAdverb(word) {
		return word
	}
	if kind, found := strings.CutSuffix(base, "ical"); found && !hasIcal(kind) {
		return kind + "ic"
	}
	if stem, found := strings.CutSuffix(base, "i"); found {
		return stem + "y"
	}
	return base
}

// noAdverb tells the words of everyday in -ly whose inflections keep the -l: supplies, multiplied, families.
func noAdverb(word string) bool {
	return strings.HasSuffix(word, "pply") || strings.HasSuffix(word, "multiply") || word == "comply" || word == "family"
}

// hasIcal tells adjectives in -ical by what stands before: "typically" is typical, "logically"
// logical, while "specifically" is specific.
func hasIcal(kind string) bool {
	switch kind {
	case "alphabet", "analyt", "canon", "crit", "electr", "empir", "eth", "geograph", "hierarch", "histor", "ident", "mathemat", "mechan",
		"med", "numer", "phys", "polit", "pract", "rad", "statist", "tact", "techn", "theoret", "typ", "vert":
		return true
	}
	return strings.HasSuffix(kind, "log")
}

// stemVerb takes -ing and -ed off where three letters or more with a vowel stay, and makes -y of
// -ied: "signing" is sign, "retried" retry; "string" stays.
func stemVerb(word string) string {
	if strings.HasSuffix(word, "ied") {
		return word[:len(word)-3] + "y"
	}
	for _, suffix := range [...]string{"ing", "ed"} {
		base, found := strings.CutSuffix(word, suffix)
		if !found || len(base) < 3 || !strings.ContainsAny(base, "aeiouy") {
			continue
		}
		last := len(base) - 1
		switch { // English doubles the consonant before -ing and -ed
		case len(base) > 3 && base[last] == base[last-1] && !strings.ContainsRune("lsz", rune(base[last])):
			return base[:last]
		case strings.HasSuffix(base, "ll") && len(base) > 5:
			return base[:last]
		}
		return base
	}
	return word
}

// isSign reports whether a character is ASCII and no lower-case letter.
func isSign(r rune) bool { return r < 'a' || r > 'z' && r < utf8.RuneSelf }
