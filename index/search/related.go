package search

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/rank"
)

// Weights of links and of meaning in the nearness of two notes; those of other sources are given with them.
const (
	relatedLinks   = 0.5
	relatedMeaning = 0.5
)

// Source is one more way in which notes are near to a note, beside links and meaning.
type Source struct {
	Name   string             // as factors name it
	Weight float64            // links and meaning have 0.5 each
	Near   map[string]float64 // nearness by path, from 0 to 1
}

// apartNear is the share that a note which is not in force counts of its nearness.
const apartNear = 0.5

// Related ranks the notes near to the one at path by links in either direction, by meaning, and by
// the sources given. The score is the mean of what the sources say, by their weights, from 0 to 1, and counts half for a
// note that is not in force; Factors has what each source adds to it, by name.
func (s *Searcher) Related(ctx context.Context, path string, limit int, sources ...Source) ([]Hit, error) {
	note, ok := s.numberOf(path)
	if !ok {
		return nil, fmt.Errorf("%w: %s", store.ErrNoNote, path)
	}
	l := lent{from: &s.byNote}
	defer l.back()
	var parts []part
	err := s.mapped(func() (err error) {
		parts, err = s.nearness(ctx, note, sources, &l)
		return err
	})
	if err != nil {
		return nil, store.AsDamage(err)
	}
	r := &run{Searcher: s, q: query.Query{Explain: true, Limit: limit, ChunksPerNote: 1}, answer: &Answer{Hits: []Hit{}}, match: "related",
		score: l.zeros(), excluded: map[int]bool{note: true}}
	for n := range r.score {
		for _, p := range parts {
			r.score[n] += p.of[n]
		}
		r.score[n] = rank.Round(r.score[n])
	}
	kept, err := r.nearest(ctx, max(limit, 1), parts)
	if err != nil {
		return nil, err
	}
	if err := r.makeHits(ctx, kept); err != nil {
		return nil, store.AsDamage(err)
	}
	return r.answer.Hits, nil
}

