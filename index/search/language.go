package search

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/text/fold"
)

// Words of other languages than English are in the index as they are written, without marks as well. The
// other forms of a word are looked up when it is asked for, by the language of the question or else of
// the notes: so a note in several languages is read as well as any.
const (
	inflectedShare = 0.5  // of what a word counts that has another ending
	maxInflected   = 2000 // terms that begin like a word and are looked at
	maxEndings     = 16   // other forms of a word that are looked for
	leastStem      = 3    // letters that all forms of a word have
)

// speak finds the languages of the question, and what of it is looked for.
func (r *run) speak(ctx context.Context) (err error) {
	r.text = r.request.Words
	if r.q.Baseline {
		return nil
	}
	r.languages = words.LanguagesOf(r.text, func(plain bool) words.Languages {
		var its words.Languages
		its, err = r.spoken(ctx, plain)
		return its
	})
	r.text = r.languages.Apart(r.text)
	return err
}

// guideShare is the weight of a function word in a note that is found by others: in notes of several
// languages it tells those in the one of the question.
const guideShare = 0.3

// spoken are the languages of the notes; none for a plain question where most are in English.
func (s *Searcher) spoken(ctx context.Context, plain bool) (words.Languages, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.speech = cmp.Or(s.speech, s.gen.Rows.Speech); s.speech == nil {
		its, err := words.SpeechOf(ctx, s.gen.Words, s.gen.Rows.Count())
		if err != nil {
			return 0, err
		}
		s.speech = &its
	}
	if plain && s.speech.MostlyEnglish {
		return 0, nil
	}
	return s.speech.Languages, nil
}

// inflect adds to the words of a query their other forms in its languages.
func (r *run) inflect(ctx context.Context) error {
	if r.languages == 0 || r.gen.Corpus != nil {
		return nil
	}
	for i := range r.terms {
		t := &r.terms[i]
		if strings.ContainsFunc(t.word, func(c rune) bool { return !unicode.In(c, unicode.L, unicode.M) }) {
			continue
		}
		bare := fold.Word(t.word)
		for _, look := range [][2]string{{t.word, ""}, {bare, ""}, {bare, words.Folded("")}} {
			others, err := r.endings(look[0], look[1], t.forms())
			if err != nil {
				return err
			}
			for _, text := range others {
				t.also = append(t.also, form{text, inflectedShare})
			}
		}
	}
	return ctx.Err()
}

// endings lists the terms behind a mark that are other forms of a word than those that are known.
func (r *run) endings(word, mark string, known []string) ([]string, error) {
	stems := r.languages.Stems(word)
	begin := word
	for _, stem := range stems {
		n := 0
		for i, c := range begin {
			if !strings.HasPrefix(stem[min(i, len(stem)):], string(c)) {
				break
			}
			n = i + utf8.RuneLen(c)
		}
		begin = begin[:n]
	}
	if utf8.RuneCountInString(begin) < leastStem {
		return nil, nil
	}
	near, err := r.gen.Words.Near(words.Body, mark+begin, 0, maxInflected)
	var out []string
	for text := range near {
		if !slices.Contains(known, text) && meet(stems, r.languages.Stems(strings.TrimPrefix(text, mark))) {
			out = append(out, text)
		}
	}
	slices.Sort(out)
	return out[:min(len(out), maxEndings)], err
}

// meet reports whether two words have one stem in a language.
func meet(a, b []string) bool {
	for i := range a {
		if a[i] == b[i] {
			return true
		}
	}
	return false
}
