package search

import (
	"context"
	"math"

	"github.com/9aea2451/kb/index/words"
)

// Stems lists the stems of a text in the order of its words, as the index has them; in a question
// those that are looked for alone.
func (s *Searcher) Stems(text string, question bool) []string {
	a := s.analyzers.Get().(*words.Analyzer)
	defer s.analyzers.Put(a)
	if question {
		var out []string
		terms, _ := splitTerms(a, text, false)
		for _, t := range terms {
			out = append(out, t.text)
		}
		return out
	}
	var out []string
	a.Tokens(text, func(t words.Token) { out = append(out, t.Term) })
	return out
}

// Rarity tells how much it says that a note holds a stem: the logarithm of how many notes there are
// for each that does. A stem that no note holds is as rare as can be.
func (s *Searcher) Rarity(ctx context.Context, stem string) (float64, error) {
	r := &run{Searcher: s}
	with, err := r.notesWith(ctx, stem, words.Fields-1)
	if err != nil {
		return 0, err
	}
	n := float64(len(s.gen.Rows.Paths))
	return math.Log(1 + n/(0.5+float64(len(with)))), nil
}
