package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/render"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/wire"
	"github.com/9aea2451/kb/index"
	"github.com/google/jsonschema-go/jsonschema"
)

// PatternArgs are the arguments of get_project_patterns.
type PatternArgs struct {
	Category string   `json:"category,omitempty" jsonschema:"such as testing"`
	Files    []string `json:"files,omitempty" jsonschema:"what covers them comes first"`
	Limit    int      `json:"limit,omitempty" jsonschema:"at most so many notes"`
	MaxChars int      `json:"max_chars,omitempty" jsonschema:"at most about so many characters"`
	Cursor   string   `json:"cursor,omitempty" jsonschema:"next_cursor of the page before, with the same arguments"`
	Root     string   `json:"root,omitempty" jsonschema:"only this repository"`
}

// addPatterns registers get_project_patterns. More than 200 files are refused by patterns itself,
// with an advice that a schema cannot give.
func (s *Server) addPatterns() {
	addTool(s, tool{
		name:  "get_project_patterns",
		title: "Get the project's patterns",
		description: "Get how work is done in this project: standards, patterns, preferences, constraints and gotchas, by category or " +
			"by the files at hand. " +
			"Use it before you write code, to write it as the team would.",
		adjust: func(in *jsonschema.Schema) { adjustPaging(in); wire.MaxLength(in, "category", 200) },
	}, s.patterns)
}

// patterns lists how work is done, repository after repository, in each by its own rank. Where
// nothing is found the answer tells whether there is nothing at all or the filters leave nothing.
func (s *Server) patterns(ctx context.Context, c *call, in PatternArgs) (*render.Found, error) {
	if len(in.Files) > 200 {
		return nil, render.Hint(errors.New("more than 200 files"), "name their folders")
	}
	cur, err := render.ReadCursor(in.Cursor, render.Digest("get_project_patterns", in.Category, in.Files, in.Root), render.MaxOffset)
	if err != nil {
		return nil, err
	}
	c.use.asks(strings.TrimSpace("patterns "+in.Category), string(index.Keyword))
	out := &render.Found{Hits: []render.Evidence{}}
	var g gathered
	defer g.release()
	known := 0
	err = c.each(ctx, in.Root, func(ctx context.Context, st *warm.View) error {
		g.hold(st)
		found, n, err := st.Patterns(ctx, in.Category, in.Files)
		known += n
		g.add(found...)
		return err
	})
	if err != nil {
		return nil, err
	}
	c.movedOn(&cur, render.Digest(g.states))
	empty := "No note of this repository is a standard, pattern, preference or gotcha. " + render.MissingKind("pattern") +
		" How work is done may stand in plain documents: look for it with the tool search."
	if known > 0 {
		empty = fmt.Sprintf(
			"None is of the category %q or covers these files, but there are %d in all: leave category and files out.",
			render.Clip(in.Category, 60),
			known,
		)
	}
	return out, c.page(ctx, out, g.hits, cur, cmp.Or(in.Limit, defaultHits), finding{empty: empty}, nil)
}
