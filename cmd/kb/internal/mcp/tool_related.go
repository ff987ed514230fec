package mcp

import (
	"cmp"
	"context"
	"fmt"

	"github.com/google/jsonschema-go/jsonschema"
)

// RelatedArgs are the arguments of related.
type RelatedArgs struct {
	Note     string `json:"note" jsonschema:"path, title, id or alias of the note"`
	Limit    int    `json:"limit,omitempty" jsonschema:"at most so many notes"`
	MaxChars int    `json:"max_chars,omitempty" jsonschema:"at most about so many characters"`
	Cursor   string `json:"cursor,omitempty" jsonschema:"next_cursor of the page before, with the same arguments"`
	Root     string `json:"root,omitempty" jsonschema:"the repository that the note is in"`
}

func (s *Server) addRelated() {
	addTool(s, tool{
		name:  "related",
		title: "Find related notes",
		description: "Find the notes near to a note: by links, by meaning, and by what changes together. " +
			"Use it after read, to see what depends on a note or what else has to be known before it is changed.",
		adjust: func(in *jsonschema.Schema) {
			adjustPaging(in)
			maxLength(in, "note", 1_000)
		},
	}, s.related)
}

func (s *Server) related(ctx context.Context, c *call, in RelatedArgs) (*Found, error) {
	cur, err := readCursor(in.Cursor, digest("related", in.Note, in.Root), maxOffset)
	if err != nil {
		return nil, err
	}
	b, name, err := s.locate(ctx, c, in.Root, in.Note)
	if err != nil {
		return nil, err
	}
	out := &Found{Hits: []Evidence{}}
	err = c.with(ctx, b, func(ctx context.Context, st *state) error {
		p, err := st.find(ctx, name)
		if err != nil {
			return err
		}
		limit := cmp.Or(in.Limit, defaultHits)
		sources, err := b.sources(ctx, p.path)
		if err != nil {
			return err
		}
		hits, err := st.searcher.Related(ctx, p.path, cur.Offset+limit+1, sources...)
		if err != nil {
			return err
		}
		cur.setState(c, digest(st.id))
		all := make([]ranked, len(hits))
		for i, h := range hits {
			all[i] = ranked{h, st, 0}
		}
		empty := fmt.Sprintf("Nothing is near to %s: no links, and no words in common.", shownPath(p.path))
		return c.page(ctx, out, all, cur, limit, finding{chars: in.MaxChars, empty: empty}, nil)
	})
	return out, err
}
