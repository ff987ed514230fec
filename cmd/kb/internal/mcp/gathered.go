package mcp

import (
	"context"
	"slices"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
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

// joined is one view of all states that are held. The first is the one that is asked from.
func (g *gathered) joined() *desk.View {
	bases := make([]desk.Base, len(g.used))
	for i, st := range g.used {
		bases[i] = desk.Base{Name: st.Keeper.Name, Scope: st.Keeper.Scope, Here: i == 0, View: st.View}
	}
	return desk.Joined(bases)
}

// of is the state of a base, by its name; "" is that of the only one.
func (g *gathered) of(base string) *warm.View {
	return g.used[max(0, slices.IndexFunc(g.used, func(st *warm.View) bool { return st.Keeper.Name == base }))]
}

// asOne calls f with a view of the repository that root names; without one, of all bases together
// where the server has the bases of the person's configuration.
func (c *call) asOne(
	ctx context.Context, root string, f func(ctx context.Context, v *desk.View, of func(base string) *warm.View) error,
) error {
	var g gathered
	defer g.release()
	if root != "" || !c.server.together() {
		b, err := c.one(root)
		if err != nil {
			return err
		}
		return c.with(ctx, b, func(ctx context.Context, st *warm.View) error {
			return f(ctx, st.View, func(string) *warm.View { return st })
		})
	}
	err := c.each(ctx, "", func(_ context.Context, st *warm.View) error {
		g.hold(st)
		return nil
	})
	if err != nil {
		return err
	}
	return f(ctx, g.joined(), g.of)
}

// together tells a server of the bases of the person's configuration.
func (s *Server) together() bool { return len(s.bases) > 1 && s.bases[0].Scope != "" }

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
