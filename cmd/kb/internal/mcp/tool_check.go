package mcp

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/render"
	"github.com/9aea2451/kb/kb/validate"
)

// CheckArgs are the arguments of check_statement.
type CheckArgs struct {
	Statement string `json:"statement" jsonschema:"a sentence, or the markdown of a note"`
	Note      string `json:"note,omitempty" jsonschema:"that it is to stand in: its own text is left out"`
	Root      string `json:"root,omitempty" jsonschema:"only this repository"`
}

// check compares statements with what each repository states, which it waits to have read. The
// verdict is the relation of the first finding, as validate.Said orders them; nearest statements
// are told only where nothing was found in any. A text that states nothing is an error.
func (s *Server) check(ctx context.Context, c *call, in CheckArgs) (*render.Checked, error) {
	parsed := validate.Statements("", []byte(in.Statement))
	if len(parsed) == 0 {
		return nil, render.Hint(errors.New("nothing here states anything"), `pass a sentence, such as "Sessions expire after 30 minutes."`)
	}
	out := &render.Checked{Verdict: render.NoneFound, Statements: len(parsed), Found: []render.Said{}}
	type said struct {
		root, scope string
		validate.Said
	}
	var all []said
	err := c.each(ctx, in.Root, func(ctx context.Context, st *warm.View) error {
		statements := st.Statements()
		if err := c.slot.Aside(ctx, func() error { return statements.Wait(ctx) }); err != nil {
			return fmt.Errorf("read the statements of the repository: %w", err)
		}
		found := st.Check(statements, in.Note, st.Now(), parsed)
		for _, f := range found {
			all = append(all, said{c.server.rootOf(st), st.Keeper.Scope, f})
		}
		if len(found) == 0 {
			out.AddNearest(c.server.rootOf(st), st.Keeper.Scope, st.Nearest(statements, in.Note, st.Now(), parsed))
		}
		return nil
	})
	slices.SortStableFunc(all, func(x, y said) int { return x.Compare(&y.Said) })
	for i := range all {
		out.Add(all[i].root, all[i].scope, &all[i].Said)
	}
	if len(out.Found) > 0 {
		out.Verdict, out.Nearest = out.Found[0].Relation, nil
	}
	return out, err
}
