package render

import (
	"fmt"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/ask"
)

// Reply writes the statements that answer a question, for a model to answer from: all that stands in
// notes within the fence.
func Reply(b *strings.Builder, r *ask.Reply, root string) {
	if root != "" {
		fmt.Fprintf(b, "In %s:\n", ShownPath(root))
	}
	if !r.Found {
		b.WriteString("The notes do not say. Nearest to it:\n")
		for _, n := range r.Nearest {
			fmt.Fprintf(b, "- %s:%d\n", ShownPath(n.Path), n.Line)
		}
		return
	}
	var lines strings.Builder
	for _, s := range r.Sentences {
		for _, c := range s.Citations {
			at := "worktree"
			if c.Commit != "" {
				at = c.Commit[:min(len(c.Commit), shortID)]
			}
			fmt.Fprintf(&lines, "%s:%d@%s: %s\n", ShownPath(c.Path), c.Line, at, CleanLine(s.Text))
			for _, w := range c.Warnings {
				fmt.Fprintf(&lines, "  ! %s\n", CleanLine(w))
			}
			for _, o := range c.Conflicts {
				fmt.Fprintf(&lines, "  ! contradicted by %s:%d: %s\n", ShownPath(o.Path), o.Line, CleanLine(o.Text))
				if o.Waived != "" {
					fmt.Fprintf(&lines, "    waived: %s\n", CleanLine(o.Waived))
				}
			}
		}
	}
	f := NewFence(lines.String())
	b.WriteString(f.notice())
	f.Quote(b, lines.String())
}
