package mcp

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb/usage"
)

// Of a repository that has been moved away the answers are those of before, and say so; nothing is
// put in its place. When it is back it is followed.
func TestMovedRepository(t *testing.T) {
	r := sample(t)
	cs := connect(t, serveWith(t, func(o *Options) {
		rec := usage.NewRecorder(o.Roots[0].Desk.Repo.StateDir(), nil)
		t.Cleanup(rec.Close)
		o.Record = func(u Use) { rec.Search(usage.Search{At: time.Now(), Query: u.Query}) }
	}, r), "", nil)
	ask(t, cs, "search", "query", "sessions expire")
	away := r.dir + "-moved"
	if err := os.Rename(r.dir, away); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		a := ask(t, cs, "search", "query", "sessions expire")
		if !slices.Contains(a.hits(), "docs/sessions.md") || !strings.Contains(a.text, "not there any more") {
			t.Errorf("%s", a.text)
		}
	}
	if a := ask(t, cs, "read", "note", "docs/sessions.md"); !a.fail || !strings.Contains(a.text, "is gone") {
		t.Errorf("%s", a.text)
	}
	if _, err := os.Lstat(r.dir); err == nil {
		t.Error("something was put in the place of the repository")
	}
	if err := os.Rename(away, r.dir); err != nil {
		t.Fatal(err)
	}
	r.write("docs/tea.md", "# Tea\n\nTea comes from a samovar.\n")
	eventually(t, "it is followed again", func() bool {
		a := ask(t, cs, "search", "query", "samovar", "mode", "keyword")
		return slices.Equal(a.hits(), []string{"docs/tea.md"}) && !strings.Contains(a.text, "not there any more")
	})
}
