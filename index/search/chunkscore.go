package search

import "github.com/9aea2451/kb/rank"

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
