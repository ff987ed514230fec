package notes

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

// A text is parsed once while it is one of the last, whoever asks, and what is kept of texts is bounded.
func TestDocumentsAreKept(t *testing.T) {
	text := "---\ntype: gotcha\n---\n# Kept\n\nSee [b](b.md).\n"
	first := Document([]byte(text))
	if first.Title != "Kept" || len(first.Links) != 1 || Document([]byte(text)) != first {
		t.Errorf("%+v is not kept", first)
	}
	const path = ".memory/memories/a.md"
	if note, doc := Of(path, []byte(text)); doc != first || note.Type != "gotcha" || note.Path != path {
		t.Errorf("%+v", note)
	}
	large := []byte(strings.Repeat("Long.\n", mostRead/6+1))
	if again := Document(large); Document(large) == again {
		t.Error("a text that fills the memory is kept")
	}
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			for n := range mostRead/leastText + 1 {
				title := fmt.Sprint("T", i%2, n)
				if doc := Document([]byte("# " + title + "\n")); doc.Title != title {
					t.Errorf("%s is read as %s", title, doc.Title)
				}
			}
		})
	}
	all.Wait()
	if n := len(documents.of); documents.size > mostRead || n > mostRead/leastText || n == 0 {
		t.Errorf("%d texts of %d bytes are kept", n, documents.size)
	}
	if doc := Document([]byte(text)); doc == first || doc.Title != first.Title {
		t.Error("what was read long ago is still kept")
	}
	if doc := Document(nil); doc == nil || len(doc.Chunks) != 0 {
		t.Errorf("%+v of no text", doc)
	}
}
