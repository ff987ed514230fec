package mcp

import (
	"context"

	"github.com/9aea2451/kb/cmd/kb/internal/mcp/render"
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

const maxProblem = 50_000 // characters

// solutions puts first what tells how a problem was solved. The first three of the types are named
// where no note is of any of them.
func (s *Server) solutions(ctx context.Context, c *call, in ProblemArgs) (*render.Found, error) {
	return c.similar(ctx, similar{
		tool: "search_past_solutions", text: in.Problem, limit: in.Limit, cursor: in.Cursor, root: in.Root,
		types: []string{"solution", "error_pattern", "gotcha", "dead_end", "workflow_recipe"},
	})
}

// issues puts first what tells what went wrong; a solution counts too, as it names its problem.
func (s *Server) issues(ctx context.Context, c *call, in IssueArgs) (*render.Found, error) {
	return c.similar(ctx, similar{
		tool: "find_similar_issues", text: in.Context, limit: in.Limit, cursor: in.Cursor, root: in.Root,
		types: []string{"gotcha", "error_pattern", "dead_end", "causal_dependency", "solution", "constraint", "episode"},
	})
}
