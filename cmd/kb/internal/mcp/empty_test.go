package mcp

import (
	"strings"
	"testing"
)

// A tool that finds nothing says what to try.
func TestEmptyAnswersSayWhatToTry(t *testing.T) {
	full := sample(t)
	full.write("docs/draft.md", "# Qqq\n\nXyzzy plugh.\n") // near to nothing, and not committed
	full.write("docs/plain.md", "# Rrr\n\nFrobnicate wibble.\n")
	bare := newRepository(t)
	bare.write("a.md", "# Aaa\n\nXyzzy plugh.\n")
	bare.commit("Begin")
	one, two := connect(t, serve(t, full), "", nil), connect(t, serve(t, bare), "", nil)
	for _, c := range []struct {
		tool string
		bare bool // ask the repository that has nothing of what the tool looks for
		args []any
		want string
	}{
		{"search", false, []any{"query", "zzqqxx"}, "Try other words, fewer of them, or a single identifier; memory_stats tells"},
		{"search", false, []any{"query", "session", "kind", []string{"spec"}, "active", true}, "Without kind, active there are "},
		{"search", false, []any{"query", "zzqqxx", "tag", []string{"auth"}}, "Nor does anything without its filters: try other words"},
		{"read", false, []any{"note", "docs/session.md"}, "did you mean: docs/sessions.md"},
		{"read", false, []any{"note", "zzqqxx"}, "find it by what it says with the tool search"},
		{"related", false, []any{"note", "zzqqxx"}, "with the tool search"},
		{"context", false, []any{"task", "zzqqxx"}, "name the files that will be worked on, or use other words"},
		{"history", false, []any{"note", "docs/draft.md"}, "no commits. What is not committed yet has no history: read it"},
		{"check_statement", false, []any{"statement", "The zzqqxx is blue."}, "Search for its subject too"},
		{"recall_decision", false, []any{"topic", "zzqqxx"}, "Try other words, or search for it in all notes"},
		{"recall_decision", true, []any{"topic", "zzqqxx"}, "what other notes say of it is found with search"},
		{"recall_decision", true, []any{"topic", "plugh"},
			"No note of this repository is a decision; these speak of it. A person adds one"},
		{"search_past_solutions", false, []any{"problem", "zzqqxx"}, "Try the shortest exact part of the message, or the tool search"},
		{"search_past_solutions", true, []any{"problem", "zzqqxx"}, "kb remember"},
		{"find_similar_issues", false, []any{"context", "zzqqxx"}, "Try the shortest exact part of the message, or the tool search"},
		{"get_project_patterns", false, []any{"category", "zzqqxx"}, "leave category and files out"},
		{"get_project_patterns", true, nil, "look for it with the tool search"},
		{"get_category_summary", false, []any{"category", "zzqqxx"}, "the categories are: "},
		{"get_category_summary", true, nil, "a person defines one in .memory/categories/NAME.md"},
		{"get_category_summary", true, []any{"category", "zzqqxx"}, "look for its subject with the tool search"},
		{"memory_stats", true, nil, "a person adds one with: kb new decision"},
	} {
		cs := one
		if c.bare {
			cs = two
		}
		if a := ask(t, cs, c.tool, c.args...); !strings.Contains(a.text, c.want) {
			t.Errorf("%s %v: no %q in %s", c.tool, c.args, c.want, a.text)
		}
	}
}

// Nothing is said to be shown where nothing is.
func TestAnEmptyAnswerShowsNothing(t *testing.T) {
	cs := connect(t, serve(t, sample(t)), "", nil)
	for _, tool := range [][2]string{{"find_similar_issues", "context"}, {"search_past_solutions", "problem"}} {
		if a := ask(t, cs, tool[0], tool[1], "zzqqxx"); strings.Contains(a.text, "are shown") {
			t.Errorf("%s: %s", tool[0], a.text)
		}
	}
}
