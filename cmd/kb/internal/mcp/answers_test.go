package mcp

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

// Of a long decision what was decided is told, not how it begins.
func TestRecallDecisionTellsTheOutcome(t *testing.T) {
	r := sample(t)
	r.write(
		"docs/adr/0007-queues.md",
		"# Queues\n\n## Context\n\n"+strings.Repeat("Queues were compared at length. ",
			60)+"\n\n## Decision Outcome\n\nChosen option: Kafka, because it replays.\n\n## More\n\n"+strings.Repeat(
			"Much else was said. ",
			60,
		)+"\n",
	)
	r.commit("Queues")
	cs := connect(t, serve(t, r), "", nil)
	if a := ask(t, cs, "recall_decision", "topic", "queues"); !strings.Contains(a.text, "Chosen option: Kafka, because it replays") ||
		!strings.Contains(a.text, "0007-queues.md:7-") {
		t.Errorf("%s", a.text)
	}
	lines := ask(t, cs, "read", "note", "docs/adr/0007-queues.md:1-1") // as search names its hits
	if !strings.Contains(lines.text, "0007-queues.md:1-1") || strings.Contains(lines.text, "Kafka") {
		t.Errorf("%s", lines.text)
	}
	if lines := ask(t, cs, "read", "note", "docs/adr/0007-queues.md:1-99"); !lines.fail || !strings.Contains(lines.text, "not 1-99") {
		t.Errorf("%s", lines.text)
	}
	a := ask(t, cs, "read", "note", "docs/adr/0007-queues.md#decision-outcome")
	if a.data["note"].(map[string]any)["heading"] != "Decision Outcome" {
		t.Errorf("%s", a.text)
	}
}

// A form that decisions are written from is found, but recalled as none.
func TestRecallDecisionLeavesTemplatesOut(t *testing.T) {
	r := sample(t)
	r.write("docs/adr/adr-template.md",
		"---\nkind: decision\n---\n# Queues: a short title\n\n## Decision Outcome\n\nChosen option: the queues of option 1.\n")
	r.write("docs/adr/0007-queues.md", "# Queues\n\n## Decision Outcome\n\nChosen option: Kafka, because it replays.\n")
	r.commit("Queues")
	cs := connect(t, serve(t, r), "", nil)
	if a := ask(t, cs, "recall_decision", "topic", "queues"); !strings.Contains(a.text, "0007-queues.md") ||
		strings.Contains(a.text, "adr-template.md") {
		t.Errorf("%s", a.text)
	}
	if a := ask(t, cs, "search", "query", "queues"); !strings.Contains(a.text, "adr-template.md") {
		t.Errorf("%s", a.text)
	}
}

// Where the repository defines no categories, those of kb's own that have notes are told, as what they are.
func TestCategoriesThatNobodyDefined(t *testing.T) {
	r := newRepository(t)
	r.write("docs/tests.md", "# Tests\n\nUnit tests, integration tests and end-to-end tests run with fixtures; coverage is told.\n")
	r.commit("Tests")
	cs := connect(t, serve(t, r), "", nil)
	a := ask(t, cs, "get_category_summary")
	if list := a.data["categories"].([]any); len(list) != 1 || !strings.Contains(a.text, "testing: 1 note.") ||
		!strings.Contains(a.text, "kb's own") {
		t.Errorf("%s", a.text)
	}
}

// What is wrong with arguments is said in plain words.
func TestPlainFaults(t *testing.T) {
	cs := connect(t, serve(t, sample(t)), "", nil)
	for _, c := range []struct {
		tool string
		args []any
		want string
	}{
		{"search", nil, "query is missing\nthe arguments of search are: query, "},
		{"search", []any{"qury", "x", "query", "x"}, "there is no argument \"qury\"\n"},
		{"search", []any{"query", "x", "limit", -1}, "limit: -1 is less than 1\n"},
		{"search", []any{"query", "x", "limit", 5000}, "limit: 5000 is greater than "},
		{"search", []any{"query", "x", "mode", "telepathy"}, "mode: telepathy is none of: hybrid keyword vector\n"},
		{"search", []any{"query", "x", "kind", []string{"poem"}}, "kind: poem is none of: memory decision spec summary doc\n"},
		{"find_similar_issues", []any{"context", 5}, "context: 5 is no string\n"},
		{"memory_stats", []any{"root", "x"}, "there is no argument \"root\"\nmemory_stats takes no arguments"},
		{"read", []any{"note", ""}, "no note is named"},
	} {
		if a := ask(t, cs, c.tool, c.args...); !a.fail || !strings.HasPrefix(a.text, c.want) {
			t.Errorf("%s %v: %q", c.tool, c.args, a.text)
		}
	}
}

// A call that took too long says so, whatever broke off in it.
func TestLateCalls(t *testing.T) {
	ctx, cancel := context.WithDeadline(t.Context(), time.Now())
	defer cancel()
	if why := explain(inTime(ctx, errors.New("sqlite3: interrupted"))); !strings.HasPrefix(why, "the call took too long\n") {
		t.Error(why)
	}
	if why := explain(inTime(t.Context(), errors.New("no such thing"))); why != "no such thing" {
		t.Error(why)
	}
}
