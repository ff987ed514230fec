package move

import (
	"testing"

	"github.com/9aea2451/kb/kb"
)

// FuzzMake moves a note that any bytes link to: what is planned puts every target in its place, and
// nothing else.
func FuzzMake(f *testing.F) {
	f.Add("[x](../b.md) ![i](i.png)", "---\nrequires: [old, a/old]\n---\n[x](a/old.md 'T') [[old]] a/old\n\nRefs: old", "c/d.md")
	f.Add("# old", "Superseded-By: old\n\n## Status\n\nSuperseded by [1](a/old.md)", "new.md")
	f.Add("", "<a/old.md> [x](<a/old.md>) [a]: a/old.md\n[x]({{< ref \"old\" >}})", "a/n w.md")
	f.Fuzz(func(t *testing.T, moved, other, to string) {
		files := tree{"a/old.md": moved, "b.md": other}
		if _, taken := files[to]; taken {
			return
		}
		moves := Moves{"a/old.md": to}
		p, err := files.plan(moves)
		if err != nil {
			return
		}
		for _, c := range p.Changes {
			at, text := 0, ""
			for _, e := range c.Edits {
				if string(c.Old[e.start:e.end]) != e.Old || e.start < at {
					t.Fatalf("edit %+v of %q", e, c.Old)
				}
				text += string(c.Old[at:e.start]) + e.New
				at = e.end
			}
			if text += string(c.Old[at:]); text != string(c.New) {
				t.Fatalf("%q became %q, not %q", c.Old, c.New, text)
			}
		}
		if after := files.moved(p, moves).load(); after.Entry(to) == nil && kb.IsMarkdown(to) {
			t.Fatalf("no note at %q", to)
		}
	})
}
