package index

import (
	"context"
	"fmt"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/rank"
	"math"
)

// Shares of links and of meaning in the nearness of two notes.
const (
	relatedLinks   = 0.5
	relatedMeaning = 0.5
)

// Related ranks the notes near to the one at path by links in either direction and by meaning; Factors has the share of each.
func (s *Searcher) Related(ctx context.Context, path string, limit int) ([]Hit, error) {
	note, ok := s.gen.rows.note(path)
	if !ok {
		return nil, fmt.Errorf("%w: %s", ErrNoNote, path)
	}
	linked, err := s.linked(ctx, path)
	if err != nil {
		return nil, err
	}
	near := s.near(note)
	r := &run{Searcher: s, q: Query{Explain: true, Limit: limit, ChunksPerNote: 1, IncludeInactive: true}, answer: &Answer{Hits: []Hit{}}, match: "related",
		score: make([]float64, len(s.gen.rows.paths)), best: make([]float64, s.gen.rows.count()), excluded: map[int]bool{note: true}}
	for n := range r.score {
		r.score[n] = rank.Round(relatedLinks*linked[n] + relatedMeaning*near[n])
	}
	order := r.order()
	kept, err := r.consider(ctx, order[:min(len(order), max(limit, 1))])
	if err != nil {
		return nil, err
	}
	for i := range kept {
		n := kept[i].number
		kept[i].factors = map[string]float64{"links": rank.Round(relatedLinks * linked[n]), "meaning": rank.Round(relatedMeaning * near[n])}
	}
	if err := r.makeHits(ctx, kept); err != nil {
		return nil, asDamage(err)
	}
	return r.answer.Hits, nil
}

// linked gives the notes that a note links to or that link to it: 1 for a link both ways, else the strength of the link, at least a half.
func (s *Searcher) linked(ctx context.Context, path string) (map[int]float64, error) {
	out, in, err := s.Links(ctx, path)
	if err != nil {
		return nil, err
	}
	strength := map[int]float64{}
	add := func(list []LinkRecord, end func(LinkRecord) string) {
		seen := map[int]float64{}
		for _, l := range list {
			if n, ok := s.gen.rows.note(end(l)); ok && l.State == "ok" {
				seen[n] = max(seen[n], l.Strength)
			}
		}
		for n, x := range seen {
			strength[n] = min(1, strength[n]+x)
		}
	}
	add(out, func(l LinkRecord) string { return l.To })
	add(in, func(l LinkRecord) string { return l.From })
	return strength, nil
}

// near gives every note its similarity to the mean of the note's vectors, against the nearest; nil without vectors.
func (s *Searcher) near(note int) []float64 {
	rows := s.gen.rows
	out := make([]float64, len(rows.paths))
	if s.gen.vectors == nil {
		return out
	}
	mean := s.meanVector(note)
	if mean == nil {
		return out
	}
	r := &run{Searcher: s, cosines: s.gen.vectors.similarities(mean)}
	_, whole := r.meanings()
	whole[note] = 0
	nearest := 0.0
	for _, c := range whole {
		nearest = max(nearest, c)
	}
	if nearest > 0 {
		for n, c := range whole {
			out[n] = rank.Round(c / nearest)
		}
	}
	return out
}

// meanVector is the normalised sum of the vectors of a note's chunks, nil when it has none.
func (s *Searcher) meanVector(note int) []float32 {
	v := s.gen.vectors
	sum := make([]float32, v.dim)
	var square float64
	for row := s.gen.rows.first[note]; row < s.gen.rows.first[note+1]; row++ {
		for i, x := range v.vector(int(row)) {
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

// graphShare is what a link to the named note adds to the score in a question about links.
const graphShare = 0.6

// neighboursOfNamed finds the note that a question about links names, and the notes that link to it.
func (r *run) neighboursOfNamed(ctx context.Context) error {
	names, err := r.Names(ctx)
	if err != nil {
		return err
	}
	named := kb.NewResolver(names, kb.WithOrigin(r.x.repo.Origin())).Note("", graphPhrase(folded(r.q.Text)))
	if named.Path == "" {
		return nil
	}
	r.answer.Tried = append(r.answer.Tried, "links to "+named.Path)
	_, in, err := r.Links(ctx, named.Path)
	if err != nil {
		return err
	}
	r.graph = map[int]float64{}
	for _, l := range in {
		if n, ok := r.gen.rows.note(l.From); ok && l.From != named.Path {
			r.graph[n] = max(r.graph[n], graphShare+l.Strength/2)
		}
	}
	return nil
}
