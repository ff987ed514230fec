package search

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/text/fold"
)

// queryTerm is a stem of the query with the number of times that it stands there.
type queryTerm struct {
	text  string
	count float64
	parts []string // of a word that the query has as two: it counts where one of them is missing
	word  string   // as it is typed, in lower case
	bare  string   // its stem without marks, "" where it is text
	also  []form
	guide bool // it finds nothing, and weighs what is found
}

// form is another term of a word, which counts less than the one that was typed.
type form struct {
	text  string
	share float64
}

// foldedShare is the weight of a word that is spelled with other marks than the one of the query.
const foldedShare = 0.7

// forms lists the terms of a word, the one that was typed first.
func (t *queryTerm) forms() []string {
	out := []string{t.text}
	for _, f := range t.also {
		out = append(out, f.text)
	}
	return out
}

// stem is the stem of the word without marks.
func (t *queryTerm) stem() string { return cmp.Or(t.bare, t.text) }

// in reports whether a word is among stems.
func (t *queryTerm) in(stems map[string]bool) bool {
	return stems[t.text] || slices.ContainsFunc(t.also, func(f form) bool { return stems[f.text] })
}

// keywordScores are the BM25 scores of every chunk and every note; 0 where no term stands.
type keywordScores struct {
	chunk, note []float64
	best        []float64 // of each note's chunks
	cover       []float64 // of each note's chunks: the greatest share of the weight of the terms that stand in one
	matched     []string  // terms that stand anywhere
	weights     []float64 // of the terms, in their order: how rare each is, times how often it was asked for
}

// bm25 scores chunks and notes at once: a note is all of its chunks. It is BM25F (Robertson and
// Zaragoza 2009): the frequencies of the fields are weighted and normalised by length before they
// saturate. Sums run in a fixed order, so that equal trees give equal bits however they were
// indexed.
func (s *Searcher) bm25(ctx context.Context, terms []queryTerm, w *Weights, plain bool) (*keywordScores, error) {
	r := s.gen.Rows
	b := &scorer{
		rows:    r,
		corpus:  s.gen.Corpus,
		w:       w,
		plain:   plain,
		out:     keywordScores{chunk: s.byChunk.zeros(), note: s.byNote.zeros(), best: s.byNote.zeros(), cover: s.byNote.zeros()},
		covered: s.byChunk.zeros(),
		chunkTF: s.chunkTF.get(),
		bodyTF:  s.noteTF.get(),
		bestTF:  s.noteTF.get(),
		chunks:  s.touched.get(),
		notes:   s.touched.get(),
	}
	b.lengths()
	for _, t := range terms {
		if err := b.term(ctx, s.gen.Words, t); err != nil {
			return nil, err // what a term has begun to count is lent to nobody
		}
	}
	b.share()
	s.byChunk.put(b.covered)
	s.chunkTF.put(b.chunkTF)
	s.noteTF.put(b.bodyTF, b.bestTF)
	s.touched.put(b.chunks)
	s.touched.put(b.notes)
	return &b.out, nil
}

// scorer holds the sums of one query.
type scorer struct {
	rows                *store.Rows
	corpus              store.Corpus // nil: the rows are all
	allNotes, allChunks int
	w                   *Weights
	plain               bool // body only, whole notes only: the baseline
	out                 keywordScores

	average     [words.Fields]float64 // length of a field
	averageNote float64

	covered []float64 // of each chunk: the weight of the terms that stand in it
	weight  float64   // of all terms

	// Of the current term:
	chunkTF        []float64
	bodyTF, bestTF []float64 // of notes: in the body, and the best of the other fields of any chunk
	chunks, notes  []int32   // touched
}

// lengths counts notes and chunks and takes the average lengths, over the corpus where there is
// one. No average is below 1: it is divided by.
func (b *scorer) lengths() {
	totals := b.rows.Totals
	b.allNotes, b.allChunks = len(b.rows.Paths), b.rows.Count()
	if b.corpus != nil {
		b.allNotes, b.allChunks, totals = b.corpus.Size()
	}
	for f := range b.average {
		b.average[f] = max(totals[f]/float64(max(b.allChunks, 1)), 1)
	}
	b.averageNote = max(totals[words.Body]/float64(max(b.allNotes, 1)), 1)
}

// boost is the weight of a field, against 1 for the body.
func (b *scorer) boost(f words.Field) float64 {
	switch f {
	case words.Head:
		return b.w.Head
	case words.Code:
		return b.w.Code
	case words.Tags:
		return b.w.Tags
	}
	return 1
}

// term adds the score of one term to the chunks and notes that hold it. After an error the sums are
// half made and must not be used.
func (b *scorer) term(ctx context.Context, r words.Index, t queryTerm) error {
	b.chunks, b.notes = b.chunks[:0], b.notes[:0]
	also := t.also
	if b.plain {
		also = nil
	}
	for _, its := range append([]form{{t.text, 1}}, also...) {
		for f := words.Body; f < words.Fields; f++ {
			boost := b.boost(f)
			if boost <= 0 || b.plain && f != words.Body {
				continue
			}
			list, err := r.Postings(ctx, f, its.text)
			if err != nil {
				return err
			}
			if t.parts != nil {
				if list, err = apart(ctx, r, list, t.parts); err != nil {
					return err
				}
			}
			b.postings(f, boost, its.share, list)
		}
	}
	if len(b.chunks) > 0 && !t.guide {
		b.out.matched = append(b.out.matched, t.text)
	}
	b.settle(t)
	return nil
}

