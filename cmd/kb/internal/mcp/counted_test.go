package mcp

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// A search that counts gives numbers, groups and lines, all of them, page by page.
func TestSearchCounts(t *testing.T) {
	r := sample(t)
	for i := range 40 {
		r.write(fmt.Sprintf("log/%02d.md", i), fmt.Sprintf("# Log %d\n\nTicket-%d was closed.\n", i, i))
	}
	r.commit("Add a log")
	cs := connect(t, serve(t, r), "", nil)
	for _, c := range []struct {
		args []any
		want string
	}{
		{[]any{"query", "", "regexp", `Ticket-\d+`}, "40 lines of 40 notes match; these are 1 to 30."},
		{[]any{"query", "closed", "regexp", `Ticket-\d+`, "limit", 2}, "log/01.md:3: Ticket-1 was closed."},
		{
			[]any{"query", "", "regexp", `Redis`, "kind", []string{"decision"}},
			"0001-server-sessions.md:9: We keep sessions in Redis, because a token cannot be revoked. [does not hold: superseded",
		},
		{[]any{"query", "ticket closed", "count", true}, "40 notes."},
		{[]any{"query", "ticket nosuchword", "count", true}, "Nothing found: 0 notes."},
		{[]any{"query", "ticket", "group_by", "month"}, "40\t20"},
		{[]any{"query", "", "regexp", "(x"}, "missing closing ): `(x`"},
		{[]any{"query", "", "regexp", "x", "path", []string{"nowhere"}}, "Nothing found: 0 notes."},
	} {
		if a := ask(t, cs, "search", c.args...); !strings.Contains(a.text, c.want) {
			t.Errorf("%v: no %q in\n%s", c.args, c.want, a.text)
		}
	}
	first := ask(t, cs, "search", "query", "", "regexp", `Ticket-\d+`)
	next := ask(t, cs, "search", "query", "", "regexp", `Ticket-\d+`, "cursor", first.data["next_cursor"])
	matches := next.data["counted"].(map[string]any)["matches"].([]any)
	if len(matches) != 10 || next.data["next_cursor"] != nil {
		t.Errorf("second page: %v", next.data)
	}
}

// Groups of several repositories have one order, and code is of a repository that is named.
func TestSeveralRepositoriesAreAskedAsOne(t *testing.T) {
	web, api := sample(t), sample(t)
	web.write("a.md", "---\ncategory: rare\n---\n# A\n")
	web.write("go.mod", "module example.org/mill\n")
	web.write("mill.go", "package mill\n\nfunc Grind() {}\n\nfunc day() { Grind() }\n\nfunc night() { Grind() }\n")
	web.commit("one of a kind")
	for i := range 9 {
		api.write(fmt.Sprintf("spec-%d.md", i), "---\ncategory: zebra\n---\n# A specification\n")
	}
	api.commit("nine of another")
	cs := connect(t, serve(t, web, api), "", nil)
	last := 1000.0
	a := ask(t, cs, "search", "query", "", "group_by", "category", "count", true)
	if a.fail {
		t.Fatal(a.text)
	}
	for _, g := range a.data["counted"].(map[string]any)["groups"].([]any) {
		notes := g.(map[string]any)["notes"].(float64)
		if notes > last {
			t.Errorf("a group of %v behind one of %v", notes, last)
		}
		last = notes
	}
	if a := ask(t, cs, "impact", "target", "mill.go#Grind"); !a.fail || !strings.Contains(a.text, "which repository is meant?") {
		t.Errorf("%v %s", a.fail, a.text)
	}
	for _, limit := range []int{-1, 0, 51} {
		a := ask(t, cs, "impact", "target", "mill.go#Grind", "root", filepath.Base(web.dir), "limit", limit)
		if !a.fail || !strings.Contains(a.text, "limit") {
			t.Errorf("limit %d: %v %s", limit, a.fail, a.text)
		}
	}
}
