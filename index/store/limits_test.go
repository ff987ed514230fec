package store

import (
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/rank"
)

// emptyFolder is an index folder with nothing in it, of no repository.
func emptyFolder(t *testing.T) *Folder {
	t.Helper()
	return &Folder{Dir: t.TempDir(), View: "main", Options: Options{NoVectors: true, Warn: func(string) {}, Now: time.Now,
		Progress: func(string, int, int) {}}}
}

// The vectors of servers that an older kb kept in SQLite are moved, those that are what they were, whatever stands
// between them; a file that is none of vectors goes.
func TestVectorsAreMoved(t *testing.T) {
	x := emptyFolder(t)
	path := filepath.Join(x.Dir, oldEmbeddings)
	old, err := connect(t.Context(), path, true)
	if err != nil {
		t.Fatal(err)
	}
	const table = `CREATE TABLE vectors(model TEXT, hash BLOB, vector BLOB, sum INTEGER, PRIMARY KEY(model, hash)) WITHOUT ROWID`
	if err := old.Exec(table); err != nil {
		t.Fatal(err)
	}
	packed := Quantise([]float32{1, .5}, 2)
	for _, v := range []struct {
		model, text string
		off         int64 // by how much the sum is not the right one
	}{{"server", "tea", 0}, {"server", "milk", 1}, {"other", "tea", 0}, {"server", "water", 0}} {
		hash := ContextHash(v.text)
		sum := int64(crc32.Checksum(slices.Concat([]byte(v.model), hash, packed), castagnoli())) + v.off
		if err := old.Run(`INSERT INTO vectors VALUES(?, ?, ?, ?)`, v.model, hash, []byte(packed), sum); err != nil {
			t.Fatal(err)
		}
	}
	old.Close()
	for range 2 {
		k, err := x.KeptVectors(t.Context(), "server")
		if err != nil {
			t.Fatal(err)
		}
		for text, want := range map[string]bool{"tea": true, "milk": false, "water": true} {
			if got := k.Find(text, 2); slices.Equal(got, packed) != want {
				t.Errorf("%s: %v", text, got)
			}
		}
		if n := x.keptVectors("other").Count(); k.Count() != 2 || n != 1 {
			t.Errorf("%d and %d vectors", k.Count(), n)
		}
		if left, _ := filepath.Glob(path + "*"); len(left) != 0 {
			t.Errorf("left: %q", left)
		}
		if err := os.WriteFile(path, []byte(strings.Repeat("no database ", 999)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// Records are those of this schema; a new file is made where it may be written, and nothing else is taken for an index.
func TestWhoseRecords(t *testing.T) {
	for name, tt := range map[string]struct {
		application, version int
		write                bool
		want                 error
		says                 string
	}{
		"ours":            {applicationID, Schema, false, nil, ""},
		"new, to read":    {0, 0, false, ErrNoIndex, ""},
		"new, to write":   {0, 0, true, nil, ""},
		"an older schema": {applicationID, Schema - 1, true, ErrDamaged, fmt.Sprintf("schema %d, this kb has %d", Schema-1, Schema)},
		"of another":      {7, Schema, true, ErrDamaged, "is not an index"},
		"of nobody":       {0, Schema, true, ErrDamaged, "is not an index"},
		"unnumbered":      {applicationID, 0, true, ErrDamaged, fmt.Sprintf("schema 0, this kb has %d", Schema)},
	} {
		db, err := connect(t.Context(), filepath.Join(t.TempDir(), "a.db"), true)
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Exec(fmt.Sprintf("PRAGMA application_id=%d; PRAGMA user_version=%d", tt.application, tt.version)); err != nil {
			t.Fatal(err)
		}
		if err := checkStore(db, tt.write); !errors.Is(err, tt.want) || err != nil && !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v, want %v, %q", name, err, tt.want, tt.says)
		}
		if application, version, err := marks(db); err != nil || tt.want == nil && (application != applicationID || version != Schema) {
			t.Errorf("%s: marked %x %d, %v", name, application, version, err)
		}
		db.Close()
	}
}

// Rows are told by their first column, numbers as they are.
func TestTextsOfRows(t *testing.T) {
	x := emptyFolder(t)
	db, err := x.OpenRecords(t.Context(), true)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	got, err := db.RowTexts(`SELECT 'a', 0.5, 7, 'text' UNION ALL SELECT 'a', 2.25, 8, 'more' UNION ALL SELECT ?, 1.0, NULL, ''`, "b")
	want := map[string]string{"a": `["0.5" "7" "text"]` + "\n" + `["2.25" "8" "more"]` + "\n", "b": `["1" "" ""]` + "\n"}
	if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	if _, err := db.RowTexts(`SELECT nothing`); err == nil {
		t.Error("a query that fails gives no error")
	}
	v := View{Name: "main", Generation: "g"}
	err = db.Write(func() error {
		const sql = `INSERT INTO notes(view, path, files, pagerank, in_links, superseded_by, disputed_by, label)
				VALUES(?, 'a.md', 0, 0, 0, '', '', '')`
		return errors.Join(db.SaveView(&v), db.Run(sql, v.ID))
	})
	if err != nil {
		t.Fatal(err)
	}
	notes := func() (n int64) {
		if n, err = db.Number(`SELECT count(*) FROM notes`); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if before := notes(); before != 1 {
		t.Fatalf("%d notes", before)
	}
	if err := db.Write(func() error { return db.DropNote(v.ID, "a.md") }); err != nil || notes() != 0 {
		t.Errorf("%d notes are left, %v", notes(), err)
	}
}

// A generation opens without vectors where its table has none, or where they are not asked for.
func TestGenerationWithoutVectors(t *testing.T) {
	made := func(slots []int32, docs []int32) string {
		t.Helper()
		dir := t.TempDir()
		w, err := words.NewWriter(filepath.Join(dir, WordsDir))
		if err != nil {
			t.Fatal(err)
		}
		r := MergeRows(&Rows{First: []int32{0}}, []git.File{{Path: "a.md", Blob: strings.Repeat("0a", 20)}},
			RowsByPath{"a.md": {{Length: [words.Fields]int{1, 1, 0, 0}}}})
		r.Slots, r.SlotCount, r.Dim, r.Docs = slots, len(slots), 3*len(slots), docs
		if err := errors.Join(w.Close(), r.Write(filepath.Join(dir, RowsFile)), WriteManifest(dir, "", 0)); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	for name, tt := range map[string]struct {
		slots, docs []int32
		with        bool
		want        error
	}{
		"none": {nil, nil, true, nil}, "of a table that has some": {[]int32{0}, nil, true, ErrDamaged},
		"not asked for": {[]int32{0}, nil, false, nil}, "fewer words than documents": {nil, []int32{0}, true, ErrDamaged},
	} {
		g, err := openGeneration(made(tt.slots, tt.docs), tt.with)
		if !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", name, err, tt.want)
		}
		if err == nil {
			if g.Words == nil || g.Vectors != nil {
				t.Errorf("%s: words %v, vectors %v", name, g.Words, g.Vectors)
			}
			g.close()
		}
	}
	dir := t.TempDir()
	if HasAbsent(dir) {
		t.Error("files are said to be absent where nobody says so")
	}
	if err := PutAbsent(dir); err != nil || !HasAbsent(dir) {
		t.Errorf("nothing says that files are absent, %v", err)
	}
	if err := PutAbsent(filepath.Join(dir, "none", "none")); err == nil {
		t.Error("a mark that cannot be made is no error")
	}
}

// Erasing leaves the lock alone; of an index that is not there, or is damaged, there is no garbage.
func TestNothingIsLeft(t *testing.T) {
	x := emptyFolder(t)
	x.Options.LockTimeout = time.Second
	for _, name := range []string{"a.db", "b/c.txt"} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(filepath.Join(x.Dir, name)), 0o700),
			os.WriteFile(filepath.Join(x.Dir, name), nil, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	if err := x.Erase(t.Context()); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(x.Dir)
	var left []string
	for _, e := range entries {
		left = append(left, e.Name())
	}
	if err != nil || !slices.Contains(left, lockFile) || slices.Contains(left, "a.db") || slices.Contains(left, "b") {
		t.Errorf("left are %q, %v", left, err)
	}
	for _, records := range []string{"", "This is no database, and long enough that nobody takes it for an empty one."} {
		if records != "" {
			if err := os.WriteFile(filepath.Join(x.Dir, RecordsFile), []byte(records), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if g, err := x.Garbage(t.Context(), Alive{}); err != nil || !g.Empty() || g.Trees == nil || g.Models == nil {
			t.Errorf("records %q: garbage %+v, %v", records, g, err)
		}
	}
	locked := emptyFolder(t)
	if err := os.Mkdir(filepath.Join(locked.Dir, lockFile), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := locked.Acquire(t.Context(), 0); err == nil || errors.Is(err, ErrBusy) {
		t.Errorf("a lock that is a folder: %v", err)
	}
}

// Settings of a view are those that were kept, else as shipped; what is no record of them is damage.
func TestSettingsOfAView(t *testing.T) {
	s := rank.DefaultSettings()
	v := View{Ranking: "{}"}
	if err := v.KeepSettings(s); err != nil || v.Ranking != "" {
		t.Errorf("as shipped: %q, %v", v.Ranking, err)
	}
	s.Stale += .125
	if err := v.KeepSettings(s); err != nil || v.Ranking == "" {
		t.Errorf("another: %q, %v", v.Ranking, err)
	}
	if got, err := v.Settings(); err != nil || got.Stale != s.Stale {
		t.Errorf("kept: %+v, %v", got, err)
	}
	v.Ranking = "{"
	if _, err := v.Settings(); !errors.Is(err, ErrDamaged) {
		t.Errorf("no record: %v", err)
	}
}

// Groups at hand are given in their order until one is enough.
func TestBatchAtHandEnds(t *testing.T) {
	ready := []NoteChunks{{Path: "a.md"}, {Path: "b.md"}, {Path: "c.md"}}
	for n, want := range map[int]string{1: "a.md false", 2: "a.md b.md false", 9: "a.md b.md c.md true"} {
		b := NewBatch(ready)
		var got []string
		more, err := b.Holding("text", func(c NoteChunks) bool { got = append(got, c.Path); return len(got) < n })
		if said := fmt.Sprint(strings.Join(got, " "), " ", more); err != nil || said != want {
			t.Errorf("%d: %s, %v, want %s", n, said, err, want)
		}
	}
}
