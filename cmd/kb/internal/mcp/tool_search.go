package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/impact"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/incode"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/tally"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/render"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/wire"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/google/jsonschema-go/jsonschema"
)

// SearchArgs are the arguments of search.
type SearchArgs struct {
	Query string `json:"query" jsonschema:"a question, words, \"a phrase\" or an identifier; -word leaves out"`
	Filters
	Regexp   string `json:"regexp,omitempty" jsonschema:"RE2: the lines that match"`
	GroupBy  string `json:"group_by,omitempty" jsonschema:"counts notes by it"`
	Count    bool   `json:"count,omitempty" jsonschema:"of notes with every word"`
	Mode     string `json:"mode,omitempty" jsonschema:"hybrid (default): by words and meaning"`
	At       string `json:"at,omitempty" jsonschema:"a commit, tag or day"`
	Code     bool   `json:"code,omitempty" jsonschema:"search source files instead"`
	Active   bool   `json:"active,omitempty" jsonschema:"only what holds today"`
	Limit    int    `json:"limit,omitempty" jsonschema:"at most so many parts"`
	MaxChars int    `json:"max_chars,omitempty" jsonschema:"at most about so many characters"`
	Cursor   string `json:"cursor,omitempty" jsonschema:"next_cursor of the page before, with the same arguments"`
	Root     string `json:"root,omitempty" jsonschema:"only this repository"`
	Org      bool   `json:"org,omitempty" jsonschema:"of the whole organisation"`
}

// addSearch registers search. Its limit has two defaults, of parts and of lines that match: the
// schema names neither.
func (s *Server) addSearch() {
	addTool(s, tool{
		name:  "search",
		title: "Search the team's knowledge",
		description: "Find what the team has written down about a question, in decisions, specs, memories and docs. " +
			"Use it first, before reading files one by one. Gives the best parts of notes, with their places and whether they still " +
			"hold. For why something was decided use recall_decision, for errors search_past_solutions.",
		adjust: func(in *jsonschema.Schema) {
			wire.OneOf(in, "kind", kb.Kinds()...)
			wire.OneOf(in, "status", kb.Statuses()...)
			adjustPaging(in)
			in.Properties["limit"].Default = nil // of parts another one than of lines
			wire.OneOf(in, "group_by", tally.Groupings()...)
			wire.MaxLength(in, "regexp", tally.MostPattern)
			wire.OneOf(in, "mode", string(index.Hybrid), string(index.Keyword), string(index.Vector))
		},
	}, s.search)
}

// search counts where regexp, group_by or count asks for it; else it looks into source files, into
// the organisation's cluster or into the notes. The notes answer, too, where the cluster does not.
func (s *Server) search(ctx context.Context, c *call, in SearchArgs) (*render.Found, error) {
	q, err := in.query()
	if err != nil {
		return nil, err
	}
	if in.Regexp != "" || in.GroupBy != "" || in.Count {
		// What is counted and not ranked.
		asked := render.Digest("count", in.asked())
		cur, err := render.ReadCursor(in.Cursor, asked, tally.MostLines)
		if err != nil {
			return nil, err
		}
		limit := cmp.Or(in.Limit, defaultLines)
		req := tally.Request{Query: q, Pattern: in.Regexp, GroupBy: in.GroupBy}
		if !in.Count && in.GroupBy == "" {
			req.Lines = cur.Offset + limit
		}
		sum := &render.Counted{}
		out := &render.Found{Hits: []render.Evidence{}, Counted: sum}
		var states []string
		err = c.eachAt(ctx, in.Root, in.At, func(ctx context.Context, st *warm.View, day time.Time) error {
			req.Query.Day = day
			t, err := tally.Count(ctx, st.View, req)
			if err != nil {
				return err
			}
			states = append(states, st.ID)
			add(sum, t, c.server.rootOf(st))
			return nil
		})
		if err != nil {
			return nil, err
		}
		slices.SortStableFunc(sum.Groups, func(a, b render.Group) int { return tally.Compare(in.GroupBy, tallied(a), tallied(b)) })
		c.movedOn(&cur, render.Digest(states))
		sum.Matches = sum.Matches[min(cur.Offset, len(sum.Matches)):]
		sum.Matches = sum.Matches[:min(limit, len(sum.Matches))]
		out.Summary = sum.Sum(cur.Offset)
		if next := cur.Offset + len(sum.Matches); len(sum.Matches) > 0 && next < min(sum.Lines, tally.MostLines) {
			cur.Offset = next
			out.NextCursor = cur.Encode()
		}
		return out, nil
	}
	f := finding{query: q, root: in.Root, at: in.At, limit: in.Limit, cursor: in.Cursor, asked: render.Digest("search", in.asked())}
	if in.Code {
		return c.inCode(ctx, f)
	}
	if in.Org && s.o.Org != nil {
		if out, err := c.fromOrg(ctx, f); out != nil || err != nil {
			return out, err
		}
	}
	c.use.asks(in.Query, string(cmp.Or(q.Mode, index.Hybrid)))
	return c.find(ctx, f)
}

