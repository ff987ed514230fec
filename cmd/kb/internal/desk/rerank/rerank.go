// Package rerank has a model rank the first hits of a search anew.
package rerank

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/model"
	"github.com/9aea2451/kb/rank"
)

// First is how many hits a reranker sees at most.
const First = 20

// Way is how a reranker's scores count.
type Way struct {
	First int     // hits that it sees
	Lead  int     // the best so many by its scores and the search's own go ahead of the rest, which keep their order
	Share float64 // of the reranker in the score of a hit
	AsIs  bool    // its scores are cosines, and count as they are; else they are brought to 0–1
}

// Shares are how much a model in this process counts, 0–1: its list in the score of a note, where the
// index has its vectors, and its cosines in the order of the first hits.
type Shares struct {
	List  float64 `json:"list_share"`
	First float64 `json:"rerank_share"`
}

// DefaultShares are those that docs/evaluation.md compares, for MiniLM.
func DefaultShares() Shares { return Shares{List: 0.2, First: 0.5} }

// ByServer is the way of a server's scores, of which the measure is not known.
func ByServer() Way { return Way{First: First, Lead: 8, Share: 0.5} }

// ByLocal is the way of the cosines of a model in this process. They count as they are: brought to
// 0–1, what differs by nothing would weigh as much as what differs by all.
func ByLocal(share float64) Way { return Way{First: First, Lead: First, Share: share, AsIs: true} }

// Asks tells whether a query is one whose hits a model is asked about.
func Asks(q *index.Query) bool {
	return !q.Baseline && len(q.Also) == 0 && cmp.Or(q.Mode, index.Hybrid) == index.Hybrid && strings.TrimSpace(q.Text) != ""
}

// Others gives the texts of the best sections of the notes that a query finds, by their paths.
type Others func(ctx context.Context) (map[string][]string, error)

// raise has a model in this process look at more of each note than the hit; a server sees hits alone.
// Where the model has a list, that has looked at all sections already; else it looks at the best few.
func raise(ctx context.Context, m model.Reranker, query string, hits []index.Hit, scores []float64, others Others) error {
	l, ok := m.(*Local)
	if !ok || raiseByList(hits, scores) {
		return nil
	}
	byPath, err := others(ctx)
	if err != nil {
		return err
	}
	texts := make([][]string, len(hits))
	for i := range hits {
		texts[i] = byPath[hits[i].Path]
	}
	return l.raise(ctx, query, scores, texts)
}

// raiseByList replaces the scores of hits by those of the nearest sections of their notes, as a list
// of the same model tells them; false where there is none.
func raiseByList(hits []index.Hit, scores []float64) (listed bool) {
	for i := range hits {
		if near, ok := hits[i].Factors["model_nearest"]; ok {
			scores[i], listed = max(scores[i], near), true
		}
	}
	return listed
}

// Hits changes the order of an answer's first hits, whose factors must be told. What the query names
// stays in front, and what asks for links has its order from them. Where the model fails the order
// stays, and the answer says so; that it is late or paused is no reason to warn.
func Hits(ctx context.Context, m model.Reranker, w Way, a *index.Answer, others Others, warn func(message string)) error {
	from := 0
	for from < len(a.Hits) && a.Hits[from].Factors["name"] > 0 {
		from++
	}
	hits := a.Hits[from:min(len(a.Hits), from+w.First)]
	if len(hits) < 2 || len(a.Terms) == 0 || a.Type == "graph" {
		return nil
	}
	texts := make([]string, len(hits))
	for i := range hits {
		texts[i] = Text(&hits[i])
	}
	scores, err := m.Rerank(ctx, a.Query, texts)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err == nil && others != nil:
		err = raise(ctx, m, a.Query, hits, scores, others)
	}
	if err != nil {
		a.Tried = append(a.Tried, fmt.Sprintf("rerank: the order stays, %v", err))
		if !errors.Is(err, model.ErrPaused) && !errors.Is(err, model.ErrLate) {
			warn(fmt.Sprintf("hits are not ranked anew for now: %v", err))
		}
		return ctx.Err()
	}
	a.Tried = append(a.Tried, "rerank: "+m.Model())
	w.reorder(hits, scores)
	return nil
}

// Text is what of a hit a model sees: its title, the headings above it, and the chunk.
func Text(h *index.Hit) string {
	text := strings.Join(append(slices.Clone(h.HeadingPath), h.Text), "\n")
	if len(h.HeadingPath) == 0 || h.HeadingPath[0] != h.Title {
		return h.Title + "\n" + text
	}
	return text
}

// reorder puts the best of the hits in front, by their own scores and those of a reranker. The
// scores of the places stay: what a hit's changes by is its factor "rerank".
func (w Way) reorder(hits []index.Hit, scores []float64) {
	own := make([]float64, len(hits))
	for i := range hits {
		own[i] = hits[i].Score
	}
	places := slices.Clone(own)
	if best := slices.Max(own); !w.AsIs {
		own, scores = spread(own), spread(scores)
	} else if best > 0 {
		for i := range own {
			own[i] /= best
		}
	}
	mixed, order := make([]float64, len(hits)), make([]int, len(hits))
	for i := range hits {
		mixed[i], order[i] = (1-w.Share)*own[i]+w.Share*scores[i], i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(mixed[b], mixed[a]) })
	slices.Sort(order[min(w.Lead, len(order)):])
	keepBehind(hits, order)
	sorted := make([]index.Hit, len(hits))
	for place, i := range order {
		h := hits[i]
		if h.Score > 0 && h.Score != places[place] {
			h.Factors["rerank"] = rank.Round(places[place] / h.Score)
		}
		h.Score = places[place]
		sorted[place] = h
	}
	copy(hits, sorted)
}

// keepBehind moves what was replaced right behind what replaces it, where the order has both.
func keepBehind(hits []index.Hit, order []int) {
	for moved := 0; moved < len(order); moved++ { // a chain of replacements ends after as many moves
		again := false
		for place, i := range order {
			by := hits[i].SupersededBy
			behind := slices.IndexFunc(order, func(j int) bool { return by != "" && hits[j].Path == by })
			if behind > place {
				copy(order[place:behind], order[place+1:behind+1])
				order[behind], again = i, true
				break
			}
		}
		if !again {
			return
		}
	}
}

// spread brings numbers to 0–1, the least and the greatest being these.
func spread(numbers []float64) []float64 {
	low, high := slices.Min(numbers), slices.Max(numbers)
	out := make([]float64, len(numbers))
	for i, x := range numbers {
		if high > low {
			out[i] = (x - low) / (high - low)
		}
	}
	return out
}
