package build

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/notes"
)

// withRecords is an updater over empty records, without a repository.
func withRecords(t *testing.T, o store.Options) *updater {
	t.Helper()
	o.Warn, o.Progress, o.Now = func(string) {}, func(string, int, int) {}, time.Now
	x := &store.Folder{Dir: t.TempDir(), View: "main", Options: o}
	db, err := x.OpenRecords(t.Context(), true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return &updater{Folder: x, db: db, report: newReport(), view: store.View{Name: "main"}, tree: &kb.Tree{Config: &kb.Config{}},
		old: &store.Generation{Rows: &store.Rows{First: []int32{0}}}}
}

// keepNotes puts notes into the records, by path, and makes the table of their chunks: one of each section.
func (u *updater) keepNotes(t *testing.T, texts map[string]string) {
	t.Helper()
	lengths := store.RowsByPath{}
	u.tree.Files = nil
	err := u.db.Notes.Add(func(yield func(*notes.Packed, error) bool) {
		for i, path := range slices.Sorted(maps.Keys(texts)) {
			f := git.File{Path: path, Blob: fmt.Sprintf("%040x", i+1)}
			p := notes.Parse(f, []byte(texts[path]))
			u.tree.Files = append(u.tree.Files, f)
			for range p.Doc.Chunks {
				lengths[path] = append(lengths[path], store.Row{Length: [4]int{10, 1, 0, 0}})
			}
			yield(p.Pack(), nil)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	u.rows = store.MergeRows(&store.Rows{First: []int32{0}}, u.tree.Files, lengths)
}

// A note is superseded by the first by path of those that say so and hold themselves.
func TestWhoSupersedes(t *testing.T) {
	u := withRecords(t, store.Options{})
	status := func(s string) string { return "---\nstatus: " + s + "\n---\nText.\n" }
	u.keepNotes(t, map[string]string{"a.md": status("accepted"), "b.md": status("draft"), "c.md": status("accepted"),
		"d.md": status("proposed"),
		"e.md": status("deprecated"), "f.md": status("rejected"), "g.md": status("archived"), "h.md": "Text.\n"})
	at := func(path string) int { n, _ := u.rows.Note(path); return n }
	for _, tt := range []struct{ by, want string }{
		{"a.md", "a.md"}, {"c.md a.md", "a.md"}, {"a.md c.md", "a.md"}, {"b.md", ""}, {"b.md c.md", "c.md"}, {"d.md e.md f.md g.md",
			""}, {"h.md c.md", "c.md"},
		{"", ""},
	} {
		var pairs [][2]int
		for by := range strings.FieldsSeq(tt.by) {
			pairs = append(pairs, [2]int{at("h.md"), at(by)})
		}
		got, err := (&grapher{updater: u}).superseded(pairs)
		if err != nil || got[at("h.md")] != tt.want || len(got) > 1 {
			t.Errorf("%q: %v, %v, want %q", tt.by, got, err, tt.want)
		}
	}
}

// answers is a server of vectors with two numbers, which fails where it is told to.
type answers struct {
	dim    int
	failed error
}

func (answers) Model() string     { return "test:two" }
func (a answers) Dimensions() int { return a.dim }
func (a answers) Documents(_ context.Context, texts []string) (out [][]float32, err error) {
	for range texts {
		out = append(out, make([]float32, 2))
	}
	return out, a.failed
}
func (answers) Query(context.Context, string) ([]float32, error) { return []float32{1, 0}, nil }

// silent is a server that makes nothing of the text "-".
type silent struct{ answers }

func (silent) Documents(_ context.Context, texts []string) (out [][]float32, err error) {
	for _, t := range texts {
		if t == "-" {
			out = append(out, nil)
			continue
		}
		out = append(out, []float32{1, 0})
	}
	return out, nil
}

// A text of which a server makes nothing has a vector of zeros, also where the length of vectors is not known before.
func TestTextsWithoutAVector(t *testing.T) {
	u := withRecords(t, store.Options{})
	u.rows, _ = treeOf("a 1", "b 2", "c 3")
	u.rows.Slots = slices.Repeat([]int32{store.NoSlot}, 3)
	e := &embedder{updater: u, provider: silent{}, model: "test:two", dir: t.TempDir()}
	e.rowsWaiting, e.textsWaiting = []int{0, 1, 2}, []string{"-", "x", "-"}
	if err := errors.Join(e.flush(t.Context()), e.failed); err != nil {
		t.Fatal(err)
	}
	if err := e.out.Close(); err != nil || !slices.Equal(u.rows.Slots, []int32{0, 1, 2}) {
		t.Errorf("slots %v, %v", u.rows.Slots, err)
	}
}

// When the vectors of a generation have to be made again although no note has changed.
func TestLackingVectors(t *testing.T) {
	whole, gap := store.VectorsOf("test:two", 2, [][]byte{make([]byte, 6)}), store.VectorsOf("test:two", 2, [][]byte{nil})
	rows, _ := treeOf("a 1")
	none, _ := treeOf()
	for name, tt := range map[string]struct {
		o               store.Options
		v               *store.Vectors
		rows            *store.Rows
		model, training string
		want            bool
	}{
		"a server's":                 {store.Options{Provider: answers{}}, whole, rows, "test:two", "", false},
		"a server's with a gap":      {store.Options{Provider: answers{}}, gap, rows, "test:two", "", true},
		"none of a server":           {store.Options{Provider: answers{}}, nil, rows, "test:two", "", true},
		"of another server":          {store.Options{Provider: answers{}}, store.VectorsOf("x", 2, nil), rows, "test:two", "", true},
		"no vectors asked for":       {store.Options{Provider: answers{}, NoVectors: true}, nil, rows, "test:two", "", false},
		"of a trained model":         {store.Options{}, whole, rows, "test:two", "{}", false},
		"of a trained one, a gap":    {store.Options{}, gap, rows, "test:two", "{}", true},
		"of another trained one":     {store.Options{}, whole, rows, "m2", "{}", true},
		"none of a trained one":      {store.Options{}, nil, rows, "test:two", "{}", true},
		"none, and no chunk":         {store.Options{}, nil, none, "test:two", "{}", false},
		"no model, as without text":  {store.Options{}, nil, rows, "", "", false},
		"left from a server":         {store.Options{}, whole, rows, "test:two", "", true},
		"left, but not asked for":    {store.Options{NoVectors: true}, whole, rows, "test:two", "", false},
		"kept with no model of view": {store.Options{}, whole, rows, "", "{}", false},
	} {
		u := &updater{Folder: &store.Folder{Options: tt.o}, old: &store.Generation{Rows: tt.rows, Vectors: tt.v}}
		u.view.Model, u.view.Training = tt.model, tt.training
		if got := u.lacksVectors(); got != tt.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	for cheap, want := range map[int]time.Duration{0: time.Minute, 1: 0, 50: 0} {
		if got := waitFor(&store.Folder{Options: store.Options{LockTimeout: time.Minute}}, Options{Cheap: cheap}); got != want {
			t.Errorf("with at most %d files to read it waits %v", cheap, got)
		}
	}
}

// What the model knew of new texts is added to its record; what is no record is damage.
func TestKnownWordsAreCounted(t *testing.T) {
	for _, tt := range []struct {
		training   string
		known, all int
		want       string
	}{
		{`{"texts":9,"known":1,"all":2}`, 3, 4, `{"texts":9,"known":4,"all":6}`}, {`{"texts":9,"known":1,"all":2}`, 0, 0,
			`{"texts":9,"known":1,"all":2}`},
		{"", 3, 4, ""}, {"{", 3, 4, "damaged"}, {"{", 0, 0, "{"},
	} {
		e := &embedder{updater: &updater{view: store.View{Training: tt.training}}, known: tt.known, all: tt.all}
		err := e.noteDrift()
		if got := e.view.Training; err == nil && got != tt.want || errors.Is(err, store.ErrDamaged) != (tt.want == "damaged") {
			t.Errorf("%s with %d of %d: %s, %v", tt.training, tt.known, tt.all, got, err)
		}
	}
}

// The vectors of a note that did not change are taken over, unless one is missing; others are asked for, and put in their place.
func TestVectorsAreTakenOver(t *testing.T) {
	u := withRecords(t, store.Options{})
	rows, _ := treeOf("a 1", "b 2", "c 3", "d 4")
	u.old.Rows = rows
	now, _ := treeOf("0 9", "a 1", "b 7", "c 3", "d 4")
	now.Slots = slices.Repeat([]int32{store.NoSlot}, 5)
	u.rows = now
	e := &embedder{updater: u, provider: answers{}, model: "test:two", dir: t.TempDir()}
	if e.takeOver(1) {
		t.Error("there are no vectors, and one is taken over")
	}
	rows.Slots = []int32{7, 8, store.NoSlot, 3}
	u.old.Vectors = &store.Vectors{Model: "test:two", Dim: 2, Slots: rows.Slots}
	for note, want := range []bool{false, true, false, false, true} {
		if got := e.takeOver(note); got != want {
			t.Errorf("the vectors of %s are taken over: %v", now.Paths[note], got)
		}
	}
	if !slices.Equal(now.Slots, []int32{-1, 7, -1, -1, 3}) {
		t.Errorf("slots %v", now.Slots)
	}
	if e.size(0) || !e.size(2) || !e.size(2) || e.size(3) {
		t.Error("the first vector settles the number of dimensions")
	}
	e.rowsWaiting, e.textsWaiting = []int{0, 2}, []string{"x", "y"}
	if err := e.flush(t.Context()); err != nil || now.Slots[0] != 0 || now.Slots[2] != 1 || u.report.Embedded != 2 ||
		len(e.rowsWaiting)+len(e.textsWaiting) > 0 {
		t.Errorf("slots %v, %d embedded, %v", now.Slots, u.report.Embedded, err)
	}
	e.provider, e.rowsWaiting, e.textsWaiting = answers{failed: errors.New("no line")}, []int{3}, []string{"z"}
	if err := e.flush(t.Context()); err != nil || e.failed == nil || now.Slots[3] != store.NoSlot || u.report.Embedded != 2 {
		t.Errorf("a server that fails leaves a gap: %v, %v, slots %v", err, e.failed, now.Slots)
	}
	if err := e.out.Close(); err != nil {
		t.Fatal(err)
	}
	if e.batch() != embedBatch {
		t.Errorf("%d texts at a time", e.batch())
	}
	if u.view.Model = "test:two"; e.batch() != remoteBatch {
		t.Errorf("%d texts at a time of a server", e.batch())
	}
	u.diff.removed = []int{1, 3}
	if got := u.deletedChunks(); !slices.Equal(got, []string{store.ChunkID("b", 0), store.ChunkID("d", 0)}) {
		t.Errorf("gone: %v", got)
	}
}

// The trees of commits that were asked for last are kept, the one of this update among them.
func TestPastTreesInOrder(t *testing.T) {
	u := withRecords(t, store.Options{})
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	put := func(name string, age int) {
		t.Helper()
		v := store.View{Name: name, Generation: "g-" + name}
		if err := u.db.Write(func() error { return u.db.SaveView(&v) }); err != nil {
			t.Fatal(err)
		}
		if name == store.PastPrefix+"mine" {
			u.view = v
		}
		if age < 0 {
			return
		}
		file := filepath.Join(u.GenerationDir(v.Generation), store.ManifestFile)
		err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, nil, 0o600), os.Chtimes(file, now,
			now.Add(-time.Duration(age)*time.Hour)))
		if err != nil {
			t.Fatal(err)
		}
	}
	put("main", 0)
	put(store.PastPrefix+"mine", 99)
	put(store.PastPrefix+"lost", -1)
	for i := range maxPast - 2 {
		put(fmt.Sprintf("%s%02d", store.PastPrefix, i), 2*(i/2))
	}
	names := func() (out []string) {
		t.Helper()
		past, err := u.pastViews()
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range past {
			out = append(out, strings.TrimPrefix(p.name, store.PastPrefix))
		}
		return out
	}
	if got := strings.Join(names(), " "); got != "mine 00 01 02 03 04 05 06 07 08 09 lost" {
		t.Errorf("in order: %s", got)
	}
	if err := u.forgetPast(); err != nil || len(names()) != maxPast {
		t.Errorf("%d are kept, %v", len(names()), err)
	}
	put(store.PastPrefix+"new", 1)
	if err := u.forgetPast(); err != nil || strings.Join(names(), " ") != "mine 00 01 new 02 03 04 05 06 07 08 09" {
		t.Errorf("then: %q, %v", names(), err)
	}
}
