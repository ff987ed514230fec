package mcp

import (
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/wire"
	"github.com/9aea2451/kb/rank"
	"github.com/google/jsonschema-go/jsonschema"
)

// addTools registers the tools, at most thirteen: clients drop servers with many.
func (s *Server) addTools() {
	s.addSearch()
	s.addRead()
	s.addRelated()
	// The default of its budget is not told in the schema, as it hangs on the phase.
	addTool(s, tool{
		name:  "context",
		title: "Get what to know before the work",
		description: "Get what to know before working on files or on a task: the sections of notes that speak of them, within a " +
			"budget of tokens. Use it once at the beginning of a task, with the files at hand.",
		adjust: func(in *jsonschema.Schema) {
			wire.OneOf(in, "phase", rank.Phases()...)
			wire.Between(in, "budget", leastBudget, mostBudget, 0)
			in.Properties["budget"].Default = nil
			wire.MaxLength(in, "task", maxQuery)
		},
	}, s.context)
	// A statement may be a whole note, hence its 100,000 characters.
	addTool(s, tool{
		name:  "check_statement",
		title: "Check a statement against what is known",
		description: "Tell whether a statement would contradict, repeat or bring back what the team has written down or given up. " +
			"Use it before you write a fact, a rule or a choice down.",
		adjust: func(in *jsonschema.Schema) {
			wire.MaxLength(in, "statement", 100_000)
			wire.MaxLength(in, "note", 1_000)
		},
	}, s.check)
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
