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

// A reranker sees the First hits, and the best of them by its scores and the search's own go ahead
// of the rest, which keep their order.
const (
	First = 20
	lead  = 8
	share = 0.5 // of the reranker in the score of a hit
)

// Asks tells whether a query is one whose hits a model is asked about.
func Asks(q *index.Query) bool {
	return !q.Baseline && len(q.Also) == 0 && cmp.Or(q.Mode, index.Hybrid) == index.Hybrid && strings.TrimSpace(q.Text) != ""
}

// Hits changes the order of an answer's first hits, whose factors must be told. What the query names
// stays in front, and what asks for links has its order from them. Where the model fails the order
// stays, and the answer says so; that it is late or paused is no reason to warn.
func Hits(ctx context.Context, m model.Reranker, a *index.Answer, warn func(message string)) error {
	from := 0
	for from < len(a.Hits) && a.Hits[from].Factors["name"] > 0 {
		from++
	}
	hits := a.Hits[from:min(len(a.Hits), from+First)]
	if len(hits) < 2 || len(a.Terms) == 0 || a.Type == "graph" {
		return nil
	}
	texts := make([]string, len(hits))
	for i := range hits {
		texts[i] = strings.Join(append(slices.Clone(hits[i].HeadingPath), hits[i].Text), "\n")
		if len(hits[i].HeadingPath) == 0 || hits[i].HeadingPath[0] != hits[i].Title {
			texts[i] = hits[i].Title + "\n" + texts[i]
		}
	}
	scores, err := m.Rerank(ctx, a.Query, texts)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		a.Tried = append(a.Tried, fmt.Sprintf("rerank: the order stays, %v", err))
		if !errors.Is(err, model.ErrPaused) && !errors.Is(err, model.ErrLate) {
			warn(fmt.Sprintf("hits are not ranked anew for now: %v", err))
		}
		return nil
	}
	a.Tried = append(a.Tried, "rerank: "+m.Model())
	reorder(hits, scores)
	return nil
}

// reorder puts the best of the hits in front, by their own scores and those of a reranker, both
// brought to 0–1. The scores of the places stay: what a hit's changes by is its factor "rerank".
func reorder(hits []index.Hit, scores []float64) {
	own := make([]float64, len(hits))
	for i := range hits {
		own[i] = hits[i].Score
	}
	places := slices.Clone(own)
	mixed := make([]float64, len(hits))
	for i, s := range spread(own) {
		mixed[i] = (1 - share) * s
	}
	order := make([]int, len(hits))
	for i, s := range spread(scores) {
		mixed[i] += share * s
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(mixed[b], mixed[a]) })
	slices.Sort(order[min(lead, len(order)):])
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
