package lsp_test

import (
	"strings"
	"testing"
)

// The label of a reference is renamed where it stands: in each link that uses it and in its definition. The cursor may
// stand on any of them, and the range that is given is under it.
func TestLabelsAreRenamed(t *testing.T) {
	text := "# A\n\n[one][tea] and [tea] and [tea][] and [two][pot].\n\n[tea]: g.md\n[pot]: g.md#two\n"
	e := edit(t, nil, "a.md", text, "g.md", "# G\n\n## Two\n")
	e.openFile("a.md")
	for _, at := range []string{"tea] and", "tea] and [tea][]", "tea][] and", "tea]: g"} {
		var what struct {
			Range       struct{ Start struct{ Line int } }
			Placeholder string
		}
		place := e.at("a.md", at, 1)
		if err := e.ask("textDocument/prepareRename", place, &what); err != nil || what.Placeholder != "tea" {
			t.Fatalf("%s: %+v, %v", at, what, err)
		}
		if want := 2 + 2*strings.Count(at, ": g"); what.Range.Start.Line != want {
			t.Errorf("%s: the range begins on line %d, want %d", at, what.Range.Start.Line, want)
		}
		place["newName"] = "cup"
		var w workspaceEdit
		want := "# A\n\n[one][cup] and [cup] and [cup][] and [two][pot].\n\n[cup]: g.md\n[pot]: g.md#two\n"
		if err := e.ask("textDocument/rename", place, &w); err != nil || len(e.after(w)) != 1 || e.after(w)["a.md"] != want {
			t.Errorf("%s: %q, %v", at, e.after(w), err)
		}
	}
}
