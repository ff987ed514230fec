package store_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/9aea2451/kb/index/build"
	"github.com/9aea2451/kb/index/indextest"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/kb/sqlite"
	disk "github.com/9aea2451/kb/kb/store"
)

// An index of another schema that a server has open, so that none of its files can be removed, is built anew all the
// same, and the next update removes what was left of it. So it is where memory cannot be shared, and no update
// waits for a state that is held.
func TestIndexThatIsHeldOpen(t *testing.T) {
	for name, prepare := range map[string]func() (end func()){
		"log": func() func() { return func() {} }, "no shared memory": sqlite.Unshare,
	} {
		t.Run(name, func(t *testing.T) {
			defer prepare()()
			dir := indextest.NewRepository(t)
			x := indextest.Open(t, dir, store.Options{})
			if _, err := x.Update(t.Context(), build.Options{}); err != nil {
				t.Fatal(err)
			}
			server, err := x.Searcher(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer server.Close()
			indextest.Execute(t, filepath.Join(x.Dir, store.RecordsFile), fmt.Sprintf("PRAGMA user_version=%d", store.Schema-1))
			held := disk.Watch(func(op disk.Op, do func() error) error {
				if op.Verb == "remove" && filepath.Dir(op.Path) == x.Dir && !strings.HasSuffix(op.Path, ".kb-new") &&
					!strings.HasSuffix(op.Path, "-journal") && !strings.HasSuffix(op.Path, ".json") {
					return errors.New("sharing violation")
				}
				return do()
			})
			defer held()
			for n, word := range []string{"tokenone", "tokentwo"} {
				indextest.WriteFile(t, dir, "n3.md", indextest.NoteText(3, word))
				if r, err := x.Update(t.Context(), build.Options{}); err != nil || (n == 0) != (r.Rebuilt != "") {
					t.Fatalf("%+v, %v", r, err)
				}
				s, err := x.Searcher(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if got := firstHit(t, s, word); got != "n3.md" {
					t.Errorf("%s: %q", word, got)
				}
				s.Close()
			}
			if trees, err := filepath.Glob(filepath.Join(x.Dir, store.GenerationsDir, "*")); err != nil || len(trees) > 2 {
				t.Errorf("left are %q, %v", trees, err)
			}
		})
	}
}
