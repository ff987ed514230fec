package category

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
)

// maxStems bounds the memory of a stemmer, in words.
const maxStems = 1 << 16

// maxWord bounds a word in bytes; longer runs are no words.
const maxWord = 40

// stemmer splits texts into Porter stems and remembers those that it has computed.
type stemmer struct {
	known map[string]string
	env   *snowballstem.Env
}

func newStemmer() *stemmer {
	return &stemmer{known: map[string]string{}, env: snowballstem.NewEnv("")}
}

// stems gives at most limit stems of the words of letters and digits in a text; words that tell no
// subject are left out.
func (s *stemmer) stems(text string, limit int) []string {
	var out []string
	for i := 0; i < len(text) && len(out) < limit; {
		r, size := utf8.DecodeRuneInString(text[i:])
		if !wordRune(r) {
			i += size
			continue
		}
		end := i
		for end < len(text) {
			r, size := utf8.DecodeRuneInString(text[end:])
			if !wordRune(r) {
				break
			}
			end += size
		}
		if stem := s.stem(text[i:end]); stem != "" {
			out = append(out, stem)
		}
		i = end
	}
	return out
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func (s *stemmer) stem(word string) string {
	if stem, ok := s.known[word]; ok {
		return stem
	}
	if len(word) > maxWord {
		return ""
	}
	stem := strings.ToLower(word)
	switch {
	case subjectless(stem):
		stem = ""
	case len(stem) > 2 && !strings.ContainsFunc(stem, func(r rune) bool { return r < 'a' || r > 'z' }):
		s.env.SetCurrent(stem)
		english.Stem(s.env)
		stem = s.env.Current()
	}
	if len(s.known) >= maxStems {
		clear(s.known)
	}
	s.known[strings.Clone(word)] = stem
	return stem
}

// subjectless holds for words that stand in descriptions of anything.
func subjectless(w string) bool {
	switch w {
	case "a", "an", "and", "are", "as", "at", "be", "but", "by", "do", "does", "for", "from", "has", "have", "how", "if", "in", "into", "is", "it", "its",
		"no", "not", "of", "on", "or", "so", "such", "than", "that", "the", "their", "them", "then", "there", "these", "they", "this", "to", "was", "we", "what",
		"when", "where", "which", "who", "will", "with", "may", "can", "know", "out", "turned", "parts", "together", "people", "s", "t":
		return true
	}
	return false
}
