package mcp

import (
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/wire"
	"github.com/google/jsonschema-go/jsonschema"
)

// addTools registers the tools, at most thirteen: clients drop servers with many.
func (s *Server) addTools() {
	s.addSearch()
	s.addRead()
	s.addRelated()
	s.addContext()
	s.addCheck()
	s.addDecision()
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
	s.addPatterns()
	s.addCategory()
	s.addHistory()
	s.addImpact()
	addTool(s, tool{
		name:  statsTool,
		title: "See what the base holds",
		description: "Tell what this server knows: notes by kind and status, how fresh the index is, what is missing. " +
			"Use it when answers look empty or old.",
	}, s.stats)
}
