package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/9aea2451/kb/index/embed"
	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb"
)

// Search answers a query. An index that proves to be damaged is rebuilt, and the query answered
// from the new one.
func (s *Searcher) Search(ctx context.Context, q query.Query) (*Answer, error) {
	return whole(ctx, s, func(s *Searcher) (*Answer, error) { return s.search(ctx, q) })
}

// whole asks for something, and once more of an index that was built anew where the first one proves to be damaged.
func whole[T any](ctx context.Context, s *Searcher, ask func(s *Searcher) (T, error)) (T, error) {
	a, err := ask(s)
	if s.rebuild == nil || !errors.Is(err, store.ErrDamaged) {
		return a, err
	}
	if err := s.rebuild(ctx, s.x, s.view.Generation, err); err != nil {
		return a, err
	}
	sound, err := Open(ctx, s.x, nil)
	if err != nil {
		return a, err
	}
	defer sound.Close()
	sound.settings = s.settings
	return ask(sound)
}

// search answers a query.
func (s *Searcher) search(ctx context.Context, q query.Query) (a *Answer, err error) {
	q.Fusion = cmp.Or(q.Fusion, s.settings.Fusion)
	if err := q.Check(); err != nil {
		return nil, err
	}
	r := &run{
		Searcher: s,
		q:        q,
		w:        s.settings.Weights,
		leftOut:  map[int]bool{},
		lent:     lent{from: &s.byNote},
		answer:   &Answer{Hits: []Hit{}, Query: q.Text, Mode: q.Mode, Fusion: q.Fusion, Tried: []string{}, Tree: s.view.TreeName()},
	}
	known := query.Known{Today: s.day(q.Day), Any: func(fits func(*kb.Note) bool) (bool, error) { return r.anyNote(ctx, fits) }}
	if r.request, err = query.Parse(q.Text, q.Filter, known); err != nil {
		return nil, err
	}
	r.answer.Type = string(r.request.Kind)
	s.fromFolder(q.Folder, &r.request.Filter)
	r.all = s.weighed.get()
	err = s.mapped(func() error { return r.search(ctx) })
	s.weighed.put(r.all)
	s.meaningOf.put(r.cosines)
	if r.keyword != nil {
		s.byChunk.put(r.keyword.chunk)
		s.byNote.put(r.keyword.note, r.keyword.best, r.keyword.cover)
	}
	if err != nil {
		return nil, store.AsDamage(err)
	}
	// What filters alone found has no score to speak of.
	least := r.settings.MinScore
	if least != 0 && !r.q.Baseline && strings.TrimSpace(r.request.Words) != "" {
		before := len(r.answer.Hits)
		r.answer.Hits = slices.DeleteFunc(r.answer.Hits, func(h Hit) bool { return h.Score < least })
		r.answer.BelowMin = before - len(r.answer.Hits)
	}
	r.answer.LeftOut = len(r.leftOut)
	return r.answer, nil
}

// run is one search.
type run struct {
	*Searcher
	q       query.Query
	w       Weights
	request query.Request
	answer  *Answer

	text      string          // the words of the query, apart from articles that cling to them
	languages words.Languages // beside English that it may be in
	terms     []queryTerm
	guides    []queryTerm
	without   []string // words of the query that are not looked for
	keyword   *keywordScores
	cosines   []float32    // by row; nil without vectors
	grasp     *embed.Grasp // of the query, of a model that tells it
	byModel   *nearness    // by a model beside the index's own; nil for none
	score     []float64    // fused, by note
	best      chunkScores
	all       []factor // of the candidates, mostFactors of each
	lent      lent     // while scores are mixed
	excluded  map[int]bool
	wholly    map[int]bool // notes that are not in force as a whole, and asked for
	leftOut   map[int]bool // notes that were found and do not hold, where only what holds is asked for
	graph     map[int]float64
	named     map[int]int // notes that the whole query names, by how surely
	match     string      // overrides the kind of match: prefix, fuzzy
}

// search fills in the answer. A query without words lists what passes its filters; one that finds
// nothing is tried again with words like its own.
func (r *run) search(ctx context.Context) error {
	a := r.analyzers.Get().(*words.Analyzer)
	defer r.analyzers.Put(a)
	if r.q.Baseline {
		r.request = query.Request{Words: r.q.Text, Kind: query.Plain}
	}
	if err := r.speak(ctx); err != nil {
		return err
	}
	r.terms, r.without = splitTerms(a, r.text, r.q.Baseline, r.languages)
	var out []queryTerm
	of := r.languages
	for _, word := range strings.Fields(r.text) {
		if !of.Function(strings.Trim(word, ".,;:?!¿¡")) {
			continue
		}
		for _, t := range terms(a, word, true) {
			t.guide, t.count = true, guideShare
			out = append(out, t)
		}
	}
	r.guides = out
	for _, t := range r.terms {
		r.answer.Terms = append(r.answer.Terms, t.text)
	}
	if strings.TrimSpace(r.request.Words) == "" {
		return r.listAll(ctx)
	}
	if !r.q.Baseline && r.q.Mode != query.Vector {
		if err := r.compounds(ctx, a); err != nil {
			return err
		}
		if err := r.inflect(ctx); err != nil {
			return err
		}
	}
	if err := r.candidates(ctx); err != nil {
		return err
	}
	if err := r.exclude(ctx); err != nil {
		return err
	}
	r.fuse()
	if err := r.compareBeside(ctx); err != nil {
		return err
	}
	r.weighNear()
	if err := r.findNamed(ctx); err != nil {
		return err
	}
	r.keepNamed()
	if err := r.collect(ctx); err != nil || len(r.answer.Hits) > 0 || r.q.Baseline {
		return err
	}
	return r.fallback(ctx)
}

