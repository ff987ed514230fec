package mcp

import (
	"fmt"
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
