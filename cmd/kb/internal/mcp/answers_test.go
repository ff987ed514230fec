package mcp

import (
	"strings"
	"testing"
)

// Of a long decision what was decided is told, not how it begins.
func TestRecallDecisionTellsTheOutcome(t *testing.T) {
	r := sample(t)
	r.write("docs/adr/0007-queues.md", "# Queues\n\n## Context\n\n"+strings.Repeat("Queues were compared at length. ", 60)+"\n\n## Decision Outcome\n\nChosen option: Kafka, because it replays.\n\n## More\n\n"+strings.Repeat("Much else was said. ", 60)+"\n")
	r.commit("Queues")
	cs := connect(t, serve(t, r), "", nil)
	if a := ask(t, cs, "recall_decision", "topic", "queues"); !strings.Contains(a.text, "Chosen option: Kafka, because it replays") || !strings.Contains(a.text, "0007-queues.md:7-") {
		t.Errorf("%s", a.text)
	}
	if a := ask(t, cs, "read", "note", "docs/adr/0007-queues.md#decision-outcome"); a.data["note"].(map[string]any)["heading"] != "Decision Outcome" {
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
	if list := a.data["categories"].([]any); len(list) != 1 || !strings.Contains(a.text, "testing: 1 note.") || !strings.Contains(a.text, "kb's own") {
		t.Errorf("%s", a.text)
	}
}