// candidates scores every chunk by words and by meaning.
func (r *run) candidates(ctx context.Context) (err error) {
	if r.q.Mode != query.Vector {
		r.answer.Tried = append(r.answer.Tried, "words: "+joinTerms(r.terms)+notLookedFor(r.without))
		if r.keyword, err = r.bm25(ctx, slices.Concat(r.terms, r.guides), &r.w, r.q.Baseline); err != nil {
			return err
		}
	}
	if r.request.Kind == query.Graph && !r.q.Baseline {
		if err := r.neighboursOfNamed(ctx); err != nil {
			return err
		}
	}
	if r.q.Mode == query.Keyword || r.q.Baseline || !r.means() {
		if r.q.Mode == query.Vector && !r.means() {
			r.answer.Tried = append(r.answer.Tried, "meaning: no vectors, so words")
			r.keyword, err = r.bm25(ctx, r.terms, &r.w, false)
		}
		return err
	}
	err = r.compare(ctx)
	if err == nil || ctx.Err() != nil || errors.Is(err, store.ErrDamaged) {
		return cmp.Or(ctx.Err(), err)
	}
	r.x.Options.Warn(fmt.Sprintf("meaning is not searchable for now: %v", err))
	if r.keyword == nil {
		r.keyword, err = r.bm25(ctx, r.terms, &r.w, false)
		return err
	}
	return nil
}

// means tells whether there is a model that takes a query by its meaning.
func (s *Searcher) means() bool {
	return s.model != nil || slices.ContainsFunc(s.members, func(m Member) bool { return m.Searcher.model != nil })
}

// compare finds how near every chunk is to the query by meaning.
func (r *run) compare(ctx context.Context) error {
	if r.members != nil {
		return r.compareMembers(ctx)
	}
	r.answer.Tried = append(r.answer.Tried, "meaning: "+r.model.Model())
	vec, err := r.query(ctx)
	if err != nil {
		return err
	}
	r.answer.Model = r.model.Model()
	if len(vec) == r.gen.Vectors.Dim {
		r.cosines, err = r.gen.Vectors.Similarities(vec, r.meaningOf.get())
	}
	return err
}

// query is the vector of the query.
func (r *run) query(ctx context.Context) ([]float32, error) {
	trained, ok := r.model.(embed.Grasper)
	if !ok {
		return r.model.Query(ctx, r.request.Words)
	}
	vector, grasp, err := trained.QueryGrasp(ctx, r.languages.Without(cmp.Or(r.text, r.request.Words)))
	r.grasp = &grasp
	if r.languages != 0 && vector != nil { // function words find nothing, but tell the language
		return r.model.Query(ctx, r.request.Words)
	}
	return vector, err
}

// shownTerms bounds the terms that are named when it is told what was tried.
const shownTerms = 12

// joinTerms names the first shownTerms terms, and tells how many more there are.
func joinTerms(ts []queryTerm) string {
	var out []string
	for _, t := range ts[:min(len(ts), shownTerms)] {
		out = append(out, t.text)
	}
	if rest := len(ts) - shownTerms; rest > 0 {
		out = append(out, fmt.Sprintf("and %d more", rest))
	}
	return strings.Join(out, " ")
}

// notLookedFor names the words of a question that are not looked for.
func notLookedFor(without []string) string {
	if len(without) == 0 {
		return ""
	}
	more := ""
	if len(without) > shownTerms {
		without, more = without[:shownTerms], " …"
	}
	return " (without " + strings.Join(without, " ") + more + ")"
}

// exclude marks the notes that hold a word which must not stand in them, and those that the caller drops.
func (r *run) exclude(ctx context.Context) error {
	r.excluded = map[int]bool{}
	for _, p := range r.q.Exclude {
		if n, ok := r.numberOf(p); ok {
			r.excluded[n] = true
		}
	}
	a := r.analyzers.Get().(*words.Analyzer)
	defer r.analyzers.Put(a)
	for _, word := range r.request.Not {
		stems := terms(a, word, true)
		if len(stems) == 0 {
			continue
		}
		hits := map[int]int{}
		for _, t := range stems {
			seen, err := r.notesWith(ctx, words.Head, t.forms()...)
			if err != nil {
				return err
			}
			for n := range seen {
				hits[n]++
			}
		}
		for n, c := range hits {
			if c < len(stems) {
				continue
			}
			stands, err := r.standsIn(ctx, word, n)
			if err != nil {
				return err
			}
			if stands {
				r.excluded[n] = true
			}
		}
	}
	return nil
}

// standsIn tells whether what must not stand in a note does, in one that has its stems: of a phrase
// some section must hold all.
func (r *run) standsIn(ctx context.Context, text string, note int) (bool, error) {
	if !strings.ContainsFunc(text, unicode.IsSpace) {
		return true, nil
	}
	chunks, err := r.chunks(ctx, note)
	return slices.ContainsFunc(chunks, func(c store.Chunk) bool { return holdsPhrase(lowered(&c), folded(text)) }), err
}

// order lists the notes with a score above zero, best first, ties by path.
func (r *run) order() []int {
	all := r.ordered.get()
	defer func() { r.ordered.put(all) }()
	paths := r.request.Filter.Path
	for n, s := range r.score {
		if s > 0 && !r.excluded[n] && r.within(paths, n) {
			all = append(all, placed{n, n, s})
		}
	}
	sortPlaced(all)
	out := make([]int, len(all))
	for i, s := range all {
		out[i] = s.at
	}
	return out
}
