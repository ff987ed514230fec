package category

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/9aea2451/kb/text/stem"
)

// maxWord bounds a word in bytes; longer runs are no words.
const maxWord = 40

// stemmer splits texts into Porter stems.
type stemmer struct{ *stem.Stemmer }

// newStemmer makes a stemmer that passes over words without a subject.
func newStemmer() *stemmer {
	return &stemmer{stem.New(func(word string) string {
		if word = strings.ToLower(word); subjectless(word) {
			return ""
		}
		return word
	})}
}

// stems gives at most maxText stems of the words of letters and digits in a text; words that tell no
// subject are left out.
func (s *stemmer) stems(text string) []string {
	var out []string
	for i := 0; i < len(text) && len(out) < maxText; {
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
		if end-i <= maxWord {
			if stem := s.Stem(text[i:end]); stem != "" {
				out = append(out, stem)
			}
		}
		i = end
	}
	return out
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// subjectless holds for words that stand in descriptions of anything.
func subjectless(w string) bool {
	switch w {
	case "a", "an", "and", "are", "as", "at", "be", "but", "by", "do", "does", "for", "from", "has", "have", "how",
		"if", "in", "into", "is", "it", "its", "no", "not", "of", "on", "or", "so", "such", "than", "that", "the",
		"their", "them", "then", "there", "these", "they", "this", "to", "was", "we", "what", "when", "where",
		"which", "who", "will", "with", "may", "can", "know", "out", "turned", "parts", "together", "people", "s", "t":
		return true
	}
	return false
}
