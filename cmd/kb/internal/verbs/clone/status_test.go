package clone

import (
	"testing"

	"github.com/9aea2451/kb/index"
)

func TestStatusInWords(t *testing.T) {
	for want, got := range map[string]string{
		"up to date, since today":                 freshness(State{Status: index.Status{Fresh: true, Updated: "today"}}),
		"behind the files, from today: kb index":  freshness(State{Status: index.Status{Updated: "today"}}),
		"1 link":                                  linkCounts(State{Status: index.Status{Links: 1}}),
		"3 links, 1 broken one, 2 ambiguous ones": linkCounts(State{Status: index.Status{Links: 3, Broken: 1, Ambiguous: 2}}),
		"none, switched off":                      vectors(State{Status: index.Status{Provider: "none", Vectors: 3}}),
		"3 vectors by lsa, model x":               vectors(State{Status: index.Status{Provider: "lsa", Vectors: 3, Model: "x"}}),
		"0 vectors by lsa":                        vectors(State{Status: index.Status{Provider: "lsa"}}),
		"not read yet: kb index":                  historyLine(HistoryInfo{Fresh: true}),
		"2 commits, not as far as HEAD: kb index": historyLine(HistoryInfo{Commits: 2}),
		"1 commit":                                historyLine(HistoryInfo{Commits: 1, Fresh: true}),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
