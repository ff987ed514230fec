package mcp

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/mcp/render"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/wire"
	"github.com/9aea2451/kb/index"
	"github.com/google/jsonschema-go/jsonschema"
)

// SearchArgs are the arguments of search.
type SearchArgs struct {
	Query string `json:"query" jsonschema:"a question, words, \"a phrase\" or an identifier; -word leaves out"`
	Filters
	Mode     string `json:"mode,omitempty" jsonschema:"hybrid (default): by words and meaning"`
	At       string `json:"at,omitempty" jsonschema:"as of this commit, branch, tag or day"`
	Active   bool   `json:"active,omitempty" jsonschema:"only what holds today"`
	Limit    int    `json:"limit,omitempty" jsonschema:"at most so many parts"`
	MaxChars int    `json:"max_chars,omitempty" jsonschema:"at most about so many characters"`
	Cursor   string `json:"cursor,omitempty" jsonschema:"next_cursor of the page before, with the same arguments"`
	Quick    bool   `json:"quick,omitempty" jsonschema:"do not wait for a history that has not been read yet"`
	Root     string `json:"root,omitempty" jsonschema:"only this repository"`
}

func (s *Server) addSearch() {
	addTool(s, tool{
		name:  "search",
		title: "Search the team's knowledge",
		description: "Find what the team has written down about a question, in decisions, specs, memories and docs. " +
			"Use it first, before reading files one by one. Gives the best parts of notes, with their places and whether they still " +
			"hold. " +
			"For why something was decided use recall_decision, for an error message search_past_solutions.",
		adjust: func(in *jsonschema.Schema) {
			adjustFilters(in)
			wire.OneOf(in, "mode", string(index.Hybrid), string(index.Keyword), string(index.Vector))
		},
	}, s.search)
}

func (s *Server) search(ctx context.Context, c *call, in SearchArgs) (*render.Found, error) {
	q, err := in.query()
	if err != nil {
		return nil, err
	}
	c.quick = in.Quick
	c.use.asks(in.Query, string(cmp.Or(q.Mode, index.Hybrid)))
	return c.find(
		ctx,
		finding{
			query:  q,
			root:   in.Root,
			at:     in.At,
			limit:  in.Limit,
			cursor: in.Cursor,
			asked:  render.Digest("search", in.asked()),
		},
	)
}

// asked is what a cursor of the search belongs to: all but the page.
func (in SearchArgs) asked() SearchArgs {
	in.Cursor, in.Limit, in.MaxChars, in.Quick = "", 0, 0, false
	return in
}

func (in SearchArgs) query() (index.Query, error) {
	if strings.TrimSpace(in.Query) == "" && in.Filters.none() {
		return index.Query{}, render.Hint(errors.New("nothing to search for"),
			`pass a query, such as "how are sessions stored", or a filter`)
	}
	return index.Query{Text: in.Query, Mode: index.Mode(in.Mode), Filter: in.filter(), ActiveOnly: in.Active}, nil
}
