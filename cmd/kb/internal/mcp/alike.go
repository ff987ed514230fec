package mcp

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/render"
	"github.com/9aea2451/kb/index"
)

// similar is a question by a text: notes of some types that share its identifiers and wording.
type similar struct {
	tool, text, cursor, root string
	limit                    int
	types                    []string
}

// similar asks every repository that the call means and gives one list, from where the cursor stands.
func (c *call) similar(ctx context.Context, q similar) (*render.Found, error) {
	if strings.TrimSpace(q.text) == "" {
		return nil, render.Hint(errors.New("nothing to compare with"), "pass the error message, the code or the situation")
	}
	cur, err := render.ReadCursor(q.cursor, render.Digest(q.tool, q.text, q.root), render.MaxOffset)
	if err != nil {
		return nil, err
	}
	problem := desk.NewProblem(q.text, q.types...)
	c.use.asks(render.Clip(problem.Query(), 300), string(index.Hybrid))
	out := &render.Found{Hits: []render.Evidence{}}
	var g gathered
	defer g.release()
	known := false
	err = c.each(ctx, q.root, func(ctx context.Context, st *warm.View) error {
		g.hold(st)
		found, has, err := st.Alike(ctx, problem)
		known = known || has
		g.add(found...)
		return err
	})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(g.hits, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.root, b.root), cmp.Compare(a.Path, b.Path),
			cmp.Compare(a.StartLine, b.StartLine))
	})
	c.movedOn(&cur, render.Digest(g.states))
	empty := "Nothing here is like it. Try the shortest exact part of the message, or the tool search for its subject in all notes."
	if !known {
		empty = "No note of this repository is a " + strings.Join(q.types[:3], ", ") + ". " + render.MissingKind(q.types[0])
		if len(g.hits) > 0 {
			c.note("no note here is of the types " + strings.Join(q.types, ", ") +
				": other notes are shown. " + render.MissingKind(q.types[0]))
		}
	}
	return out, c.page(ctx, out, g.hits, cur, cmp.Or(q.limit, defaultHits), finding{empty: empty}, nil)
}
