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
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/wire"
	"github.com/9aea2451/kb/index"
	"github.com/google/jsonschema-go/jsonschema"
)

// ProblemArgs are the arguments of search_past_solutions.
type ProblemArgs struct {
	Problem  string `json:"problem" jsonschema:"best the exact text of the error"`
	Limit    int    `json:"limit,omitempty" jsonschema:"at most so many parts"`
	MaxChars int    `json:"max_chars,omitempty" jsonschema:"at most about so many characters"`
	Cursor   string `json:"cursor,omitempty" jsonschema:"next_cursor of the page before, with the same arguments"`
	Root     string `json:"root,omitempty" jsonschema:"only this repository"`
}

// IssueArgs are the arguments of find_similar_issues.
type IssueArgs struct {
	Context  string `json:"context" jsonschema:"the code, diff or situation at hand"`
	Limit    int    `json:"limit,omitempty" jsonschema:"at most so many parts"`
	MaxChars int    `json:"max_chars,omitempty" jsonschema:"at most about so many characters"`
	Cursor   string `json:"cursor,omitempty" jsonschema:"next_cursor of the page before, with the same arguments"`
	Root     string `json:"root,omitempty" jsonschema:"only this repository"`
}

func (s *Server) addSolutions() {
	addTool(s, tool{
		name:  "search_past_solutions",
		title: "Search past solutions",
		description: "Find how a problem was solved before. Use it as soon as something fails, with the error message as it came: " +
			"its exact identifiers and wording weigh most. Solutions, error patterns, gotchas and dead ends come before other notes.",
		adjust: func(in *jsonschema.Schema) { adjustPaging(in); wire.MaxLength(in, "problem", maxProblem) },
	}, s.solutions)
	addTool(s, tool{
		name:  "find_similar_issues",
		title: "Find similar issues",
		description: "Find what went wrong before in code or situations like the one at hand: gotchas, error patterns and dead ends. " +
			"Use it before you change code that you do not know, with the code or the diff.",
		adjust: func(in *jsonschema.Schema) { adjustPaging(in); wire.MaxLength(in, "context", maxProblem) },
	}, s.issues)
}

const maxProblem = 50_000 // characters

func (s *Server) solutions(ctx context.Context, c *call, in ProblemArgs) (*render.Found, error) {
	return c.similar(ctx, similar{
		tool: "search_past_solutions", text: in.Problem, limit: in.Limit, cursor: in.Cursor, root: in.Root,
		types: []string{"solution", "error_pattern", "gotcha", "dead_end", "workflow_recipe"},
	})
}

func (s *Server) issues(ctx context.Context, c *call, in IssueArgs) (*render.Found, error) {
	return c.similar(ctx, similar{
		tool: "find_similar_issues", text: in.Context, limit: in.Limit, cursor: in.Cursor, root: in.Root,
		types: []string{"gotcha", "error_pattern", "dead_end", "causal_dependency", "solution", "constraint", "episode"},
	})
}

// similar is a question by a text: notes of some types that share its identifiers and wording.
type similar struct {
	tool, text, cursor, root string
	limit                    int
	types                    []string
}

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
		empty = "No note of this repository is a " + strings.Join(q.types[:3], ", ") + ". " + missingKind(q.types[0])
		c.note("no note here is of the types " + strings.Join(q.types, ", ") + ": other notes are shown. " + missingKind(q.types[0]))
	}
	return out, c.page(ctx, out, g.hits, cur, cmp.Or(q.limit, defaultHits), finding{empty: empty}, nil)
}
