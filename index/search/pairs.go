package search

import (
	"context"
	"slices"

	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/rank"
)

// Two words that stand side by side in the query say more where they stand near to each other: of
// two notes with the same words the one that has "fee market" is nearer to that question than the
// one that has a fee here and a market there. The measure is after the sequential dependence of
// Metzler and Croft (2005), on the best section of the first notes alone.
const (
	pairsTop  = 20  // notes that are looked at
	pairsNear = 3   // words from one to the other
	inOrder   = 0.5 // share of a pair that stands as it was asked; the rest is for near ones in any order
)

// pair is two words of the query that stand side by side, by their stems.
type pair struct {
	first, second string
	weight        float64 // of the less rare one
}

// pairs lists the pairs of the words that are looked for, each once.
func (r *run) pairs(a *words.Analyzer) []pair {
	weights := make(map[string]float64, len(r.terms))
	for i, t := range r.terms {
		weights[t.stem()] = r.keyword.weights[i] / t.count
	}
	var out []pair
	before, known := "", map[[2]string]bool{}
	text := r.text
	lead := a.Lead(text)
	a.Tokens(text, func(t words.Token) {
		if word := text[t.Start:t.End]; t.Start < lead || words.Filler(word) || r.languages.Function(word) {
			return
		}
		p := pair{before, t.Bare(), min(weights[before], weights[t.Bare()])}
		before = t.Bare()
		if p.weight > 0 && p.first != p.second && !known[[2]string{p.first, p.second}] {
			known[[2]string{p.first, p.second}] = true
			out = append(out, p)
		}
	})
	return out
}

// weighPairs raises the first notes by the share of the query's pairs that stand together in their best sections.
func (r *run) weighPairs(ctx context.Context, kept []candidate) error {
	if r.w.Pairs == 0 || r.keyword == nil || len(r.terms) < 2 {
		return nil
	}
	a := r.analyzers.Get().(*words.Analyzer)
	defer r.analyzers.Put(a)
	pairs := r.pairs(a)
	if len(pairs) == 0 {
		return nil
	}
	order := bestFirst(kept, asPlaced)
	order = order[:min(len(order), pairsTop)]
	numbers := make([]int, len(order))
	for i, p := range order {
		numbers[i] = kept[p.at].number
	}
	if err := r.expect(numbers); err != nil {
		return err
	}
	for _, p := range order {
		c := &kept[p.at]
		rows := r.bestChunks(c.number, 1)
		if len(rows) == 0 {
			continue
		}
		chunk, err := r.chunk(ctx, rows[0])
		if err != nil {
			return err
		}
		if share := together(a, pairs, slices.Concat(chunk.Heading, []string{c.record.Title, chunk.Text})); share > 0 {
			c.paired = rank.Round(1 + r.w.Pairs*share)
			c.factors.set("pairs", c.paired)
			c.score = rank.Round(c.score * c.paired)
		}
	}
	return nil
}

// apart is the score without the factor of the pairs: a note that takes another one back does so in words of its own.
func (c *candidate) apart() float64 {
	if c.paired == 0 {
		return c.score
	}
	return c.score / c.paired
}

// together is the share of the weight of pairs that texts hold, from 0 to 1.
func together(a *words.Analyzer, pairs []pair, texts []string) float64 {
	of := map[string][]int{} // the pairs that a stem is of
	for i, p := range pairs {
		of[p.first], of[p.second] = append(of[p.first], i), append(of[p.second], i)
	}
	near, asAsked := make([]bool, len(pairs)), make([]bool, len(pairs))
	for _, text := range texts {
		last, at := map[string]int{}, 0 // places from 1 on
		a.Tokens(text, func(t words.Token) {
			at++
			for _, i := range of[t.Bare()] {
				other := pairs[i].first
				if other == t.Bare() {
					other = pairs[i].second
				}
				if seen := last[other]; seen > 0 && at-seen <= pairsNear {
					near[i] = true
					asAsked[i] = asAsked[i] || at-seen == 1 && other == pairs[i].first
				}
			}
			if len(of[t.Bare()]) > 0 {
				last[t.Bare()] = at
			}
		})
	}
	held, all := 0.0, 0.0
	for i, p := range pairs {
		all += p.weight
		if near[i] {
			held += (1 - inOrder) * p.weight
		}
		if asAsked[i] {
			held += inOrder * p.weight
		}
	}
	return held / all
}
