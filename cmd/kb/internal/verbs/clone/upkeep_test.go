package clone

import (
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/upkeep"
	"github.com/9aea2451/kb/cmd/kb/internal/story"
)

// What was kept up is told with its commits, what a person is to look at, and what is to be done next.
func TestUpkeepInWords(t *testing.T) {
	tell := func(c upkeepRunCmd, out Upkept) string {
		a, printed, said := story.Person(t.TempDir(), app.Globals{})
		if err := c.tell(a, out, "the report\n"); err != nil {
			t.Error(err)
		}
		if err := a.Flush(); err != nil {
			t.Fatal(err)
		}
		return printed.String() + said.String()
	}
	look := []upkeep.Job{{Title: "Stale notes", Items: make([]upkeep.Point, 2)}}
	done := &upkeep.Report{
		Base: "0123456789abcdef", Branch: "kb/upkeep-1", Unknown: []string{"no history"}, Proposed: []string{"kb/upkeep-0"}, Look: look,
		Jobs: []upkeep.Job{{Title: "Links", Files: []string{"a.md"}, Commit: "fedcba9876543210"}},
	}
	const head = "kb/upkeep-1\nfedcba9876  Links  (1 file)\nkb: Stale notes: 2\nkb: no history\n" +
		"kb: kb/upkeep-0 is open: what it proposes is not proposed again\n"
	for _, c := range []struct{ pushed, url, want string }{
		{"", "", "kb: look at it: kb review 0123456789..kb/upkeep-1; the report: kb upkeep --dry-run, --body-file\n"},
		{"origin", "", "kb: pushed to origin\n"},
		{"origin", "https://forge.example/new", "kb: pushed to origin: https://forge.example/new\n"},
	} {
		if got := tell(upkeepRunCmd{}, Upkept{Report: done, Pushed: c.pushed, URL: c.url}); got != head+c.want {
			t.Errorf("%s\nwant\n%s", got, head+c.want)
		}
	}
	got := tell(upkeepRunCmd{}, Upkept{Report: &upkeep.Report{Look: look}})
	if got != "kb: Stale notes: 2\nkb: there is nothing to commit\n" {
		t.Error(got)
	}
	if got := tell(upkeepRunCmd{DryRun: true}, Upkept{Report: done}); got != "the report\n" {
		t.Error(got)
	}
}
