package mcp

import (
	"slices"
	"strings"
	"testing"
)

func TestAtAnEarlierState(t *testing.T) {
	r := sample(t)
	r.write("docs/sessions.md", "# Sessions\n\nUser sessions expire after 2 hours.\n")
	r.commit("Shorter sessions")
	cs := connect(t, serve(t, r), "", nil)
	a := ask(t, cs, "search", "query", "when do user sessions expire", "at", "HEAD~1")
	if !strings.Contains(a.text, "12 hours") || strings.Contains(a.text, "2 hours.\n") && !strings.Contains(a.text, "12 hours") ||
		!strings.Contains(a.text, "as of commit") {
		t.Errorf("%s", a.text)
	}
	if a := ask(t, cs, "search", "query", "when do user sessions expire", "at", "2001-01-01"); !a.fail ||
		!strings.Contains(a.text, "no commit on or before 2001-01-01") {
		t.Errorf("before the beginning: %s", a.text)
	}
}

func TestRecallDecisionGoesFromOldToNew(t *testing.T) {
	cs := connect(t, serve(t, sample(t)), "", nil)
	a := ask(t, cs, "recall_decision", "topic", "JWT")
	want := []string{".memory/decisions/0001-server-sessions.md", ".memory/decisions/0002-jwt-sessions.md"}
	if !slices.Equal(a.hits(), want) || !strings.Contains(a.text, "because Redis lost them") ||
		!strings.Contains(a.text, "superseded by .memory/decisions/0002") {
		t.Errorf("%s", a.text)
	}
	bare := newRepository(t)
	bare.write("a.md", "# A\n\nText.\n")
	bare.commit("A")
	cs = connect(t, serve(t, bare), "", nil)
	if a := ask(t, cs, "recall_decision", "topic", "JWT"); a.fail ||
		!strings.Contains(a.text, "No note of this repository is a decision") ||
		!strings.Contains(a.text, "kb new decision") {
		t.Errorf("without decisions: %s", a.text)
	}
	if a := ask(t, cs, "search_past_solutions", "problem", "ERR_POOL"); a.fail || !strings.Contains(a.text, "kb remember") {
		t.Errorf("without solutions: %s", a.text)
	}
	if a := ask(t, cs, "get_project_patterns"); a.fail || !strings.Contains(a.text, "No note of this repository is a standard") {
		t.Errorf("without patterns: %s", a.text)
	}
}

func TestPastSolutionsWeighExactText(t *testing.T) {
	r := sample(t)
	for _, other := range []string{"queue", "thread", "file"} {
		r.write(
			".memory/memories/"+other+".md",
			"---\nkind: memory\ntype: solution\ntitle: Timeout of the "+other+
				"\n---\n# Timeout\n\nA timeout acquiring a connection to the "+other+
				" pool came from startup order. Acquiring was tried again.\n",
		)
	}
	r.commit("Others")
	cs := connect(t, serve(t, r), "", nil)
	trace := "panic: startup failed\n  at db.connect (pool.go:42)\nERR_POOL_EXHAUSTED: timeout acquiring connection -- type:none \"quoted"
	for _, tool := range [][2]string{{"search_past_solutions", "problem"}, {"find_similar_issues", "context"}} {
		a := ask(t, cs, tool[0], tool[1], trace)
		if len(a.hits()) == 0 || a.hits()[0] != ".memory/memories/pool-exhausted.md" {
			t.Errorf("%s: %s", tool[0], a.text)
		}
	}
}

func TestPatternsByFilesAndCategory(t *testing.T) {
	r := sample(t)
	r.write(".memory/memories/names.md", "---\nkind: memory\ntype: standard\ntitle: Names\n---\n# Names\n\nName things by what they are.\n")
	r.write(".memory/memories/ui.md",
		"---\nkind: memory\ntype: standard\ntitle: Buttons\nfiles: [\"web/**\"]\n---\n# Buttons\n\nButtons are verbs.\n")
	r.commit("Standards")
	cs := connect(t, serve(t, r), "", nil)
	table, names := ".memory/memories/table-tests.md", ".memory/memories/names.md"
	if a := ask(t, cs, "get_project_patterns", "files", []string{"internal/auth/jwt_test.go"}); !slices.Equal(a.hits(),
		[]string{table, names}) {
		t.Errorf("by files: %s", a.text)
	}
	if a := ask(t, cs, "get_project_patterns", "category", "testing"); !slices.Equal(a.hits(), []string{table}) {
		t.Errorf("by category: %s", a.text)
	}
	if a := ask(t, cs, "get_project_patterns", "category", "cooking"); len(a.hits()) > 0 ||
		!strings.Contains(a.text, "there are 3 in all") {
		t.Errorf("an empty category: %s", a.text)
	}
}

func TestCategorySummary(t *testing.T) {
	r := sample(t)
	r.write(".memory/categories/testing.md", "---\nkind: summary\ntitle: Testing\ntags: [tests]\n---\n# Testing\n\nTests are tables.\n")
	r.commit("A summary")
	cs := connect(t, serve(t, r), "", nil)
	if a := ask(t, cs, "get_category_summary", "category", "Testing"); !strings.Contains(a.text, "Tests are tables.") ||
		!strings.Contains(a.text, "table-tests.md") {
		t.Errorf("%s", a.text)
	}
	if a := ask(t, cs, "get_category_summary"); !strings.Contains(a.text, "testing: 1 note.") {
		t.Errorf("all: %s", a.text)
	}
	if a := ask(t, cs, "get_category_summary", "category", "cooking"); !a.fail || !strings.Contains(a.text, "the categories are: testing") {
		t.Errorf("an unknown one: %s", a.text)
	}
}

