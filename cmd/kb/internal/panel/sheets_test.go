package panel

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/9aea2451/kb/kb/usage"
)

// A page is made once for all who ask at a time, kept as long as its state, and tried again where who made
// it went away; what is kept is bounded.
func TestSheets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w sheets
		made := 0
		ask := func(of, address, text string, keep bool) string {
			got, err := w.get(t.Context(), of, address, func() ([]byte, bool, error) {
				time.Sleep(time.Second)
				made++
				return []byte(text), keep, nil
			})
			if err != nil {
				t.Error(err)
			}
			return string(got)
		}
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				if got := ask("one", "/", "first", true); got != "first" {
					t.Error(got)
				}
			})
		}
		all.Wait()
		if ask("one", "/", "second", true); made != 1 {
			t.Errorf("8 at once and one later: made %d times", made)
		}
		if got := ask("two", "/", "third", false); got != "third" || made != 2 {
			t.Errorf("of another state: %q, made %d times", got, made)
		}
		if got := ask("two", "/", "fourth", true); got != "fourth" {
			t.Errorf("what was not to be kept: %q", got)
		}
		all.Go(func() {
			w.get(t.Context(), "two", "/gone", func() ([]byte, bool, error) {
				time.Sleep(time.Second)
				return nil, false, context.Canceled
			})
		})
		synctest.Wait()
		if got := ask("two", "/gone", "mine", true); got != "mine" {
			t.Errorf("after one who went away: %q", got)
		}
		big := strings.Repeat("x", mostSheets/4)
		for i := range 10 {
			ask("two", fmt.Sprint("/", i), big, true)
		}
		if w.size > mostSheets || len(w.pages) != len(w.order) || len(w.order) != 3 {
			t.Errorf("%d bytes of %d pages, %d in order", w.size, len(w.pages), len(w.order))
		}
	})
}

// A panic while a page is made leaves nobody waiting.
func TestSheetOfAFault(t *testing.T) {
	var w sheets
	func() {
		defer func() { recover() }()
		w.get(t.Context(), "one", "/", func() ([]byte, bool, error) { panic("a fault") })
	}()
	none := errors.New("none")
	if _, err := w.get(t.Context(), "one", "/", func() ([]byte, bool, error) { return nil, false, none }); err != none {
		t.Error(err)
	}
}

// What is asked again is not made again until something changes that it shows: a note, a commit, what was
// opened, what the history leaves out. What can change unseen is made each time.
func TestPagesAreKeptWhileNothingChanges(t *testing.T) {
	s := open(t, sample(t))
	for _, address := range []string{"/", "/stale", "/contradictions", "/timeline", "/note/docs/limits.md"} {
		s.get(address) // until all is there that is made beside the pages
	}
	sheetOf := func(address string) *sheet {
		s.get(address)
		s.sheets.mu.Lock()
		defer s.sheets.mu.Unlock()
		return s.sheets.pages[address]
	}
	note := "/note/docs/limits.md"
	settle := func() *sheet { // the index and the history follow beside the pages
		for {
			if one := sheetOf(note); one != nil && one == sheetOf(note) {
				return one
			}
		}
	}
	before := settle()
	for _, change := range []struct {
		what string
		do   func()
	}{
		{"a note", func() { s.repo.Write("docs/limits.md", "# Limits\n\nAll is new.\n") }},
		{"a commit", func() { s.repo.Commit("All is new") }},
		{"what was opened", func() {
			r := usage.NewRecorder(s.o.Desk.Repo.StateDir(), func(m string) { t.Error(m) })
			defer r.Close()
			r.Read(usage.Read{At: clock(), Note: usage.Note{Path: "alone.md"}})
		}},
		{"what the history leaves out", func() { s.repo.Write(".git-blame-ignore-revs", strings.Repeat("a", 40)+"\n") }},
	} {
		change.do()
		after := settle()
		if after == before {
			t.Errorf("after %s the page is as before", change.what)
		}
		before = after
	}
	for _, address := range []string{"/inbox", "/asked", "/review", note + "?at=HEAD", "/search?q=sessions&at=HEAD"} {
		if sheetOf(address) != nil {
			t.Errorf("%s is kept", address)
		}
	}
}
