package store_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/index/build"
	"github.com/9aea2451/kb/index/indextest"
	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/search"
	"github.com/9aea2451/kb/index/store"
)

// The log of the records does not grow for ever while states are open all the time, and those that
// are open go on.
func TestShortenLog(t *testing.T) {
	dir := indextest.NewRepository(t)
	x := indextest.Open(t, dir, store.Options{})
	defer x.Close()
	if _, err := x.Update(t.Context(), build.Options{}); err != nil {
		t.Fatal(err)
	}
	head, err := x.Repo.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	past := x.At(head)
	if _, err := past.Update(t.Context(), build.Options{}); err != nil {
		t.Fatal(err)
	}
	first, err := past.Searcher(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	s, err := x.Searcher(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { s.Close() }()
	for i := range 5 {
		indextest.WriteFile(t, dir, "n3.md", indextest.NoteText(3, fmt.Sprintf("token%d", i)))
		if _, err := x.Update(t.Context(), build.Options{}); err != nil {
			t.Fatal(err)
		}
		next, err := x.Searcher(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		s.Close()
		s = next
		if logSize(t, x) == 0 {
			t.Fatal("an update left no log: the test shows nothing")
		}
		if err := search.ShortenLog(t.Context(), x.Folder, s, first); err != nil {
			t.Fatal(err)
		}
		if logSize(t, x) != 0 {
			t.Errorf("after update %d the log has %d bytes", i, logSize(t, x))
		}
		if a := firstHit(t, s, fmt.Sprintf("token%d", i)); a != "n3.md" {
			t.Errorf("update %d: found %q", i, a)
		}
		if a := firstHit(t, first, "handler7"); a != "n7.md" {
			t.Errorf("the past after update %d: found %q", i, a)
		}
	}
}

// A state that has been replaced meanwhile keeps what it has, and is not in the way of others for ever.
func TestShortenLogWithAnOlderState(t *testing.T) {
	dir := indextest.NewRepository(t)
	x := indextest.Open(t, dir, store.Options{})
	defer x.Close()
	if _, err := x.Update(t.Context(), build.Options{}); err != nil {
		t.Fatal(err)
	}
	old, err := x.Searcher(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close()
	indextest.WriteFile(t, dir, "n3.md", indextest.NoteText(3, "newer"))
	if _, err := x.Update(t.Context(), build.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := search.ShortenLog(t.Context(), x.Folder, old); err != nil {
		t.Fatal(err)
	}
	if a := firstHit(t, old, "handler3 first"); a != "n3.md" {
		t.Errorf("found %q", a)
	}
	rec, err := old.Note(t.Context(), "n3.md")
	if err != nil || rec == nil {
		t.Fatal(err)
	}
	if logSize(t, x) == 0 {
		t.Error("the log went while a state read from it: the test shows nothing")
	}
	next, err := x.Searcher(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer next.Close()
	old.Close()
	if err := search.ShortenLog(t.Context(), x.Folder, next); err != nil || logSize(t, x) != 0 {
		t.Errorf("once the older state is closed: %v, the log has %d bytes", err, logSize(t, x))
	}
}

// logSize is how many bytes the log of the records has.
func logSize(t *testing.T, x *index.Index) int64 {
	t.Helper()
	info, err := os.Stat(filepath.Join(x.Dir, store.RecordsFile+"-wal"))
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

// firstHit gives the path of the best hit for some words, "" for none.
func firstHit(t *testing.T, s *search.Searcher, words string) string {
	t.Helper()
	a, err := s.Search(t.Context(), query.Query{Text: words, Mode: query.Keyword})
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Hits) == 0 {
		return ""
	}
	return a.Hits[0].Path
}
