package read

import (
	"slices"
	"strings"

	"github.com/9aea2451/kb/contradict/words"
)

// rewrite appends tokens to out, with the phrases of the book, which words of a class open, replaced from
// left to right.
func rewrite(out []Token, book words.PhraseBook, opens words.WordClass, tokens []Token) []Token {
	for i := 0; i < len(tokens); {
		var rule *words.Phrase
		n := 0
		if tokens[i].Kind == WordToken && tokens[i].Class&opens != 0 {
			rule, n = match(book, tokens, i)
		}
		if rule == nil {
			out = append(out, tokens[i])
			i++
			continue
		}
		for _, word := range rule.Replacement {
			out = append(out, replacementToken(word, tokens[i]))
		}
		i += n
	}
	return out
}

// replacementToken is a word of a replacement as a token: "MUST" and the like as the mark of a
// force. It begins where the first replaced token began.
func replacementToken(word string, first Token) Token {
	if force, negated, ok := modalForce(word); ok {
		return Token{Kind: ModalMark, force: force, negated: negated, Start: first.Start}
	}
	return Token{Text: word, Class: words.English().Words[word], Start: first.Start, Name: first.Name}
}

// match returns the first rule that matches at i and how many tokens it takes.
func match(book words.PhraseBook, tokens []Token, i int) (*words.Phrase, int) {
	for _, rule := range book[tokens[i].Text] {
		n, ok := matchElements(rule.Pattern, tokens[i:])
		if ok && !excluded(rule, tokens, i+n) {
			return rule, n
		}
	}
	return nil, 0
}

// excluded reports whether the token behind a match rules the phrase out: one of NotBefore, or, for
// a Gerund, any but a word in -ing.
func excluded(p *words.Phrase, tokens []Token, next int) bool {
	if p.Gerund && (next >= len(tokens) || tokens[next].Kind != WordToken || !strings.HasSuffix(tokens[next].Text, "ing")) {
		return true
	}
	return next < len(tokens) && slices.Contains(p.NotBefore, tokens[next].Text)
}

// matchElements reports whether the tokens begin with the pattern, and how many it takes. An
// optional element takes a token where the rest still matches.
func matchElements(pattern []words.PhraseElement, tokens []Token) (n int, ok bool) {
	if len(pattern) == 0 {
		return 0, true
	}
	first := &pattern[0]
	if len(tokens) > 0 && matches(first, &tokens[0]) {
		if n, ok := matchElements(pattern[1:], tokens[1:]); ok {
			return n + 1, true
		}
	}
	if first.Optional {
		return matchElements(pattern[1:], tokens)
	}
	return 0, false
}

// matches reports whether the token is a word that the element has; code and numbers are none.
func matches(e *words.PhraseElement, t *Token) bool {
	return t.Kind == WordToken && (e.Adverb && strings.HasSuffix(t.Text, "ly") || slices.Contains(e.Words, t.Text))
}
