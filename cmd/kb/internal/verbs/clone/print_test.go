package clone

import (
	"fmt"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/story"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/index/build"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/codebase"
	"github.com/9aea2451/kb/kb/history"
)

// What was read of source files is one line; what is nothing is not said.
func TestCodeInWords(t *testing.T) {
	for want, r := range map[string]codebase.CodeReport{
		"1 source file, 2 symbols: 1 new\n":                                           {Files: 1, Symbols: 2, Read: 1},
		"3 source files, 1 symbol: 0 new, 1 resolved by index.scip\n":                 {Files: 3, Symbols: 1, Precise: 1},
		"3 source files, 1 symbol: 0 new, 2 not readable\n":                           {Files: 3, Symbols: 1, Unreadable: 2},
		"3 source files, 1 symbol: 0 new, 1 resolved by index.scip, 2 not readable\n": {Files: 3, Symbols: 1, Precise: 1, Unreadable: 2},
	} {
		a, out, _ := story.Person(t.TempDir(), app.Globals{})
		if printCode(a, &r); a.Flush() != nil || out.String() != want {
			t.Errorf("%q, want %q", out, want)
		}
	}
}

// A run of the index says what changed, and that nothing did unless all was made anew.
func TestIndexInWords(t *testing.T) {
	for _, c := range []struct {
		r         index.Report
		full      bool
		out, said string
	}{
		{index.Report{Notes: 1, Chunks: 2, Links: 3}, false, "1 note, 2 chunks, 3 links: nothing changed\n", ""},
		{index.Report{Notes: 1, Chunks: 2, Links: 3}, true, "1 note, 2 chunks, 3 links: 0 added, 0 changed, 0 removed in 1.5 s\n", ""},
		{index.Report{Added: 1}, false, "0 notes, 0 chunks, 0 links: 1 added, 0 changed, 0 removed in 1.5 s\n", ""},
		{index.Report{Changed: 1}, false, "0 notes, 0 chunks, 0 links: 0 added, 1 changed, 0 removed in 1.5 s\n", ""},
		{index.Report{Removed: 1, Rebuilt: "another version"}, false,
			"0 notes, 0 chunks, 0 links: 0 added, 0 changed, 1 removed in 1.5 s\n",
			"kb: the index was built anew: another version\n"},
	} {
		a, out, said := story.Person(t.TempDir(), app.Globals{})
		(&indexCmd{Full: c.full}).print(a, &c.r, 1500*time.Millisecond)
		if err := a.Flush(); err != nil || out.String() != c.out || said.String() != c.said {
			t.Errorf("%+v: %v, %s%s", c.r, err, out, said)
		}
	}
}

// What is wrong within files is named up to a few; what is wrong with the configuration was said before.
func TestProblemsAndSkips(t *testing.T) {
	problems := []index.Problem{{Path: ".memory/kb.yaml", Line: 1, Col: 1, Message: "wrong"},
		{Path: "a.md", Line: 2, Col: 3, Message: "torn"}}
	a, _, said := story.Person(t.TempDir(), app.Globals{})
	if remarkProblems(a, problems); said.String() != "kb: a.md:2:3: torn\n" {
		t.Errorf("%s", said)
	}
	many, skips := []index.Problem{}, []kb.Skip{}
	for i := range shownSkips + 1 {
		many = append(many, index.Problem{Path: fmt.Sprintf("%d.md", i), Line: 1, Col: 1, Message: "x"})
		skips = append(skips, kb.Skip{Path: fmt.Sprintf("%d.md", i), Reason: "y"})
	}
	lines := func(n int, more string) (problems, skipped string) {
		for i := range n {
			problems += fmt.Sprintf("kb: %d.md:1:1: x\n", i)
			skipped += fmt.Sprintf("kb: skipped %d.md: y\n", i)
		}
		return problems + more, skipped
	}
	for n, more := range map[int]string{shownSkips: "", shownSkips + 1: "kb: 1 problem more: kb index --full --json names them\n"} {
		wantProblems, wantSkips := lines(shownSkips, more)
		said.Reset()
		if remarkProblems(a, many[:n]); said.String() != wantProblems {
			t.Errorf("%d problems: %s", n, said)
		}
		said.Reset()
		if remarkSkips(a, skips[:n]); said.String()[:len(wantSkips)] != wantSkips || (said.Len() > len(wantSkips)) != (more != "") {
			t.Errorf("%d skips: %s", n, said)
		}
	}
}

// What differs from a clean build is told with the part, the tree and the path that it is about.
func TestDifferencesInWords(t *testing.T) {
	c := &IndexCheck{
		Index: &index.CheckedIndex{Differences: []build.Difference{
			{Part: "words", What: "3 are missing"}, {Part: "records", Tree: "0123456789abcdef", Path: "a.md", What: "another title"},
		}},
		History: &history.CheckedHistory{Differences: []string{"2 commits are missing"}},
	}
	c.Caches = []desk.CheckedCache{{File: "disputes", State: desk.Differs, What: "1 pair"},
		{File: "names", State: desk.Compared, What: "fine"}}
	a, out, _ := story.Person(t.TempDir(), app.Globals{})
	c.print(a)
	const want = "words: 3 are missing\nrecords of 0123456789: a.md: another title\n" +
		"history: 2 commits are missing\ncache disputes: 1 pair\n"
	if err := a.Flush(); err != nil || len(out.String()) < len(want) || out.String()[:len(want)] != want {
		t.Errorf("%v\n%s\nwant\n%s", err, out, want)
	}
}
