package search

import (
	"math"
	"slices"

	"github.com/9aea2451/kb/index/embed"
	"github.com/9aea2451/kb/index/query"
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
	lists := r.lists()
	if r.q.Fusion == "rrf" {
		r.score = rank.Reciprocal(len(rows.Paths), lists)
	} else {
		r.score = rank.Convex(len(rows.Paths), lists)
		r.weighCover()
	}
	for n, s := range r.graph {
		r.score[n] += s
	}
}

// weighCover lowers what has few of the words together in one chunk. Meaning lifts the neighbours
// of a topic; among them the one that says what was asked has more of its words. Words alone know
// that already.
func (r *run) weighCover() {
	if r.keyword == nil || r.cosines == nil {
		return
	}
	for n := range r.score {
		r.score[n] *= 1 - r.w.Cover*(1-r.keyword.cover[n])
	}
}

// lists gives the scores of the notes by their best chunk, as a whole, and by meaning. It prepares
// the scores of the chunks, too.
func (r *run) lists() []rank.Scores {
	vector := r.share()
	var lists []rank.Scores
	var words, meaning []float64
	if r.keyword != nil {
		words = r.keyword.best
		lists = append(lists, rank.Scores{Values: r.ofMany(words), Weight: (1 - vector) * (1 - r.w.Note)},
			rank.Scores{Values: r.keyword.note, Weight: (1 - vector) * r.w.Note})
	}
	if r.cosines != nil {
		chunk, whole := r.meanings()
		meaning = slices.Clone(chunk)
		if r.keyword != nil && r.grasp != nil { // the floor is that of models trained here
			dropFaint(chunk, whole, r.keyword.note)
		}
		lists = append(lists, rank.Scores{Values: r.ofMany(chunk), Weight: vector * (1 - r.w.Whole)},
			rank.Scores{Values: whole, Weight: vector * r.w.Whole})
	}
	r.scoreChunks(words, meaning)
	return lists
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

// ofMany lowers the scores of the notes' best chunks by the number of chunks that each is the best
// of, against the mean: the greatest of n draws grows with the logarithm of n, and a survey of two
// hundred sections has one near to whatever is asked.
func (r *run) ofMany(best []float64) []float64 {
	if r.w.Long == 0 {
		return best
	}
	rows := r.gen.Rows
	notes, chunks := len(rows.Paths), rows.Count()
	if r.gen.Corpus != nil {
		notes, chunks, _ = r.gen.Corpus.Size()
	}
	mean := float64(max(chunks, 1)) / float64(max(notes, 1))
	lowered := make([]float64, len(best))
	for n, s := range best {
		if s != 0 {
			lowered[n] = s / (1 + r.w.Long*math.Log2(1+float64(rows.First[n+1]-rows.First[n])/mean))
		}
	}
	return lowered
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

// meanings gives the similarity of each note's best chunk, and of the note as a whole: the mean of
// its chunks.
func (r *run) meanings() (best, whole []float64) {
	rows := r.gen.Rows
	best, whole = make([]float64, len(rows.Paths)), make([]float64, len(rows.Paths))
	for n := range rows.Paths {
		cosines := r.cosines[rows.First[n]:rows.First[n+1]]
		var greatest float32
		sum := 0.0
		for _, c := range cosines {
			if c > greatest {
				greatest = c
			}
			sum += float64(c)
		}
		if best[n] = float64(greatest); len(cosines) > 0 {
			whole[n] = max(sum, 0) / float64(len(cosines))
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
