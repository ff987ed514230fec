package build_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/index/build"
	"github.com/9aea2451/kb/index/indextest"
	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/kb/notes"
)

// checked is what Check finds, by parts.
func checked(t *testing.T, x *index.Index) map[string]int {
	t.Helper()
	c, err := x.Check(t.Context(), filepath.Join(t.TempDir(), "clean"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]int{}
	for _, d := range c.Differences {
		t.Logf("%+v", d)
		out[d.Part]++
	}
	return out
}

// flip changes one bit in the middle of each file that matches; of one with two names once.
func flip(t *testing.T, pattern string) {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("no file %s, %v", pattern, err)
	}
	for i, name := range names {
		if slices.ContainsFunc(names[:i], func(other string) bool { return sameFile(t, other, name) }) {
			continue
		}
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		b[len(b)/2] ^= 4
		if err := os.WriteFile(name, b, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// An index that has come about in many steps is what a clean build is; whatever is changed in it is
// found, and mended.
func TestCheck(t *testing.T) {
	dir := indextest.NewPast(t, 4)
	x := indextest.Open(t, dir, store.Options{})
	past := indextest.GitOut(t, dir, "rev-parse", "HEAD~2")
	// A section of nothing but comments has a vector of the trained model, and would have none of a server's.
	indextest.WriteFile(t, dir, "zform.md", "# Form\n\n## Matter\n\n<!-- "+indextest.NoteText(1, "a step")+" -->\n")
	build := func() {
		t.Helper()
		for i := range 4 {
			indextest.WriteFile(t, dir, fmt.Sprintf("step%d.md", i%2), indextest.NoteText(i, "a step"))
			indextest.Update(t, dir)
		}
		indextest.AnswersOf(t, x.At(past), indextest.PastQueries[:1], query.Hybrid, indextest.FirstDay)
	}
	records := filepath.Join(x.Dir, store.RecordsFile)
	generations := filepath.Join(x.Dir, store.GenerationsDir, "*")
	build()
	if found := checked(t, x); len(found) != 0 {
		t.Fatalf("a sound index differs: %v", found)
	}
	for name, harm := range map[string]struct {
		do   func()
		part string
	}{
		"segment": {func() { flip(t, filepath.Join(generations, store.WordsDir, "*.zap")) }, "files"},
		"rows":    {func() { flip(t, filepath.Join(generations, store.RowsFile)) }, "files"},
		"vectors": {func() { flip(t, filepath.Join(generations, store.VectorsFile)) }, "files"},
		"model":   {func() { flip(t, filepath.Join(x.Dir, "models", "*.lsa")) }, "model"},
		"notes":   {func() { flip(t, filepath.Join(notes.Folder(x.Dir), "*.pack")) }, "records"},
		"links": {func() {
			indextest.Execute(t, records, `UPDATE links SET data = (SELECT data FROM links ORDER BY note LIMIT 1)`)
		}, "notes"},
		"backlinks": {func() {
			indextest.Execute(t, records, `DELETE FROM backlinks WHERE dest = (SELECT min(dest) FROM backlinks)`)
		}, "notes"},
		"wrong tree": {func() {
			indextest.Execute(t, records, `UPDATE views SET generation = (SELECT max(generation) FROM views WHERE name NOT LIKE `+
				`'commit-%') WHERE name LIKE 'commit-%'`)
		}, "words"},
		"wrong files": {func() {
			indextest.Execute(t, records, `UPDATE notes SET files = 1 - files WHERE path = (SELECT min(path) FROM notes)`)
		}, "notes"},
		"no database": {func() {
			indextest.Execute(t, records, "PRAGMA wal_checkpoint(TRUNCATE)")
			if err := os.WriteFile(records, []byte("This is no database, and long enough that nobody takes it for an empty one."),
				0o666); err != nil {
				t.Fatal(err)
			}
		}, "records"},
	} {
		if testing.Short() && name != "links" && name != "no database" {
			continue // one harm and repair after the other: nothing for the race detector
		}
		harm.do()
		if found := checked(t, x); found[harm.part] == 0 {
			t.Errorf("%s: found %v, not %s", name, found, harm.part)
		}
		if err := x.Repair(t.Context()); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		build()
		if found := checked(t, x); len(found) != 0 {
			t.Errorf("%s: after the repair: %v", name, found)
		}
	}
}

// Work trees and trees of commits that share a model append to one file of vectors in turn, and none
// overwrites what another has; what a killed process left at its end is nobody's.
func TestGenerationsShareVectors(t *testing.T) {
	first := indextest.NewPast(t, 4)
	second := filepath.Join(t.TempDir(), "second")
	x := indextest.Open(t, first, store.Options{})
	indextest.Update(t, first)
	indextest.Git(t, first, "worktree", "add", "-q", "-b", "second", second)
	y := indextest.Open(t, second, store.Options{})
	indextest.Update(t, second)
	past := indextest.GitOut(t, first, "rev-parse", "HEAD~2")
	for i, dir := range []string{first, second, first, second} {
		indextest.WriteFile(t, dir, "turn.md", indextest.NoteText(50+i, fmt.Sprintf("turn %d", i)))
		if c := indextest.Update(t, dir); c.Embedded == 0 {
			t.Errorf("turn %d: nothing was embedded", i)
		}
		indextest.AnswersOf(t, x.At(past), indextest.PastQueries[:1], query.Hybrid, indextest.FirstDay)
		files, err := filepath.Glob(filepath.Join(x.Dir, store.GenerationsDir, "*", store.VectorsFile))
		if err != nil || len(files) < 2 {
			t.Fatal(files, err)
		}
		for _, name := range files[1:] {
			if !sameFile(t, files[0], name) {
				t.Errorf("turn %d: %s is a file of its own", i, name)
			}
		}
		f, err := os.OpenFile(files[0], os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString("cut short"); err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	for _, x := range []*index.Index{x, y} {
		if found := checked(t, x); len(found) != 0 {
			t.Errorf("found %v", found)
		}
	}
}

func sameFile(t *testing.T, a, b string) bool {
	t.Helper()
	first, err1 := os.Stat(a)
	second, err2 := os.Stat(b)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	return os.SameFile(first, second)
}

// A segment that was damaged is not linked over to the next generation: the words are made anew
// from the records.
func TestDamageIsNotPassedOn(t *testing.T) {
	dir := indextest.NewRepository(t)
	x := indextest.Open(t, dir, store.Options{})
	indextest.Update(t, dir)
	flip(t, filepath.Join(x.Dir, store.GenerationsDir, "*", store.WordsDir, "*.zap"))
	indextest.WriteFile(t, dir, "n3.md", indextest.NoteText(3, "changed"))
	r, err := x.Update(t.Context(), build.Options{})
	if err != nil || r.Rebuilt == "" || r.Parsed != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	if found := checked(t, x); len(found) != 0 {
		t.Errorf("found %v", found)
	}
}

// Bleve panics over a segment that states lengths that are not so. That is damage of the index,
// which a search makes anew.
func TestDamagedSegmentIsMadeAnew(t *testing.T) {
	dir := indextest.NewRepository(t)
	x := indextest.Open(t, dir, store.Options{})
	indextest.Update(t, dir)
	segments, err := filepath.Glob(filepath.Join(x.Dir, store.GenerationsDir, "*", store.WordsDir, "*.zap"))
	if err != nil || len(segments) == 0 {
		t.Fatal(segments, err)
	}
	for _, name := range segments {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i := range b {
			if i%3 == 0 {
				b[i] = ^b[i]
			}
		}
		if err := os.WriteFile(name, b, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	s, err := x.Searcher(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if a, err := s.Search(t.Context(), query.Query{Text: "worker3 retries"}); err != nil || len(a.Hits) == 0 {
		t.Errorf("%+v, %v", a, err)
	}
	if found := checked(t, x); len(found) != 0 {
		t.Errorf("found %v", found)
	}
}

// A pack of notes that is cut, changed or gone is made anew by a search, which then answers as before.
func TestDamagedNotesAreMadeAnew(t *testing.T) {
	dir := indextest.NewRepository(t)
	x := indextest.Open(t, dir, store.Options{})
	indextest.Update(t, dir)
	pack := func() string {
		t.Helper()
		packs, err := filepath.Glob(filepath.Join(notes.Folder(x.Dir), "*.pack"))
		if err != nil || len(packs) != 1 {
			t.Fatal(packs, err)
		}
		return packs[0]
	}
	for name, harm := range map[string]func(path string) error{
		"gone": os.Remove, "cut": func(path string) error { return os.Truncate(path, 1000) },
		"changed": func(path string) error {
			b, err := os.ReadFile(path)
			for i := range b[:len(b)/2] { // all of what notes say
				b[i] ^= 5
			}
			return errors.Join(err, os.WriteFile(path, b, 0o600))
		},
	} {
		if err := harm(pack()); err != nil {
			t.Fatal(err)
		}
		s, err := x.Searcher(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if a, err := s.Search(t.Context(), query.Query{Text: "worker3 retries"}); err != nil || len(a.Hits) == 0 {
			t.Errorf("%s: %+v, %v", name, a, err)
		}
		s.Close()
		if found := checked(t, x); len(found) != 0 {
			t.Errorf("%s: found %v", name, found)
		}
	}
}

// Batches of words are written side by side; what an edit of all notes takes away is gone, and nothing
// of what it adds is.
func TestManyBatchesOfWords(t *testing.T) {
	dir := t.TempDir()
	indextest.Git(t, dir, "init", "-q")
	write := func(word string) {
		for note, sections := range []int{5600, 2000, 2000} { // the first batch takes longest
			var b strings.Builder
			for section := range sections {
				fmt.Fprintf(&b, "# Section %d\n\nThe %s of note %d.\n\n", section, word, note)
			}
			indextest.WriteFile(t, dir, fmt.Sprintf("n%d.md", note), b.String())
		}
	}
	x := indextest.Open(t, dir, store.Options{NoVectors: true})
	for _, word := range []string{"lantern", "harbour"} {
		write(word)
		if r := updated(t, x); r.Chunks != 9600 || r.Rebuilt != "" {
			t.Errorf("%d chunks, rebuilt: %s", r.Chunks, r.Rebuilt)
		}
		if found := checked(t, x); len(found) > 0 {
			t.Errorf("%s: %v", word, found)
		}
	}
}