// postings adds the frequencies of a form of the term in a field.
func (b *scorer) postings(f words.Field, boost, share float64, list []words.Posting) {
	rows, lengths, average, weight := b.rows, b.rows.Length[f], b.average[f], b.w.B
	chunkTF, bodyTF, bestTF, chunks, notes := b.chunkTF, b.bodyTF, b.bestTF, b.chunks, b.notes // at hand: this is done for each posting
	for _, p := range list {
		row := rows.RowOf(p.Doc)
		if row < 0 {
			continue
		}
		note := rows.NoteOf[row]
		if chunkTF[row] == 0 {
			chunks = append(chunks, row)
		}
		if bodyTF[note] == 0 && bestTF[note] == 0 {
			notes = append(notes, note)
		}
		freq := share * float64(p.Freq)
		tf := boost * freq / (1 - weight + weight*float64(lengths[row])/average)
		chunkTF[row] += tf
		if f == words.Body {
			bodyTF[note] += freq
		} else {
			bestTF[note] = max(bestTF[note], tf)
		}
	}
	b.chunks, b.notes = chunks, notes
}

// settle turns the frequencies of the term into scores and clears them.
func (b *scorer) settle(t queryTerm) {
	inNotes, inChunks := len(b.notes), len(b.chunks)
	if b.corpus != nil {
		inNotes, inChunks = 0, 0
		for _, text := range t.forms() {
			notes, chunks := b.corpus.Spread(text, t.parts)
			inNotes, inChunks = max(inNotes, notes), max(inChunks, chunks)
		}
	}
	chunkIDF, noteIDF := idf(inChunks, b.allChunks)*t.count, idf(inNotes, b.allNotes)*t.count
	chunkTF, scores, best, noteOf, k1 := b.chunkTF, b.out.chunk, b.out.best, b.rows.NoteOf, b.w.K1
	share := noteIDF
	if t.guide {
		share = 0
		b.chunks = slices.DeleteFunc(b.chunks, func(row int32) bool {
			if b.out.chunk[row] > 0 {
				return false
			}
			b.chunkTF[row] = 0
			return true
		})
		b.notes = slices.DeleteFunc(b.notes, func(note int32) bool {
			if b.out.note[note] > 0 {
				return false
			}
			b.bodyTF[note], b.bestTF[note] = 0, 0
			return true
		})
	}
	b.weight += share
	b.out.weights = append(b.out.weights, noteIDF)
	for _, row := range b.chunks {
		tf := chunkTF[row]
		chunkTF[row] = 0
		score := scores[row] + chunkIDF*tf*(k1+1)/(tf+k1)
		scores[row] = score
		note := noteOf[row]
		if score > best[note] {
			best[note] = score // scores only grow
		}
		b.covered[row] += share
		b.out.cover[note] = max(b.out.cover[note], b.covered[row])
	}
	for _, note := range b.notes {
		tf := b.bodyTF[note]/(1-b.w.B+b.w.B*b.rows.NoteSize[note]/b.averageNote) + b.bestTF[note]
		b.out.note[note] += noteIDF * tf * (b.w.K1 + 1) / (tf + b.w.K1)
		b.bodyTF[note], b.bestTF[note] = 0, 0
	}
}

// share turns the weight of what stands in a chunk into its share of the weight of all terms, those
// included that stand nowhere.
func (b *scorer) share() {
	if b.weight == 0 {
		return
	}
	for n, w := range b.out.cover {
		b.out.cover[n] = w / b.weight
	}
}

// idf is the inverse document frequency of a term in df of n documents, never negative.
func idf(df, n int) float64 {
	return math.Log(1 + (float64(n)-float64(df)+0.5)/(float64(df)+0.5))
}

// terms returns the stems of a text with their counts, in order of the stems. Words of questions
// are left out, unless nothing else is left.
func terms(a *words.Analyzer, text string, plain bool) []queryTerm {
	out, _ := splitTerms(a, text, plain, 0)
	return out
}

// splitTerms gives the words as well that were left out: those of a question, and the function words of its languages.
func splitTerms(a *words.Analyzer, text string, plain bool, of words.Languages) (out []queryTerm, without []string) {
	counts := map[string]float64{}
	all := map[string]*queryTerm{}
	lead := a.Lead(text)
	a.Tokens(text, func(t words.Token) {
		word := text[t.Start:t.End]
		one := all[t.Term]
		if one == nil {
			one = &queryTerm{text: t.Term, bare: t.Folded, word: strings.ToLower(fold.Form(word))}
			for _, f := range t.Forms()[1:] {
				one.also = append(one.also, form{f, foldedShare})
			}
			all[t.Term] = one
		}
		one.count++
		if plain || t.Start >= lead && !words.Filler(word) && !of.Function(word) {
			counts[t.Term]++
		} else {
			without = append(without, word)
		}
	})
	out = make([]queryTerm, 0, len(all))
	for t, one := range all {
		if n := counts[t]; n > 0 {
			one.count = n
		} else if len(counts) > 0 {
			continue
		}
		out = append(out, *one)
	}
	if len(counts) == 0 {
		without = nil
	}
	sort.Slice(out, func(i, j int) bool { return out[i].text < out[j].text })
	return out, without
}
