package mcp

import (
	"context"
	"time"
)

// maxAhead bounds the work for summaries that nobody has asked for: with many commits each takes long.
const maxAhead = 10 * time.Second

// sumUp sums up the histories of the notes before they are asked for, while no calls come: a tenth
// of a server's first answers went there.
func (c *chronicle) sumUp(ctx context.Context) {
	c.mu.Lock()
	busy := c.ahead
	c.ahead = true
	c.mu.Unlock()
	if busy {
		return
	}
	for head := ""; head != c.at(); { // which may move on meanwhile
		head = c.at()
		c.sumUpAt(ctx, head)
	}
	c.mu.Lock()
	c.ahead = false
	c.mu.Unlock()
}

// sumUpAt sums up what is known as of a commit, as long as that is the newest.
func (c *chronicle) sumUpAt(ctx context.Context, head string) {
	st := c.base.newest()
	if st == nil {
		return
	}
	paths, err := st.paths(ctx)
	st.release() // what follows takes minutes while calls come: a state that is held so long keeps files mapped and the log of the records from shrinking
	if err != nil {
		return
	}
	worked := time.Duration(0)
	for _, path := range paths[:min(len(paths), maxLives)] {
		if worked > maxAhead || c.at() != head || !c.base.yield() {
			return
		}
		began := time.Now()
		c.life(ctx, path)
		worked += time.Since(began)
	}
}
