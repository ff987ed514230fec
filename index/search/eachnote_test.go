package search_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/index/build"
	"github.com/9aea2451/kb/index/indextest"
	"github.com/9aea2451/kb/index/store"
)

func TestEachNote(t *testing.T) {
	dir := indextest.NewRepository(t)
	indextest.WriteFile(t, dir, "code.md", "---\ntitle: Code\n---\nWords first.\n\n```go\nfmt.Println(\"secret of the fence\")\n```\n")
	indextest.WriteFile(t, dir, "empty.md", "")
	indextest.WriteFile(t, dir, "long.md", strings.Repeat("# Heading\n\n"+strings.Repeat("word ", 150)+"\n\n", 20))
	x := indextest.Open(t, dir, store.Options{})
	if _, err := x.Update(t.Context(), build.Options{}); err != nil {
		t.Fatal(err)
	}
	s, err := x.Searcher(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var paths []string
	texts := map[string]string{}
	err = s.EachNote(t.Context(), 1000, func(rec *store.NoteRecord, text string) error {
		paths = append(paths, rec.Path)
		texts[rec.Path] = text
		if rec.Title == "" || rec.PageRank < 0 {
			t.Errorf("record %+v", rec)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) != 23 || !slices.IsSorted(paths) {
		t.Errorf("paths %v", paths)
	}
	if text := texts["code.md"]; !strings.Contains(text, "Words first.") || strings.Contains(text, "title:") {
		t.Errorf("text of code.md: %q", text)
	}
	if text := texts["n3.md"]; !strings.Contains(text, "Matter 3") || !strings.Contains(text, "At most 30 workers") {
		t.Errorf("text of n3.md: %q", text)
	}
	if n := len(texts["long.md"]); n < 1000 || n > 2000 {
		t.Errorf("%d bytes of a long note", n)
	}
	if texts["empty.md"] != "" {
		t.Errorf("text of an empty note: %q", texts["empty.md"])
	}
}
