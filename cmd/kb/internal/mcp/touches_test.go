package mcp

import (
	"strings"
	"testing"
)

// Of two memories that answer alike the one that was committed last comes first, once the history
// is read: now, in the past, and on a branch that HEAD does not descend from.
func TestMemoriesFadeByTheirCommits(t *testing.T) {
	r := newRepository(t)
	on := func(day string) {
		r.env = append(r.env, "GIT_AUTHOR_DATE="+day+"T12:00:00Z", "GIT_COMMITTER_DATE="+day+"T12:00:00Z")
	}
	text := "---\ntype: gotcha\n---\n# Quota\n\nThe quota of the scheduler is %s workers.\n"
	a, b := ".memory/memories/a.md", ".memory/memories/b.md"
	on("2024-01-10")
	r.write(a, strings.Replace(text, "%s", "five", 1))
	r.commit("old")
	on("2026-04-10")
	r.write(b, strings.Replace(text, "%s", "nine", 1))
	r.commit("new")
	r.git("checkout", "-q", "-b", "side")
	on("2026-05-01")
	r.write(a, strings.Replace(text, "%s", "four", 1))
	r.commit("corrected")
	r.git("checkout", "-q", "main")
	s := serve(t, r)
	cs := connect(t, s, "", nil)
	first := func(args ...any) string {
		found := ask(t, cs, "search", append([]any{"query", "quota of the scheduler", "limit", 2}, args...)...).hits()
		if len(found) != 2 {
			t.Fatal(found)
		}
		return found[0]
	}
	eventually(t, "the history counts", func() bool { return first() == b })
	r.write(a, strings.Replace(text, "%s", "three", 1))
	eventually(t, "an edit counts", func() bool { return first() == a })
	if got := first("at", "main"); got != b {
		t.Errorf("at main: %s first", got)
	}
	if got := first("at", "side"); got != a {
		t.Errorf("on the side: %s first", got)
	}
}
