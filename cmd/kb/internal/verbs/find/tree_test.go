package find

import (
	"strings"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/cmd/kb/internal/story"
)

// A tree has a bound of lines; what is beyond is counted.
func TestLinesOfATree(t *testing.T) {
	for lines, want := range map[int]string{
		1: "a\n", maxTreeLines: "a\n", maxTreeLines + 1: "… and 1 line more\n", maxTreeLines + 2: "… and 2 lines more\n",
	} {
		a, out, _ := story.Person(t.TempDir(), app.Globals{})
		p := &treePrinter{graphView: &graphView{base: &session.Base{App: a}}}
		for range lines {
			p.line("%s", "a")
		}
		p.end()
		if err := a.Flush(); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(out.String(), "a\n"); n != min(lines, maxTreeLines) || !strings.HasSuffix(out.String(), want) {
			t.Errorf("of %d lines %d are printed, the last %q", lines, n, out.String()[out.Len()-20:])
		}
	}
}
