package build

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/index/embed"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/notes"
)

// changed runs statements over the records, as nothing of kb would.
func changed(t *testing.T, x *store.Folder, statements string) {
	t.Helper()
	db, err := x.OpenRecords(t.Context(), true)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Exec(statements); err != nil {
		t.Fatal(err)
	}
}

// packsOf lists the packs of the vectors of a server.
func packsOf(t *testing.T, x *store.Folder) []string {
	t.Helper()
	packs, err := filepath.Glob(filepath.Join(x.Dir, store.EmbeddingsDir, "*", "*.pack"))
	if err != nil || len(packs) == 0 {
		t.Fatal(packs, err)
	}
	return packs
}

// turned changes one byte in the middle of a file.
func turned(t *testing.T, file string) {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	b[len(b)/2] ^= 4
	if err := os.WriteFile(file, b, 0o600); err != nil {
		t.Fatal(err)
	}
}

// keptFolder keeps a copy of a folder; what it returns puts that back.
func keptFolder(t *testing.T, dir string) (restored func()) {
	t.Helper()
	kept := filepath.Join(t.TempDir(), "kept")
	if err := os.CopyFS(kept, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := errors.Join(os.RemoveAll(dir), os.CopyFS(dir, os.DirFS(kept))); err != nil {
			t.Fatal(err)
		}
	}
}

// said lists what was found, without the names of generations.
func (c *checking) said() (out []string) {
	for _, d := range c.out.Differences {
		out = append(out, fmt.Sprintf("%s %s%s: %s", d.Part, d.Tree, d.Path, d.What))
	}
	return out
}

// Of the files alone it is told which database SQLite finds damaged, which generation does not have its sums, of the
// work tree or of a commit, and which vector of a server is not the one that was stored.
func TestFilesThatAreDamaged(t *testing.T) {
	r, x, _ := indexed(t, store.Options{Provider: constant{1}}, "a.md", "# A\n\nDoor.\n")
	commit := r.Git("rev-parse", "HEAD")
	renewed(t, x.At(commit), Options{})
	past, _, _ := strings.Cut(notesOf(t, x.At(commit)), " ")
	present, _, _ := strings.Cut(notesOf(t, x), " ")
	records, vectors := filepath.Join(x.Dir, store.RecordsFile), packsOf(t, x)[0]
	changed(t, x, "PRAGMA wal_checkpoint(TRUNCATE)")
	rows := func(generation string) string { return filepath.Join(x.GenerationDir(generation), store.RowsFile) }
	restored := keptFolder(t, x.Dir)
	for name, tt := range map[string]struct {
		harm func()
		want []string // how what is found begins
	}{
		"nothing": {func() {}, nil},
		"no database": {func() {
			if err := os.WriteFile(records, []byte(strings.Repeat("no database ", 20)), 0o600); err != nil {
				t.Fatal(err)
			}
		}, []string{"records : index cannot be used"}},
		"a row that is in no index": {func() {
			changed(t, x, `PRAGMA writable_schema=1; UPDATE sqlite_schema SET rootpage = `+
				`(SELECT rootpage FROM sqlite_schema WHERE name = 'links') WHERE name = 'backlinks'`)
		}, []string{"records : SQLite finds damage: "}},
		"the work tree": {func() { turned(t, rows(present)) }, []string{"files : " + store.GenerationsDir + "/" + present +
			": the sum of rows does not hold"}},
		"a commit": {func() { turned(t, rows(past)) }, []string{"files " + commit + ": " + store.GenerationsDir + "/" + past +
			": the sum of rows does not hold"}},
		"no vectors at all": {func() { os.Remove(vectors) }, nil},
		"a file that is none of vectors": {func() {
			if err := os.WriteFile(vectors, []byte(strings.Repeat("no database ", 20)), 0o600); err != nil {
				t.Fatal(err)
			}
		}, []string{"embeddings : " + filepath.Base(vectors) + ": "}},
		"another vector": {func() { turned(t, vectors) }, []string{"embeddings : " + filepath.Base(vectors) + ": "}},
	} {
		tt.harm()
		c := &checking{Folder: x, out: &CheckedIndex{}}
		err := c.files(t.Context())
		if got := c.said(); err != nil || !slices.EqualFunc(got, tt.want, strings.HasPrefix) {
			t.Errorf("%s: %q, %v, want %q", name, got, err, tt.want)
		}
		restored()
	}
}

