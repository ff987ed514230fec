package words

import "strings"

// PhraseBook holds rewriting rules by the first word of their pattern.
type PhraseBook map[string][]*Phrase

// Phrase rewrites the tokens that match a pattern.
type Phrase struct {
	Pattern     []PhraseElement
	NotBefore   []string // it does not match before one of these
	Gerund      bool     // only before a word in -ing
	Replacement []string // words, or names of forces such as MUST; none takes the tokens out
}

// PhraseElement matches one token, or none where it is optional.
type PhraseElement struct {
	Words    []string // any one of them, in lower case
	Adverb   bool     // any word in -ly
	Optional bool
}

// readPhrases reads a list of "pattern => replacement" lines; phrases.txt explains the patterns.
func readPhrases(list string) PhraseBook {
	book := PhraseBook{}
	for _, line := range listLines(list) {
		pattern, replacement, _ := strings.Cut(line, "=>")
		p := parsePhrase(pattern)
		p.Replacement = strings.Fields(replacement)
		for _, word := range p.Pattern[0].Words {
			book[word] = append(book[word], p)
		}
	}
	return book
}

// parsePhrase reads the left side of a rule. Its ends say what follows it: "! a|b" none of these
// words, "> +ing" a word in -ing.
func parsePhrase(pattern string) *Phrase {
	p := &Phrase{}
	pattern, p.Gerund = strings.CutSuffix(strings.TrimSpace(pattern), " > +ing")
	pattern, not, _ := strings.Cut(pattern, "!")
	if not = strings.TrimSpace(not); not != "" {
		p.NotBefore = strings.Split(not, "|")
	}
	for _, field := range strings.Fields(pattern) {
		// One element of a pattern: a|b, [a|b] where it may be missing, +ly, $be.
		var e PhraseElement
		if inner, found := strings.CutPrefix(field, "["); found {
			field, e.Optional = strings.TrimSuffix(inner, "]"), true
		}
		for word := range strings.SplitSeq(field, "|") {
			switch word {
			case "+ly":
				e.Adverb = true
			case "$be":
				e.Words = append(e.Words, "is", "are", "be", "being", "was", "were")
			default:
				e.Words = append(e.Words, word)
			}
		}
		p.Pattern = append(p.Pattern, e)
	}
	return p
}
