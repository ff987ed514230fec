package org

import (
	"strings"
	"sync"

	"github.com/9aea2451/kb/index/words"
)

// corpus tells how words are spread over all that the asker may read. What it says is counted by the
// cluster under the filter of the asker's readers: a word of a repository that he may not read does
// not change a number.
type corpus struct {
	r             *round
	notes, chunks int
	totals        [words.Fields]float64

	mu    sync.Mutex
	known map[string][2]int // notes and chunks that hold a term
}

// Size implements store.Corpus.
func (c *corpus) Size() (notes, chunks int, totals [words.Fields]float64) {
	return c.notes, c.chunks, c.totals
}

// Spread implements store.Corpus. What the cluster cannot be asked for now is 1: as rare as can be.
func (c *corpus) Spread(t string, parts []string) (notes, chunks int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	name := strings.Join(append([]string{t}, parts...), "\x00")
	if n, ok := c.known[name]; ok {
		return n[0], n[1]
	}
	asked := []countedTerm{{t, parts}}
	got, err := c.r.o.c.Search(c.r.ctx, c.r.index, c.r.counting(asked)...)
	if err != nil {
		return 1, 1
	}
	counts, err := countsOf(asked, got)
	if err != nil {
		return 1, 1
	}
	c.known[name] = counts[0]
	return counts[0][0], counts[0][1]
}