// asked is what a cursor of the search belongs to: all but the page.
func (in SearchArgs) asked() SearchArgs {
	in.Cursor, in.Limit, in.MaxChars = "", 0, 0
	return in
}

// query gives the words and filters as the index takes them. Without any, and with nothing to
// count, it is an error.
func (in SearchArgs) query() (index.Query, error) {
	if strings.TrimSpace(in.Query) == "" && in.Filters.none() && in.Regexp == "" && in.GroupBy == "" && !in.Count {
		return index.Query{}, render.Hint(errors.New("nothing to search for"),
			`pass a query, such as "how are sessions stored", or a filter`)
	}
	return index.Query{Text: in.Query, Mode: index.Mode(in.Mode), Filter: in.filter(), ActiveOnly: in.Active}, nil
}

// inCode answers from the source files, which are read when they are first asked for.
func (c *call) inCode(ctx context.Context, f finding) (*render.Found, error) {
	for _, given := range filtersOf(f.query) {
		if given != "type" && given != "path" {
			return nil, render.Hint(fmt.Errorf("code searches source files, and %s is about notes", given), "leave out one of them")
		}
	}
	cur, err := render.ReadCursor(f.cursor, f.asked, render.MaxOffset)
	if err != nil {
		return nil, err
	}
	limit := cmp.Or(f.limit, defaultHits)
	f.query.Limit, f.of, f.empty = cur.Offset+limit+1, "a source file", "Try other words, or a single identifier."
	out := &render.Found{Hits: []render.Evidence{}}
	var g gathered
	defer g.release()
	var tried []string
	err = c.eachAt(ctx, f.root, f.at, func(ctx context.Context, st *warm.View, _ time.Time) error {
		answer, err := incode.Search(ctx, st.Desk, st.At.Commit, f.query, nil)
		if errors.Is(err, impact.ErrNoCode) {
			c.note(st.Keeper.Prefix() + err.Error())
			return nil
		}
		if err != nil {
			return err
		}
		g.hold(st)
		g.add(answer.Hits...)
		tried = append(tried, answer.Tried...)
		out.Suggestion = cmp.Or(out.Suggestion, answer.Suggestion)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(g.used) > 1 {
		slices.SortStableFunc(g.hits, func(a, b ranked) int { return cmp.Compare(b.Score, a.Score) })
	}
	c.movedOn(&cur, render.Digest(g.states))
	return out, c.page(ctx, out, g.hits, cur, limit, f, tried)
}

// defaultLines is how many lines that match are given when no limit is.
const defaultLines = 30

// add adds what was counted in a repository.
func add(sum *render.Counted, t *tally.Tally, root string) {
	sum.Notes, sum.Lines = sum.Notes+t.Notes, sum.Lines+t.Lines
	of := ""
	if t.GroupBy == "note" {
		of = root // two repositories may have a note at one path
	}
	for _, g := range t.Groups {
		i := slices.IndexFunc(sum.Groups, func(o render.Group) bool { return o.Root == of && o.Name == g.Name })
		if i < 0 {
			i = len(sum.Groups)
			sum.Groups = append(sum.Groups, render.Group{Root: of, Name: g.Name})
		}
		sum.Groups[i].Notes += g.Notes
		sum.Groups[i].Lines += g.Lines
	}
	for _, l := range t.Hits {
		sum.Matches = append(sum.Matches, render.Match{Root: root, Path: l.Path, Line: l.Line, Inactive: l.Inactive, Text: l.Text})
	}
}

func tallied(g render.Group) tally.Group {
	return tally.Group{Name: g.Name, Notes: g.Notes, Lines: g.Lines}
}
