package mcp

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/reach"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/render"
	"github.com/9aea2451/kb/cmd/kb/internal/packing"
	"github.com/9aea2451/kb/rank"
)

// ContextArgs are the arguments of context.
type ContextArgs struct {
	Task   string   `json:"task,omitempty" jsonschema:"what is about to be done, in words"`
	Files  []string `json:"files,omitempty" jsonschema:"paths or globs to be worked on"`
	Phase  string   `json:"phase,omitempty" jsonschema:"default implement"`
	Budget int      `json:"budget,omitempty" jsonschema:"in tokens; 1500 to 3000 by the phase"`
	Root   string   `json:"root,omitempty" jsonschema:"the repository that is worked in"`
	Org    bool     `json:"org,omitempty"`
}

const (
	leastBudget = 200 // tokens, as mostBudget
	mostBudget  = 12_000
)

// context packs what to know before some work, from one repository or from all bases of the person
// as one; from the organisation's cluster alone where org asks for it and that answers. Paths that
// lead out of the repository are refused.
func (s *Server) context(ctx context.Context, c *call, in ContextArgs) (*render.Packed, error) {
	if strings.TrimSpace(in.Task) == "" && len(in.Files) == 0 {
		return nil, render.Hint(errors.New("neither a task nor files"),
			`say what is to be done, or name the files: {"task": "add rate limits", "files": ["internal/auth/**"]}`)
	}
	for i, f := range in.Files {
		if path.IsAbs(f) || path.Clean(f) == ".." || strings.HasPrefix(path.Clean(f), "../") {
			return nil, render.Hint(fmt.Errorf("%s is outside of the repository", render.ShownPath(render.Clip(f, 200))),
				"name files from the root of the repository")
		}
		in.Files[i] = strings.TrimPrefix(f, "./")
	}
	phase := rank.Phase(in.Phase)
	if phase == "" {
		phase = rank.Implement
	}
	budget := in.Budget
	if budget == 0 {
		budget = phase.Budget()
	}
	c.form.Tokens = budget
	out := &render.Packed{Budget: budget, Sections: []render.PackedChunk{}, Tried: []string{}}
	req := packing.Request{Task: in.Task, Files: in.Files, Phase: phase, Budget: budget}
	if in.Org && s.o.Org != nil {
		var packed *packing.Context
		err := c.askOrg(ctx, func(ctx context.Context, d *desk.Desk) (err error) {
			packed, err = reach.Context(ctx, d, s.o.Org, req)
			return err
		})
		if err != nil || packed != nil {
			return out, c.packs(out, packed, err)
		}
	}
	c.use.asks(render.Clip(strings.TrimSpace(in.Task+" "+strings.Join(in.Files, " ")), 300), "hybrid")
	err := c.asOne(ctx, in.Root, func(ctx context.Context, st *desk.View, of func(base string) *warm.View) error {
		packed, err := st.Context(ctx, req)
		if err := c.packs(out, packed, err); err != nil {
			return err
		}
		for _, ch := range packed.Chunks {
			_, path := st.Of(ch.Path)
			v := of(ch.Base)
			c.use.shows(ctx, v, path, ch.Score)
			if v.At.Commit == "" && !v.Doubted() {
				c.judgesOn()
			}
		}
		return nil
	})
	return out, err
}

// packs puts what was packed into an answer, and says what to do where that is nothing.
func (c *call) packs(out *render.Packed, packed *packing.Context, err error) error {
	if errors.Is(err, packing.ErrRequest) {
		return render.Hint(err, "change the arguments as the message says")
	}
	if err != nil {
		return err
	}
	switch out.Fill(packed); {
	case len(packed.Chunks) > 0:
	case packed.LeftOut > 0:
		c.note("nothing fits into the budget: raise it")
	default:
		c.note("name the files that will be worked on, or use other words; the tool search looks into all notes")
	}
	return nil
}
