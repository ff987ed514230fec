package find

import (
	"fmt"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/graph"
	"github.com/9aea2451/kb/text/wording"
)

// maxTreeLines bounds a tree: notes that are linked by many have one line for each.
const maxTreeLines = 2000

// treePrinter writes a graph as text.
type treePrinter struct {
	*graphView
	branches map[string][]graph.Branch
	printed  map[string]bool
	lines    int
}

// end says what is not there.
func (t *treePrinter) end() {
	if omitted := t.lines - maxTreeLines; omitted > 0 {
		t.base.App.Printf("… and %s more\n", wording.Count(omitted, "line"))
	}
	if t.cut != "" {
		t.base.App.Printf("(%s)\n", t.cut)
	}
}

// below prints the branches of a note. Each note is unfolded once: where the walk has come to it first.
func (t *treePrinter) below(path, margin string) {
	list := t.branches[path]
	for i, b := range list {
		mark, inner := branchMarks(i == len(list)-1)
		step := t.walk.Steps[b.To]
		unfolds := step.Parent() == path && !t.printed[b.To]
		t.line("%s%s%s %s%s", margin, mark, t.reading(b), t.name(b.To), t.pointer(b.To, unfolds))
		if unfolds {
			t.printed[b.To] = true
			t.below(b.To, margin+inner)
		}
	}
}

// pointer says where a note that is not unfolded here stands in the tree.
func (t *treePrinter) pointer(path string, unfolds bool) string {
	switch {
	case unfolds:
		return ""
	case t.printed[path]:
		return t.base.App.Style.Faint(" (see above)")
	}
	return t.base.App.Style.Faint(" (see below)")
}

// branchMarks draws the lines of a tree.
func branchMarks(last bool) (mark, inner string) {
	if last {
		return "└─ ", "   "
	}
	return "├─ ", "│  "
}

// line writes a line of the tree; those beyond maxTreeLines are counted only.
func (t *treePrinter) line(format string, args ...any) {
	if t.lines++; t.lines > maxTreeLines {
		return
	}
	t.base.App.Printf(format+"\n", args...)
}

// reading names a branch, with its strength where a note has given it one.
func (t *treePrinter) reading(b graph.Branch) string {
	name := b.Reading
	if b.Edge.Strength != kb.DefaultStrength {
		name += fmt.Sprintf(" (%.2g)", b.Edge.Strength)
	}
	return t.base.App.Style.Badge(name)
}

// name is a note's path and title, and why it does not hold.
func (t *treePrinter) name(path string) string {
	style := t.base.App.Style
	n := t.graph.Node(path)
	out := style.Place(app.CleanName(t.base.Shown(path)))
	if n.Title != "" {
		out += "  " + style.Title(report.CleanLine(n.Title))
	}
	if n.Inactive != "" {
		out += "  " + style.Warning("["+report.CleanLine(n.Inactive)+"]")
	}
	return out
}
