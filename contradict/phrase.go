package contradict

import (
	"slices"
	"strings"
)

// phraseBook holds rewriting rules by the first word of their pattern.
type phraseBook map[string][]*phrase

// phrase rewrites the tokens that match a pattern.
type phrase struct {
	pattern     []phraseElement
	notBefore   []string
	replacement []string
}

// phraseElement matches one token, or none where it is optional.
type phraseElement struct {
	words    []string
	adverb   bool // any word in -ly
	optional bool
}

// readPhrases reads a list of "pattern => replacement" lines; words/phrases.txt explains the patterns.
func readPhrases(list string) phraseBook {
	book := phraseBook{}
	for _, line := range listLines(list) {
		pattern, replacement, _ := strings.Cut(line, "=>")
		p := parsePhrase(pattern)
		p.replacement = strings.Fields(replacement)
		for _, word := range p.pattern[0].words {
			book[word] = append(book[word], p)
		}
	}
	return book
}

func parsePhrase(pattern string) *phrase {
	p := &phrase{}
	pattern, not, _ := strings.Cut(pattern, "!")
	if not = strings.TrimSpace(not); not != "" {
		p.notBefore = strings.Split(not, "|")
	}
	for _, field := range strings.Fields(pattern) {
		p.pattern = append(p.pattern, parseElement(field))
	}
	return p
}

func parseElement(field string) phraseElement {
	var e phraseElement
	if inner, found := strings.CutPrefix(field, "["); found {
		field, e.optional = strings.TrimSuffix(inner, "]"), true
	}
	for word := range strings.SplitSeq(field, "|") {
		switch word {
		case "+ly":
			e.adverb = true
		case "$be":
			e.words = append(e.words, "is", "are", "be", "being", "was", "were")
		default:
			e.words = append(e.words, word)
		}
	}
	return e
}

// rewrite replaces the phrases of the book in tokens, from left to right.
func (book phraseBook) rewrite(tokens []token) []token {
	out := make([]token, 0, len(tokens))
	for i := 0; i < len(tokens); {
		rule, n := book.match(tokens, i)
		if rule == nil {
			out = append(out, tokens[i])
			i++
			continue
		}
		for _, word := range rule.replacement {
			out = append(out, replacementToken(word, tokens[i]))
		}
		i += n
	}
	return out
}

func replacementToken(word string, first token) token {
	if force, negated, ok := modalForce(word); ok {
		return token{kind: modalMark, force: force, negated: negated, start: first.start}
	}
	return token{text: word, class: words().words[word], start: first.start, name: first.name}
}

// match returns the first rule that matches at i and how many tokens it takes.
func (book phraseBook) match(tokens []token, i int) (*phrase, int) {
	if tokens[i].kind != wordToken {
		return nil, 0
	}
	for _, rule := range book[tokens[i].text] {
		n, ok := matchElements(rule.pattern, tokens[i:])
		if ok && !rule.excluded(tokens, i+n) {
			return rule, n
		}
	}
	return nil, 0
}

func (p *phrase) excluded(tokens []token, next int) bool {
	return next < len(tokens) && slices.Contains(p.notBefore, tokens[next].text)
}

func matchElements(pattern []phraseElement, tokens []token) (n int, ok bool) {
	if len(pattern) == 0 {
		return 0, true
	}
	first := &pattern[0]
	if len(tokens) > 0 && first.matches(&tokens[0]) {
		if n, ok := matchElements(pattern[1:], tokens[1:]); ok {
			return n + 1, true
		}
	}
	if first.optional {
		return matchElements(pattern[1:], tokens)
	}
	return 0, false
}

func (e *phraseElement) matches(t *token) bool {
	if t.kind != wordToken {
		return false
	}
	return e.adverb && strings.HasSuffix(t.text, "ly") || slices.Contains(e.words, t.text)
}
