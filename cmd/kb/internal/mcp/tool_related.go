package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/impact"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/render"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/wire"
	"github.com/9aea2451/kb/cmd/kb/internal/nearness"
	"github.com/9aea2451/kb/index"
	"github.com/google/jsonschema-go/jsonschema"
)

// RelatedArgs are the arguments of related.
type RelatedArgs struct {
	Note     string `json:"note" jsonschema:"path, title or id"`
	Limit    int    `json:"limit,omitempty" jsonschema:"at most so many notes"`
	MaxChars int    `json:"max_chars,omitempty" jsonschema:"at most about so many characters"`
	Cursor   string `json:"cursor,omitempty" jsonschema:"next_cursor of the page before, with the same arguments"`
	Root     string `json:"root,omitempty" jsonschema:"the repository that the note is in"`
}

// addRelated registers related, which takes titles, paths and URIs of notes alike.
func (s *Server) addRelated() {
	addTool(s, tool{
		name:  "related",
		title: "Find related notes",
		description: "Find the notes near to a note by links, meaning and common commits, each with why it is near, and the code that " +
			"changes with it. " +
			"Use it to see what depends on a note before it is changed.",
		adjust: func(in *jsonschema.Schema) {
			adjustPaging(in)
			wire.MaxLength(in, "note", 1_000)
		},
	}, s.related)
}

// related lists the notes near to one: of all bases of the person together, else of the repository
// that has the note. Files that are no notes come with the first page alone.
func (s *Server) related(ctx context.Context, c *call, in RelatedArgs) (*render.Related, error) {
	cur, err := render.ReadCursor(in.Cursor, render.Digest("related", in.Note, in.Root), render.MaxOffset)
	if err != nil {
		return nil, err
	}
	b, name, err := s.locate(ctx, c, in.Root, in.Note)
	if err != nil {
		return nil, err
	}
	out := &render.Related{Found: render.Found{Hits: []render.Evidence{}}, Files: []render.Beside{}}
	var p desk.Ref
	err = c.with(ctx, b, func(ctx context.Context, st *warm.View) (err error) {
		p, err = find(ctx, st, name)
		return err
	})
	if err != nil {
		return nil, err
	}
	root := in.Root
	if !c.server.together() {
		root = b.Name
	}
	err = c.asOne(ctx, root, func(ctx context.Context, st *desk.View, of func(base string) *warm.View) error {
		for i := range st.Bases() {
			if one := &st.Bases()[i]; one.Name == b.Name {
				p.Path = one.Prefix() + p.Path
			}
		}
		limit := cmp.Or(in.Limit, defaultHits)
		found, err := st.Related(ctx, p.Path, cur.Offset+limit+1)
		if err != nil {
			return err
		}
		c.movedOn(&cur, render.Digest(st.ID))
		all := make([]ranked, len(found.Hits))
		for i, h := range found.Hits {
			_, h.Path = st.Of(h.Path)
			all[i] = ranked{h, of(h.Base), i}
		}
		if cur.Offset == 0 {
			for _, f := range found.Files {
				out.Files = append(out.Files, render.Beside{Path: f.Path, Commits: f.Commits})
			}
		}
		empty := fmt.Sprintf(
			"Nothing is near to %s: no links, no commits and no words in common. Look for its subject with the tool search.",
			render.ShownPath(p.Path),
		)
		near := func(h index.Hit) string {
			return strings.Join(append([]string{strings.Join(nearness.Shares(h), ", ")}, found.Facts(h.Path)...), "; ")
		}
		return c.page(ctx, &out.Found, all, cur, limit, finding{empty: empty, near: near}, nil)
	})
	return out, err
}

// ImpactArgs are the arguments of impact.
type ImpactArgs struct {
	Target   string `json:"target" jsonschema:"path, path#symbol, symbol or A..B"`
	Limit    int    `json:"limit,omitempty"`
	MaxChars int    `json:"max_chars,omitempty"`
	Root     string `json:"root,omitempty" jsonschema:"the repository"`
}

// addImpact registers impact. Its limit is one of each list.
func (s *Server) addImpact() {
	addTool(s, tool{
		name:        "impact",
		title:       "See what a change of code concerns",
		description: "Tell what a change of code concerns: notes on it, what uses it, tests, owners. Use it before you edit.",
		adjust: func(in *jsonschema.Schema) {
			adjustPaging(in)
			wire.MaxLength(in, "target", 1_000)
		},
	}, s.impact)
}

// impact answers from the code of one repository, the first one where root names none. The code is
// read when it is first asked about.
func (s *Server) impact(ctx context.Context, c *call, in ImpactArgs) (*render.Impact, error) {
	b, err := c.one(in.Root)
	if err != nil {
		return nil, err
	}
	out := &render.Impact{}
	err = c.with(ctx, b, func(ctx context.Context, st *warm.View) error {
		notes, err := st.Snapshot(ctx)
		if err != nil {
			return err
		}
		code, err := impact.Code(st.Desk, nil)
		if err != nil {
			return err
		}
		defer code.Close()
		out.Impact, err = impact.Ask(ctx, st.Desk, code, notes, impact.Request{Target: strings.TrimSpace(in.Target),
			Depth: 3, Most: cmp.Or(in.Limit, defaultHits)})
		var unknown *impact.NoTargetError
		switch {
		case errors.As(err, &unknown) && unknown.Nearest != "":
			return render.Hint(err, "did you mean "+unknown.Nearest+"?")
		case errors.As(err, &unknown), errors.Is(err, impact.ErrNoCode):
			return render.Hint(err, "name a path of the repository, path#symbol, or ask search")
		}
		return err
	})
	return out, err
}
