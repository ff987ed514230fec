package mcp

import (
	"context"

	"github.com/9aea2451/kb/cmd/kb/internal/mcp/render"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/wire"
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

// addSolutions registers search_past_solutions and find_similar_issues, which differ in the types
// of memories that come first.
func (s *Server) addSolutions() {
	addTool(s, tool{
		name:  "search_past_solutions",
		title: "Search past solutions",
		description: "Find how a problem was solved before. Use it as soon as something fails, with the error message as it came: " +
			"its exact wording weighs most.",
		adjust: func(in *jsonschema.Schema) { adjustPaging(in); wire.MaxLength(in, "problem", maxProblem) },
	}, s.solutions)
	addTool(s, tool{
		name:  "find_similar_issues",
		title: "Find similar issues",
		description: "Find what went wrong before in code or situations like the one at hand: gotchas, error patterns and dead ends. " +
			"Use it before you change code that you do not know.",
		adjust: func(in *jsonschema.Schema) { adjustPaging(in); wire.MaxLength(in, "context", maxProblem) },
	}, s.issues)
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