func TestHistory(t *testing.T) {
	r := sample(t)
	r.git("mv", "docs/sessions.md", "docs/user-sessions.md")
	r.commit("Rename\n\nIt is about users.\n\nReviewed-by: Bob <bob@example.com>")
	cs := connect(t, serve(t, r), "", nil)
	a := ask(t, cs, "history", "note", "docs/user-sessions.md")
	for _, want := range []string{"2 commits, newest first", "renamed from docs/sessions.md", "It is about users.", "Reviewed-by: Bob",
		"Ann: Write down what we know"} {
		if !strings.Contains(a.text, want) {
			t.Errorf("no %q in %s", want, a.text)
		}
	}
	first := ask(t, cs, "history", "note", "docs/user-sessions.md", "limit", 1)
	next := ask(t, cs, "history", "note", "docs/user-sessions.md", "limit", 1, "cursor", first.data["next_cursor"])
	if e := next.data["events"].([]any); len(e) != 1 || e[0].(map[string]any)["change"] != "added" {
		t.Errorf("the next page: %s", next.text)
	}
	if a := ask(t, cs, "history", "note", "docs/sessions.md", "at", "HEAD~1"); !strings.Contains(a.text, "1 commit, newest first") {
		t.Errorf("by its path of then: %s", a.text)
	}
}

func TestUseIsRecordedPerRepository(t *testing.T) {
	one, two := sample(t), sample(t)
	var uses []Use
	s := serveWith(t, func(o *Options) { o.Record = func(u Use) { uses = append(uses, u) } }, one, two)
	cs := connect(t, s, "", nil)
	structured(t, cs, "search", named("query", "sessions expire", "limit", 50))
	structured(t, cs, "read", named("note", "docs/sessions.md", "root", "repo2"))
	ask(t, cs, "read", "note", "docs/nowhere.md")
	s.Close()
	if len(uses) != 3 {
		t.Fatalf("%d uses: %+v", len(uses), uses)
	}
	for i, root := range []string{"repo1", "repo2"} {
		if u := uses[i]; u.Root != root || u.Client != "tester" || u.Query != "sessions expire" || len(u.Results) == 0 ||
			u.Mode != "hybrid" {
			t.Errorf("%+v", u)
		}
	}
	if u := uses[2]; u.Root != "repo2" || u.Opened == nil || u.Opened.Path != "docs/sessions.md" {
		t.Errorf("%+v", u)
	}
}

func TestBlame(t *testing.T) {
	r := sample(t)
	r.write("docs/sessions.md", "# Sessions\n\nUser sessions expire after 12 hours.\n\n## Storage\n\nSessions are kept in cookies.\n")
	r.commit("Keep sessions in cookies")
	cs := connect(t, serve(t, r), "", nil)
	a := ask(t, cs, "history", "note", "docs/sessions.md#storage", "view", "blame")
	if list := a.data["sections"].([]any); len(list) != 1 || !strings.Contains(a.text, "Ann: Keep sessions in cookies") {
		t.Errorf("%s", a.text)
	}
	a = ask(t, cs, "history", "note", "docs/sessions.md", "view", "blame")
	if list := a.data["sections"].([]any); len(list) != 2 || !strings.Contains(a.text, "Ann: Write down what we know") {
		t.Errorf("%s", a.text)
	}
}

func TestContext(t *testing.T) {
	cs := connect(t, serve(t, sample(t)), "", nil)
	a := ask(t, cs, "context", "task", "write tests of expiry", "files", []string{"internal/auth/jwt_test.go"})
	if !strings.Contains(a.text, "table-tests.md:") || !strings.Contains(a.text, "Write tests as tables of cases") ||
		!strings.Contains(a.text, "```quote\n") || strings.Contains(a.text, "[[evidence ") {
		t.Errorf("%s", a.text)
	}
	for _, args := range [][]any{{}, {"files", []string{"../../etc/passwd"}}, {"task", "x", "phase", "dance"}} {
		if a := ask(t, cs, "context", args...); !a.fail {
			t.Errorf("%v: %s", args, a.text)
		}
	}
}

// Code that changed after a note was written makes the note doubtful, and a hit says so.
func TestStaleHitsAreMarked(t *testing.T) {
	r := newRepository(t)
	r.write("docs/limits.md", "# Limits\n\nThe limits are set in `internal/limits.go`.\n")
	r.write("internal/limits.go", strings.Repeat("package limits // one\n", 30))
	r.commit("Limits")
	r.git("rm", "-q", "internal/limits.go")
	r.commit("No limits")
	cs := connect(t, serve(t, r), "", nil)
	eventually(t, "the hit is marked", func() bool {
		return strings.Contains(ask(t, cs, "search", "query", "where are limits set").text, "! may be stale:")
	})
}
