// Package stem reduces English words to the form that their inflections share, so that "signing" finds
// "signed". No I/O.
//
// Porter's algorithm (Snowball's English) serves retrieval and the choice of categories: it also
// joins words of one family, such as "general" and "generate". Light takes inflections alone, for
// the comparison of statements, where words of one family say different things.
package stem

import (
	"strings"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
)

// Porter returns the Porter stem of a lower-case word. Words of other letters than a to z are
// returned as they are: numbers, identifiers and other languages have no English endings.
func Porter(word string) string { return porter(snowballstem.NewEnv(""), word) }

// porter is Porter in an environment that is used again, by one goroutine at a time. Words of one
// or two letters stay as they are.
func porter(env *snowballstem.Env, word string) string {
	if len(word) < 3 || !letters(word) {
		return word
	}
	env.SetCurrent(word)
	english.Stem(env)
	return env.Current()
}

// letters reports whether a word consists of the letters a to z.
func letters(word string) bool {
	for i := range len(word) {
		if word[i] < 'a' || word[i] > 'z' {
			return false
		}
	}
	return true
}

// maxKept bounds the words that a Stemmer remembers.
const maxKept = 1 << 16

// Stemmer returns Porter stems and remembers them. Not for concurrent use.
type Stemmer struct {
	normal func(word string) string
	kept   map[string]string
	env    *snowballstem.Env
}

// New returns a Stemmer. normal returns the form of a word that is stemmed, in lower case, "" for a
// word that does not count; it is called once for each word that is remembered.
func New(normal func(word string) string) *Stemmer {
	return &Stemmer{normal: normal, kept: make(map[string]string, 1024), env: snowballstem.NewEnv("")}
}

// Stem returns the Porter stem of a word, "" for one that does not count.
func (s *Stemmer) Stem(word string) string {
	if stem, ok := s.kept[word]; ok {
		return stem
	}
	stem := porter(s.env, s.normal(word))
	if len(s.kept) >= maxKept {
		clear(s.kept)
	}
	s.kept[strings.Clone(word)] = stem
	return stem
}
