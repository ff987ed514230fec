package search

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"

	"github.com/9aea2451/kb/index/embed"
	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/rank"
)

// fuse mixes words and meaning into one score for each note and each chunk.
func (r *run) fuse() {
	rows := r.gen.Rows
	if r.q.Baseline {
		r.score = slices.Clone(r.keyword.note)
		r.best = chunkScores{words: r.keyword.chunk, plain: true}
		return
	}
	// The scores of the notes by their best chunk, as a whole, and by meaning.
	vector := r.share()
	var lists []rank.Scores
	r.weighSections()
	var greatest, nearest float64
	if r.keyword != nil {
		greatest = most(r.keyword.best)
		lists = append(lists, rank.Scores{Values: r.keyword.best, Weight: (1 - vector) * (1 - r.w.Note)},
			rank.Scores{Values: r.keyword.note, Weight: (1 - vector) * r.w.Note})
	}
	if r.cosines != nil {
		chunk, whole := r.meanings()
		nearest = most(chunk)
		if r.keyword != nil && r.grasp != nil { // the floor is that of models trained here
			dropFaint(chunk, whole, r.keyword.note)
		}
		lists = append(lists, rank.Scores{Values: chunk, Weight: vector * (1 - r.w.Whole)},
			rank.Scores{Values: whole, Weight: vector * r.w.Whole})
	}
	r.scoreChunks(greatest, nearest)
	defer r.lent.back()
	if r.q.Fusion == "rrf" {
		r.score = rank.Reciprocal(len(rows.Paths), lists)
	} else {
		r.score = rank.Convex(len(rows.Paths), lists)
	}
	for n, s := range r.graph {
		r.score[n] += s
	}
}

// most is the greatest of some numbers, at least 0.
func most(list []float64) (greatest float64) {
	for _, x := range list {
		greatest = max(greatest, x)
	}
	return greatest
}

// trustOfServers is what the share of meaning is multiplied by where a server's model does not tell
// how much of a query it takes hold of: about the mean of what trained models tell.
const trustOfServers = 0.32

// How much a trained model must take hold of for half of the share of meaning: a vector of a few
// words, or one of which the model's dimensions keep next to nothing, is near to anything. On
// 1,300 questions asked of RFCs and EIPs in few words such vectors cost first places.
const (
	halfTerms = 8    // different known terms
	halfKept  = 0.05 // share of the query's weight that the projection keeps
)

// share is the share of meaning in the scores of this query.
func (r *run) share() float64 {
	switch {
	case r.cosines == nil:
		return 0
	case r.keyword == nil:
		return 1
	}
	return vectorShare(&r.w, r.request.Kind) * hold(r.grasp)
}

// hold is how much of the share of meaning a model may have that takes hold of so much of the query;
// nil where it does not tell.
func hold(g *embed.Grasp) float64 {
	if g == nil {
		return trustOfServers
	}
	terms := float64(g.Terms)
	return terms / (terms + halfTerms) * g.Kept / (g.Kept + halfKept)
}

// faint is the similarity below which meaning alone finds nothing: in a small base everything is a
// little like everything.
const faint = 0.3

// dropFaint takes the meaning from notes that hold none of the words and are not clearly about the matter.
func dropFaint(best, whole, keyword []float64) {
	for n := range best {
		if keyword[n] == 0 && best[n] < faint {
			best[n], whole[n] = 0, 0
		}
	}
}

// meanings gives the similarity of each note's best chunk, and of the note as a whole: the sum of its
// chunks' over the root of their number, so that a long page on the matter comes before a short one.
func (r *run) meanings() (best, whole []float64) {
	rows := r.gen.Rows
	best, whole = r.lent.get(), r.lent.get()
	for n := range rows.Paths {
		cosines := r.cosines[rows.First[n]:rows.First[n+1]]
		var greatest float32
		sum := 0.0
		for i, c := range cosines {
			if c > greatest {
				greatest = max(greatest, c*float32(r.sectionShare(int(rows.First[n])+i)))
			}
			sum += float64(c)
		}
		best[n], whole[n] = float64(greatest), 0
		if len(cosines) > 0 {
			whole[n] = max(sum, 0) / math.Sqrt(float64(len(cosines)))
		}
	}
	return best, whole
}

// vectorShare is the share of meaning for a query.
func vectorShare(w *Weights, kind query.Kind) float64 {
	switch kind {
	case query.Identifier:
		return w.VectorIdentifier
	case query.Question:
		return w.VectorQuestion
	}
	return w.VectorWords
}

// leastBeside is the share of the rows that must have a vector for a model's list to count.
const leastBeside = 0.9

// HasBeside reports whether the state that is answered from has the vectors of a model beside its own.
func (s *Searcher) HasBeside(model string) bool {
	return s.members == nil && s.x.HasBeside(s.view.Generation, model)
}

// KeepBeside keeps vectors of a model beside the index's own, by row, nil where there is none: in
// the order of Paths, and of the chunks of each. Where too many are missing it keeps none.
func (s *Searcher) KeepBeside(model string, dim int, rows []store.Packed) error {
	have := 0
	for _, p := range rows {
		if p != nil {
			have++
		}
	}
	if s.members != nil || len(rows) != s.gen.Rows.Count() || float64(have) < leastBeside*float64(len(rows)) || have == 0 {
		return nil
	}
	return s.x.WriteBeside(s.view.Generation, model, dim, rows)
}

