package graph

import (
	"fmt"
	"strings"
	"testing"
)

// What can be followed from a note reads from that note: relations first, links last, and each
// reading of a note once.
func TestBranches(t *testing.T) {
	g := New(nodes("a.md", "b.md", "c.md", "d.md"), []Edge{
		edge("a.md", Link, "b.md",
			0.5), edge("a.md", "depends_on", "c.md", 0.4), edge("a.md", "depends_on", "c.md", 0.9), edge("a.md", "depends_on", "b.md", 0.5),
		edge("d.md", "supersedes", "a.md",
			0.5), edge("a.md", Link, "d.md", 0.5), edge("a.md", Link, "d.md", 0.5), edge("c.md", "solves", "b.md", 0.5),
	})
	lines := func(d Direction, path string) string {
		var out []string
		for _, b := range g.Branches(d)[path] {
			out = append(out, fmt.Sprintf("%s %s %.1f", b.Reading, b.To, b.Edge.Strength))
		}
		return strings.Join(out, "; ")
	}
	for _, tt := range []struct {
		d          Direction
		path, want string
	}{
		{Forward, "a.md", "depends on b.md 0.5; depends on c.md 0.9; links to b.md 0.5; links to d.md 0.5"},
		{Backward, "a.md", "superseded by d.md 0.5"},
		{Backward, "b.md", "required by a.md 0.5; solved by c.md 0.5; linked from a.md 0.5"},
		{Forward, "b.md", ""},
	} {
		if got := lines(tt.d, tt.path); got != tt.want {
			t.Errorf("%d from %s: %s, want %s", tt.d, tt.path, got, tt.want)
		}
	}
}
