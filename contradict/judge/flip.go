package judge

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// Flip is a statement turned so that it contradicts what it was, to measure whether that is told.
type Flip struct {
	Kind string // polarity, antonym or number
	Text string
}

// pairsOf is a list of words and what takes their place, in turn; the first that is there is replaced.
type pairsOf []string

// flip replaces the first listed word that the text has. It returns "" where there is none, and
// where this place is outside of the main clause or a longer word begins there: no other is tried.
func (p pairsOf) flip(text string) string {
	for i := 0; i < len(p); i += 2 {
		at := strings.Index(text, p[i])
		if at < 0 {
			continue
		}
		end := at + len(p[i])
		if !inMainClause(text[:at]) || end < len(text) && p[i][len(p[i])-1] != ' ' && isLetter(text[end]) {
			return ""
		}
		return text[:at] + p[i+1] + text[end:]
	}
	return ""
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// inMainClause tells the beginning of a sentence behind which its main clause goes on: what is turned in a
// condition or an aside says something else, not the opposite.
func inMainClause(before string) bool {
	for word := range strings.FieldsSeq(strings.ToLower(before)) {
		switch strings.Trim(word, ",*_") {
		case "if", "when", "whenever", "unless", "until", "while", "that", "which", "who", "whose", "where", "because", "since", "as",
			"so", "after", "before", "once", "though", "although", "whether", "no", "none", "not", "never", "to":
			return false
		}
	}
	return !strings.ContainsAny(before, "(:;—–")
}

// flipPolarity denies what is said, or says what is denied.
func flipPolarity(text string) string {
	if strings.Contains(text, " no ") || strings.Contains(text, " any ") {
		return "" // denied twice it says the same
	}
	return pairsOf{
		" MUST NOT ", " MUST ", " SHALL NOT ", " SHALL ", " SHOULD NOT ", " SHOULD ", " MUST ", " MUST NOT ", " SHALL ", " SHALL NOT ",
		" SHOULD ", " SHOULD NOT ", " must not ", " must ", " should not ", " should ", " must ", " must not ", " shall ", " shall not ",
		" should ", " should not ", " does not ", " ", " do not ", " ", " is not ", " is ", " are not ", " are ", " is ", " is not ",
		" are ", " are not ",
	}.flip(text)
}

// flipAntonym puts the opposite in the place of a word.
func flipAntonym(text string) string {
	return pairsOf{
		" enabled", " disabled", " disabled", " enabled", " accepts ", " rejects ", " rejects ", " accepts ", " accept ", " reject ",
		" reject ", " accept ", " required", " optional", " optional", " required", " allowed", " forbidden", " mutable", " immutable",
		" ascending", " descending", " public", " private", " before ", " after ", " valid", " invalid", " include ", " exclude ",
		" encrypted", " unencrypted", " synchronously", " asynchronously", " allow ", " forbid ", " maximum", " minimum",
		" preserves ", " discards ", " preserve ", " discard ", " ignores ", " honors ", " ignore ", " honor ",
	}.flip(text)
}

var amountToFlip = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:[a-z(]|\bis|\bof) (\d{1,7})( [a-z]+s\b|%)`)
})

// flipNumber changes an amount.
func flipNumber(text string) string {
	m := amountToFlip().FindStringSubmatchIndex(text)
	if m == nil || !inMainClause(text[:m[2]]) {
		return ""
	}
	n, _ := strconv.Atoi(text[m[2]:m[3]])
	return text[:m[2]] + strconv.Itoa(n*3+7) + text[m[3]:]
}

// Flips lists how a statement can be turned, each kind at most once.
func Flips(text string) (list []Flip) {
	for _, f := range [...]struct {
		kind string
		flip func(string) string
	}{{"polarity", flipPolarity}, {"antonym", flipAntonym}, {"number", flipNumber}} {
		if flipped := f.flip(text); flipped != "" {
			list = append(list, Flip{f.kind, flipped})
		}
	}
	return list
}