// nearest returns the first of the notes by score with what each part adds to it, once what is not in force counts less:
// as many are looked at as could be among them.
func (r *run) nearest(ctx context.Context, limit int, parts []part) ([]candidate, error) {
	for look := limit; ; look *= 2 {
		first := r.first(look)
		kept, err := r.consider(ctx, first)
		if err != nil {
			return nil, err
		}
		for i := range kept {
			share := 1.0
			if kept[i].record.Standing != markdown.InForce {
				share = apartNear
			}
			kept[i].score = rank.Round(kept[i].score * share)
			for _, p := range parts {
				kept[i].factors.set(p.name, rank.Round(p.of[kept[i].number]*share))
			}
		}
		slices.SortStableFunc(kept, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
		if len(first) < look || len(kept) >= limit && kept[limit-1].score >= r.score[first[look-1]] {
			return kept[:min(limit, len(kept))], nil
		}
	}
}

// first lists the first n of order, without sorting the rest: nearly every note is a little near.
func (r *run) first(n int) []int {
	n = min(n, len(r.score)) // room for all that somebody asks for is not to be had
	best := make([]placed, 0, 2*n)
	least := 0.0 // what a note must score to be among them
	paths := r.request.Filter.Path
	for at, score := range r.score {
		if score <= least || r.excluded[at] || !r.within(paths, at) {
			continue
		}
		if best = append(best, placed{at, at, score}); len(best) == 2*n {
			sortPlaced(best)
			best = best[:n]
			least = best[n-1].score // what has the same comes later by path
		}
	}
	sortPlaced(best)
	out := make([]int, min(n, len(best)))
	for i := range out {
		out[i] = best[i].at
	}
	return out
}

// part is what one source adds to the score of every note.
type part struct {
	name string
	of   []float64
}

// nearness asks every source, and weighs what it says.
func (s *Searcher) nearness(ctx context.Context, note int, sources []Source, l *lent) ([]part, error) {
	linked, err := s.linked(ctx, s.gen.Rows.Paths[note])
	if err != nil {
		return nil, err
	}
	weights := relatedLinks + relatedMeaning
	for _, source := range sources {
		weights += source.Weight
	}
	near, err := s.near(ctx, note, l)
	if err != nil {
		return nil, err
	}
	links, meaning := part{"links", l.zeros()}, part{"meaning", near}
	for n, x := range linked {
		links.of[n] = x * relatedLinks / weights
	}
	for n := range meaning.of {
		meaning.of[n] *= relatedMeaning / weights
	}
	parts := []part{links, meaning}
	for _, source := range sources {
		p := part{source.Name, l.zeros()}
		for path, x := range source.Near {
			if n, ok := s.numberOf(path); ok {
				p.of[n] = min(max(x, 0), 1) * source.Weight / weights
			}
		}
		parts = append(parts, p)
	}
	return parts, nil
}

// linked gives the notes that a note links to or that link to it: 1 for a link both ways, else the
// strength of the link, at least a half.
func (s *Searcher) linked(ctx context.Context, path string) (map[int]float64, error) {
	out, in, err := s.Links(ctx, path)
	if err != nil {
		return nil, err
	}
	strength := map[int]float64{}
	add := func(list []store.LinkRecord, end func(store.LinkRecord) string) {
		seen := map[int]float64{}
		for _, l := range list {
			if n, ok := s.numberOf(end(l)); ok && l.State == "ok" {
				seen[n] = max(seen[n], l.Strength)
			}
		}
		for n, x := range seen {
			strength[n] = min(1, strength[n]+x)
		}
	}
	add(out, func(l store.LinkRecord) string { return l.To })
	add(in, func(l store.LinkRecord) string { return l.From })
	return strength, nil
}

// near gives every note its similarity to the mean of the note's vectors, against the nearest;
// zeros without vectors.
func (s *Searcher) near(ctx context.Context, note int, l *lent) ([]float64, error) {
	ask := s.likenesses
	if s.members != nil {
		ask = s.likenessesOfMembers
	}
	cosines, err := ask(ctx, note)
	if err != nil || cosines == nil {
		return l.zeros(), err
	}
	r := &run{Searcher: s, cosines: cosines, lent: lent{from: &s.byNote}}
	_, whole := r.meanings()
	l.lists = append(l.lists, r.lent.lists...)
	s.meaningOf.put(cosines)
	whole[note] = 0
	nearest := most(whole) // no mean is below 0
	if nearest > 0 {
		for n, c := range whole {
			whole[n] = rank.Round(c / nearest)
		}
	}
	return whole, nil
}

// likenesses are the cosines of every chunk with the mean of a note's vectors, nil without any.
func (s *Searcher) likenesses(_ context.Context, note int) ([]float32, error) {
	if s.gen.Vectors == nil {
		return nil, nil
	}
	mean := s.meanVector(note)
	if mean == nil {
		return nil, nil
	}
	return s.gen.Vectors.Similarities(mean, s.meaningOf.get())
}

// meanVector is the normalised sum of the vectors of a note's chunks, nil when it has none.
func (s *Searcher) meanVector(note int) []float32 {
	v := s.gen.Vectors
	sum := make([]float32, v.Dim)
	var square float64
	for row := s.gen.Rows.First[note]; row < s.gen.Rows.First[note+1]; row++ {
		for i, x := range v.Vector(int(row)) {
			sum[i] += x
		}
	}
	for _, x := range sum {
		square += float64(x) * float64(x)
	}
	if square == 0 {
		return nil
	}
	for i := range sum {
		sum[i] /= float32(math.Sqrt(square))
	}
	return sum
}

// Likeness is the cosine of the mean vectors of two notes, from -1 to 1; ok is false where one has
// none that can be read.
func (s *Searcher) Likeness(a, b string) (cosine float64, ok bool) {
	if s.members != nil {
		of, there := s.memberOf(a)
		with, other := s.memberOf(b)
		if of == nil || of != with {
			return 0, false
		}
		return of.Searcher.Likeness(there, other)
	}
	if s.gen.Vectors == nil {
		return 0, false
	}
	m, ok1 := s.numberOf(a)
	n, ok2 := s.numberOf(b)
	if !ok1 || !ok2 {
		return 0, false
	}
	var x, y []float32
	damage := s.mapped(func() error {
		x, y = s.meanVector(m), s.meanVector(n)
		return nil
	})
	if damage != nil || x == nil || y == nil {
		return 0, false
	}
	for i := range x {
		cosine += float64(x[i]) * float64(y[i])
	}
	return rank.Round(cosine), true
}

// maxAsked is how much of a note another base's model is asked by, in bytes.
const maxAsked = 4000

// likenessesOfMembers are the cosines of the chunks of all bases with a note: of those whose model is
// that of its own base with the mean of its vectors. Another model reads how the note begins, and
// counts as far as it takes hold of that.
func (s *Searcher) likenessesOfMembers(ctx context.Context, note int) ([]float32, error) {
	home := s.member(note)
	var mean []float32
	if home.Searcher.gen.Vectors != nil {
		mean = home.Searcher.meanVector(note - home.firstNote)
	}
	chunks, err := s.chunks(ctx, note)
	if err != nil {
		return nil, err
	}
	var begin strings.Builder
	for i := 0; i < len(chunks) && begin.Len() < maxAsked; i++ {
		begin.WriteString(chunks[i].Text)
	}
	out := make([]float32, s.gen.Rows.Count())
	return out, s.each(func(m *Member) error {
		if m.Searcher.model == nil {
			return nil
		}
		vector, scale := mean, 1.0
		if home.Searcher.model == nil || m.Searcher.model.Model() != home.Searcher.model.Model() {
			one := &run{Searcher: m.Searcher, request: query.Request{Words: begin.String()}}
			if vector, err = one.query(ctx); err != nil {
				return err
			}
			scale = hold(one.grasp)
		}
		if len(vector) != m.Searcher.gen.Vectors.Dim {
			return nil
		}
		part := out[m.firstRow : m.firstRow+m.Searcher.gen.Rows.Count()]
		_, err := m.Searcher.gen.Vectors.Similarities(vector, part)
		for i := range part {
			part[i] *= float32(scale)
		}
		return err
	})
}
