package clone

import (
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/index"
)

func TestStatusInWords(t *testing.T) {
	for want, got := range map[string]string{
		"up to date, since today":                 freshness(&desk.Status{Status: index.Status{Fresh: true, Updated: "today"}}),
		"behind the files, from today: kb index":  freshness(&desk.Status{Status: index.Status{Updated: "today"}}),
		"1 link":                                  linkCounts(&desk.Status{Status: index.Status{Links: 1}}),
		"3 links, 1 broken one, 2 ambiguous ones": linkCounts(&desk.Status{Status: index.Status{Links: 3, Broken: 1, Ambiguous: 2}}),
		"none, switched off":                      vectors(&desk.Status{Status: index.Status{Provider: "none", Vectors: 3}}),
		"3 vectors by lsa, model x":               vectors(&desk.Status{Status: index.Status{Provider: "lsa", Vectors: 3, Model: "x"}}),
		"0 vectors by lsa":                        vectors(&desk.Status{Status: index.Status{Provider: "lsa"}}),
		"not read yet: kb index":                  historyLine(desk.HistoryInfo{Fresh: true}),
		"2 commits, not as far as HEAD: kb index": historyLine(desk.HistoryInfo{Commits: 2}),
		"1 commit":                                historyLine(desk.HistoryInfo{Commits: 1, Fresh: true}),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