// openBeside opens the vectors of a model, nil while there are none: they may come at any time.
func (s *Searcher) openBeside(model string, dim int) *store.Vectors {
	if s.members != nil || s.view.Generation == "" {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.besides == nil || s.besides.Model != model {
		v, release, err := s.x.OpenBeside(s.view.Generation, model, dim, s.gen.Rows.Count())
		if err != nil {
			if !errors.Is(err, fs.ErrNotExist) {
				s.x.Options.Warn(fmt.Sprintf("the vectors of %s are not used: %v (kb index --model makes them anew)", model, err))
			}
			return nil
		}
		s.besides, s.closing = v, append(s.closing, release)
	}
	return s.besides
}

// compareBeside finds how near every chunk is to the query by the model that stands beside.
func (r *run) compareBeside(ctx context.Context) error {
	b := r.q.Beside
	if b == nil || b.Share <= 0 || r.q.Mode != query.Hybrid || r.q.Baseline || r.request.Kind == query.Graph {
		return nil
	}
	v := r.openBeside(b.Model, b.Dim)
	if v == nil {
		return nil
	}
	vec, err := b.Query(ctx, r.request.Words)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		r.x.Options.Warn(fmt.Sprintf("%s is not asked for now: %v", b.Model, err))
		return nil
	case len(vec) != v.Dim:
		return nil
	}
	r.answer.Tried = append(r.answer.Tried, "beside it: "+b.Model)
	near, err := v.Similarities(vec, make([]float32, len(v.Slots)))
	r.byModel = &nearness{vectors: v, cosines: near, share: b.Share}
	return err
}

// nearness is how near chunks are to a query by a model that stands beside the index's own.
type nearness struct {
	vectors *store.Vectors
	cosines []float32 // by row
	best    []float64 // by note: of its best chunk; below 0 where no chunk has a vector
	nearest float64   // the greatest of these
	share   float64
}

// weighNear mixes the list of the model beside into the scores of the notes, which keep their
// greatest. It finds what words and meaning did not find only where that is clearly about the
// matter; a note that has no vector yet stays where it stands. It leaves the chunks of a note that is
// found to chunkScores.
func (r *run) weighNear() {
	n := r.byModel
	greatest := 0.0
	if len(r.score) > 0 {
		greatest = slices.Max(r.score)
	}
	if n == nil || greatest <= 0 {
		r.byModel = nil
		return
	}
	first := r.gen.Rows.First
	n.best = make([]float64, len(r.score))
	for note := range n.best {
		n.best[note] = -1
		for row := first[note]; row < first[note+1]; row++ {
			if n.vectors.Slots[row] != store.NoSlot {
				n.best[note] = max(n.best[note], 0, float64(n.cosines[row]))
			}
		}
		n.nearest = max(n.nearest, n.best[note])
	}
	if n.nearest < faint {
		r.byModel = nil
		return
	}
	for note, own := range r.score {
		if near := n.best[note]; near >= 0 && (own > 0 || near >= faint) {
			r.score[note] = (1-n.share)*own + n.share*greatest*near/n.nearest
		}
	}
	r.best.near = n
}

// chunkScores are the fused scores of the chunks, worked out for the few that are asked for: words
// and meaning in one proportion, each divided by its greatest.
type chunkScores struct {
	words             []float64 // by row; nil for none
	meaning           []float32
	vector            float64 // share of meaning
	greatest, nearest float64 // of words, of meaning
	plain             bool    // of words as they are
	set               map[int]float64
	near              *nearness // by a model beside the index's own; nil for none
}

// of is the score of a row.
func (c *chunkScores) of(row int) float64 {
	if s, ok := c.set[row]; ok {
		return s
	}
	if c.plain {
		return c.words[row]
	}
	s := 0.0
	if c.greatest > 0 {
		s += (1 - c.vector) * c.words[row] / c.greatest
	}
	if c.nearest > 0 {
		s += c.vector * max(float64(c.meaning[row]), 0) / c.nearest
	}
	if n := c.near; n != nil && n.vectors.Slots[row] >= 0 {
		s = (1-n.share)*s + n.share*max(float64(n.cosines[row]), 0)/n.nearest
	}
	return rank.Round(s)
}

// give sets the score of a row, whatever words and meaning say.
func (c *chunkScores) give(row int, score float64) {
	if c.set == nil {
		c.set = map[int]float64{}
	}
	c.set[row] = score
}

// scoreChunks mixes words and meaning for each chunk in the same proportion: against the greatest score by
// words, and the nearest by meaning.
func (r *run) scoreChunks(greatest, nearest float64) {
	c := chunkScores{meaning: r.cosines, vector: r.share(), greatest: greatest, nearest: nearest}
	if r.keyword != nil {
		c.words = r.keyword.chunk
	}
	if c.nearest == 0 {
		c.vector = 0
	}
	r.best = c
}
