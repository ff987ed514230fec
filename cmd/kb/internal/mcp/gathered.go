package mcp

import (
	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/render"
	"github.com/9aea2451/kb/index"
)

// ranked is a hit with the state that it is of.
type ranked struct {
	index.Hit
	st   *warm.View
	root int // number of its repository
}

// gathered is hits of one or several repositories, with the states that they are of. Release it.
type gathered struct {
	hits   []ranked
	states []string // what a cursor remembers of each
	used   []*warm.View
}

// hold keeps a state open until the answer is made.
func (g *gathered) hold(st *warm.View) {
	g.used, g.states = append(g.used, st.Use()), append(g.states, st.ID)
}

// add takes hits of the state that was held last.
func (g *gathered) add(hits ...index.Hit) {
	for _, h := range hits {
		g.hits = append(g.hits, ranked{h, g.used[len(g.used)-1], len(g.used)})
	}
}

// release lets the states go.
func (g *gathered) release() {
	for _, st := range g.used {
		st.Release()
	}
}

// movedOn says where the repositories have changed since the page that a cursor ends, and remembers
// their state for the next one.
func (c *call) movedOn(cur *render.Cursor, state string) {
	c.note(cur.Moved(state))
	cur.State = state
}