// The model that a clean build uses is the trained one of the work tree, whose file must be sound; a server's is not
// asked, nor is one where nobody wants vectors.
func TestModelOfACheck(t *testing.T) {
	_, x, _ := indexed(t, store.Options{}, "a.md", "# A\n\nThe door of the hall.\n", "b.md", "# B\n\nThe key of the door.\n")
	files, err := filepath.Glob(filepath.Join(x.Dir, "models", "*"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	ask := func(none bool) (embed.Provider, []string) {
		t.Helper()
		asked := *x
		asked.Options.NoVectors = none
		c := &checking{Folder: &asked, out: &CheckedIndex{}}
		m, done, err := c.model(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		done()
		return m, c.said()
	}
	if m, said := ask(false); m == nil || len(said) > 0 {
		t.Errorf("a sound one: %v, %q", m, said)
	}
	if m, said := ask(true); m != nil || len(said) > 0 {
		t.Errorf("not asked for: %v, %q", m, said)
	}
	turned(t, files[0])
	if m, said := ask(false); m != nil || len(said) != 1 || !strings.HasPrefix(said[0], "model : ") {
		t.Errorf("a damaged one: %v, %q", m, said)
	}
	if err := os.Remove(files[0]); err != nil {
		t.Fatal(err)
	}
	if m, said := ask(false); m != nil || len(said) != 1 || !strings.HasPrefix(said[0], "model : ") {
		t.Errorf("one that is gone: %v, %q", m, said)
	}
	changed(t, x, "UPDATE views SET training = ''")
	if m, said := ask(false); m != nil || len(said) > 0 {
		t.Errorf("a server's: %v, %q", m, said)
	}
}

// A check waits until the files rest, but not for ever, and finds nothing in what changed meanwhile.
func TestCheckWhileFilesChange(t *testing.T) {
	r, x, _ := indexed(t, store.Options{NoVectors: true}, "a.md", "# A\n\nDoor.\n")
	for _, tt := range []struct {
		changes int
		fails   bool
	}{{1, false}, {1000, true}} {
		asked, n := *x, 0
		asked.Options.Progress = func(stage string, _, _ int) {
			if stage == "indexing words" && n < tt.changes {
				n++
				r.Write("a.md", fmt.Sprintf("# A\n\nDoor %d.\n", n))
			}
		}
		r.Write("b.md", fmt.Sprintf("# B\n\nKey %d.\n", tt.changes))
		c, err := Check(t.Context(), &asked, filepath.Join(t.TempDir(), "clean"))
		if tt.fails {
			if err == nil || !strings.Contains(err.Error(), "try again when they rest") || c != nil {
				t.Errorf("changed %d times: %+v, %v", n, c, err)
			}
			continue
		}
		if err != nil || len(c.Differences) > 0 || c.Notes != 2 {
			t.Errorf("changed %d times: %+v, %v", n, c, err)
		}
	}
}

// What is known of every file is compared with its bytes, as far as there are bytes: trees of commits that are gone,
// and texts that stood in the work tree for a while, are not.
func TestRecordsAreCompared(t *testing.T) {
	r, x, _ := indexed(t, store.Options{NoVectors: true}, "a.md", "# A\n\nDoor.\n", "b.md", "# B\n\nKey.\n")
	past := []string{r.Git("commit-tree", "-m", "One", "HEAD^{tree}"), r.Git("commit-tree", "-m", "Two", "HEAD^{tree}")}
	slices.Sort(past)
	for _, commit := range past {
		renewed(t, x.At(commit), Options{})
	}
	if err := os.Remove(filepath.Join(r.Dir, ".git", "objects", past[0][:2], past[0][2:])); err != nil {
		t.Fatal(err)
	}
	r.Write("a.md", "# A\n\nFor a while.\n")
	renewed(t, x, Options{})
	r.Write("a.md", "# A\n\nLamp.\n")
	renewed(t, x, Options{})
	changed(t, x, "PRAGMA wal_checkpoint(TRUNCATE)")
	restored := keptFolder(t, x.Dir)
	oid := r.Git("rev-parse", "HEAD:b.md")
	for name, tt := range map[string]struct {
		text string // that is kept in the place of b.md's
		want []string
	}{
		"nothing":        {"# B\n\nKey.\n", nil},
		"another text":   {"# B\n\nLock.\n", []string{"records b.md: the record of blob " + oid + " is not what"}},
		"another link":   {"# B\n\n[Key](.)\n", []string{"records b.md: the record of blob " + oid + " is not what"}},
		"another title":  {"# C\n\nKey.\n", []string{"records b.md: the record of blob " + oid + " is not what"}},
		"nothing at all": {"", []string{"records b.md: the record of blob " + oid + " is missing"}},
	} {
		kept := notes.Open(notes.Folder(x.Dir))
		if err := kept.Keep(func(path, _ string) bool { return path != "b.md" }); err != nil {
			t.Fatal(err)
		}
		if tt.text != "" {
			p := notes.Parse(git.File{Path: "b.md", Blob: oid}, []byte(tt.text))
			if err := kept.Add(func(yield func(*notes.Packed, error) bool) { yield(p.Pack(), nil) }); err != nil {
				t.Fatal(err)
			}
		}
		out, err := Check(t.Context(), x, filepath.Join(t.TempDir(), "clean"))
		if err != nil {
			t.Fatal(err)
		}
		if got := (&checking{out: out}).said(); !slices.EqualFunc(got, tt.want, strings.HasPrefix) {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
		readings := 3
		if tt.text == "" {
			readings--
		}
		if got := [4]int{out.Trees, out.Notes, out.Readings, out.Unverified}; got != [4]int{2, 4, readings, 1} {
			t.Errorf("%s: counted %v", name, got)
		}
		restored()
	}
}

// Where there is nothing to check nothing is made, and a check needs a folder of its own that can be written.
func TestCheckOfNothing(t *testing.T) {
	r, x, _ := indexed(t, store.Options{NoVectors: true}, "a.md", "# A\n\nDoor.\n")
	if _, err := Check(t.Context(), x, filepath.Join(r.Dir, "a.md", "clean")); err == nil {
		t.Error("a file serves as a folder")
	}
	if err := os.RemoveAll(x.Dir); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(x.Dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := Check(t.Context(), x, filepath.Join(t.TempDir(), "clean")); !errors.Is(err, store.ErrNoIndex) {
		t.Errorf("without an index: %v", err)
	}
	if left, err := os.ReadDir(x.Dir); err != nil || len(left) > 0 {
		t.Errorf("it has made %v, %v", left, err)
	}
}
