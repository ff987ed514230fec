package base

import (
	"cmp"
	"slices"

	"github.com/9aea2451/kb/contradict/read"
)

// leastNear is the share of the weight of two statements that they have in common, below which they
// are not near.
const leastNear = 0.15

// Nearest returns the statements of the base that have most in common with some, the nearest first:
// at most n of them. The weight of the common words counts as a share of that of all words of both.
func (b *Base) Nearest(news []*read.Parsed, n int) []*read.Parsed {
	type near struct {
		statement int32
		share     float64
	}
	c := newCandidates(b)
	shares := map[int32]float64{}
	for _, p := range news {
		terms, unknown := b.known(p)
		total, _ := c.touchAll(terms, unknown, len(b.entries))
		for _, s := range c.touched {
			sum := c.sum(s)
			shared := float64(c.shared[s]) + c.frequent(s)
			if c.shared[s] = 0; !b.dropped[s] {
				shares[s] = max(shares[s], shared/(total+float64(sum.total)-shared))
			}
		}
		c.touched = c.touched[:0]
	}
	var list []near
	for s, share := range shares {
		if share >= leastNear {
			list = append(list, near{s, share})
		}
	}
	slices.SortFunc(list, func(x, y near) int {
		return cmp.Or(cmp.Compare(y.share, x.share), cmp.Compare(x.statement, y.statement))
	})
	var out []*read.Parsed
	for _, x := range list[:min(n, len(list))] {
		out = append(out, b.Statement(int(x.statement)))
	}
	return out
}
