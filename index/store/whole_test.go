package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/kb/record"
)

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// A table that is cut anywhere, or longer than what was written, is refused.
func TestRowsThatAreCut(t *testing.T) {
	r := twoNotes()
	whole := onDisk(t, r)
	for n := range whole {
		if _, err := parseRows(record.Read(whole[:n])); err == nil {
			t.Errorf("cut to %d of %d bytes: taken", n, len(whole))
		}
	}
	if _, err := parseRows(record.Read(whole + "\x00")); err == nil {
		t.Error("more than was written: taken")
	}
	if r.NoteSize[0] != 20 || r.NoteSize[1] != 10 || r.Totals != [words.Fields]float64{30, 30, 30, 30} {
		t.Errorf("notes of %v terms, in all %v", r.NoteSize, r.Totals)
	}
	for doc, want := range map[int32]int32{-2: -1, -1: -1, 0: 2, 1: -1, 3: 1, 4: -1} {
		if got := r.RowOf(doc); got != want {
			t.Errorf("document %d is in row %d, want %d", doc, got, want)
		}
	}
}

// Vectors are packed by their greatest value, and read as far as their table goes.
func TestPackedVectors(t *testing.T) {
	for name, tt := range map[string]struct {
		vector []float32
		want   []byte
	}{
		"none":          {nil, make([]byte, 6)},
		"zeros":         {[]float32{0, 0}, make([]byte, 6)},
		"of others":     {[]float32{1}, make([]byte, 6)},
		"in two halves": {[]float32{-127, 63.5}, []byte{0, 0, 0x80, 0x3f, 0x81, 64}},
	} {
		if got := Quantise(tt.vector, 2); !bytes.Equal(got, tt.want) {
			t.Errorf("%s: % x, want % x", name, got, tt.want)
		}
	}
	dir, r := t.TempDir(), twoNotes()
	file := slices.Concat(Quantise([]float32{1, 0}, 2), Quantise([]float32{0, 1}, 2))
	write(t, dir, VectorsFile, string(file)+"\x09")
	v, err := ReadVectors(filepath.Join(dir, VectorsFile), r)
	if err != nil || v.Model != "m" || v.Gaps() != 1 || v.Vector(1) != nil || v.Vector(0)[0] != 0 || v.Vector(0)[1] != 1 ||
		v.Vector(2)[0] != 1 {
		t.Errorf("%+v, %v", v, err)
	}
	for n := range file {
		write(t, dir, VectorsFile, string(file[:n]))
		if _, err := ReadVectors(filepath.Join(dir, VectorsFile), r); !errors.Is(err, ErrDamaged) {
			t.Errorf("cut to %d bytes: %v", n, err)
		}
	}
	for _, known := range []fileSum{{Size: 11}, {Size: 13}, {}} {
		if _, _, err := mapVectors(filepath.Join(dir, VectorsFile), r, known); err == nil {
			t.Errorf("%d bytes belong to it: taken", known.Size)
		}
	}
	write(t, dir, VectorsFile, "")
	if v, release, err := mapVectors(filepath.Join(dir, VectorsFile), &Rows{Dim: 2}, fileSum{}); err != nil || v.sound() != nil {
		t.Errorf("of no rows: %v", err)
	} else {
		release()
	}
	if v := VectorsOf("m", 2, [][]byte{nil, {1}, Quantise([]float32{1, 0}, 2)}); !slices.Equal(v.Slots, []int32{NoSlot, NoSlot, 0}) {
		t.Errorf("slots in memory %v", v.Slots)
	}
}

// What a manifest says holds: every file in its size, vectors that may have grown, and the sums.
func TestManifest(t *testing.T) {
	dir, next := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{"rows": "row", "a.zap": "one", "b.zap": "two", VectorsFile: "vectors and more"} {
		write(t, dir, name, text)
	}
	if err := WriteManifest(dir, "", 7); err != nil {
		t.Fatal(err)
	}
	first, err := CheckManifest(dir)
	if err != nil || len(first) != 4 || first[VectorsFile].Size != 7 || CheckSums(dir) != nil {
		t.Fatalf("%v, %v, %v", first, err, CheckSums(dir))
	}
	for name, text := range map[string]string{"rows": "ROW", "a.zap": "ONE", "b.zap": "three", "c.zap": "new"} {
		write(t, next, name, text)
	}
	if err := WriteManifest(next, dir, 0); err != nil {
		t.Fatal(err)
	}
	second, err := CheckManifest(next)
	if err != nil {
		t.Fatal(err)
	}
	alone := manifest{}
	for name := range second {
		if alone[name], err = sumOf(filepath.Join(next, name), 99); err != nil {
			t.Fatal(err)
		}
	}
	alone["a.zap"] = first["a.zap"] // which is a link to it
	if diff := cmp.Diff(alone, second); diff != "" || len(second) != 4 {
		t.Errorf("of a generation after another: %s", diff)
	}
	for _, tt := range []struct {
		name, text  string
		sized, sums bool
	}{
		{VectorsFile, "vectors that have grown", true, true}, {VectorsFile, "vector", false, false}, {VectorsFile, "VECTORS", true,
			false}, {VectorsFile, "vectors", true, true},
		{"rows", "rows", false, false}, {"rows", "ro", false, false}, {"rows", "raw", true, false}, {"rows", "row", true, true},
		{ManifestFile, "{}", false, false}, {ManifestFile, "x", false, false},
	} {
		write(t, dir, tt.name, tt.text)
		_, err := CheckManifest(dir)
		sums := CheckSums(dir)
		if (err == nil) != tt.sized || (sums == nil) != tt.sums || err != nil && !errors.Is(err,
			ErrDamaged) || sums != nil && !errors.Is(sums, ErrDamaged) {
			t.Errorf("%s %q: %v, %v", tt.name, tt.text, err, sums)
		}
		if tt.sized && !tt.sums && sums.Error() != fmt.Sprintf("%v: the sum of %s does not hold", ErrDamaged, tt.name) {
			t.Errorf("%s %q: %v", tt.name, tt.text, sums)
		}
	}
}

// What an update left behind counts while nothing has changed, and the index looks sound.
func TestStateThatIsCurrent(t *testing.T) {
	x := &Folder{Dir: t.TempDir(), View: "work", Options: Options{NoVectors: true}}
	scan := &kb.Scan{Dirty: []kb.DirtyFile{{Path: "a.md", Size: 3}, {Path: "b.md", Size: 4}}}
	good := State{Schema: Schema, Scan: scan, Generation: "g1", Provider: x.ProviderName(), Hashed: map[string]string{"b.md": "0b"}}
	head := make([]byte, 100)
	copy(head, "SQLite format 3\x00")
	binary.BigEndian.PutUint32(head[60:], Schema)
	binary.BigEndian.PutUint32(head[68:], applicationID)
	if err := os.MkdirAll(x.GenerationDir("g1"), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, x.GenerationDir("g1"), ManifestFile, "{}")
	for name, tt := range map[string]struct {
		change func(s *State)
		head   func(b []byte) []byte
	}{
		"all is well":      {},
		"never scanned":    {change: func(s *State) { s.Scan = nil }},
		"no generation":    {change: func(s *State) { s.Generation = "" }},
		"another one":      {change: func(s *State) { s.Generation = "g2" }},
		"another model":    {change: func(s *State) { s.Provider = "other" }},
		"another scan":     {change: func(s *State) { s.Scan = &kb.Scan{Dirty: scan.Dirty[:1]} }},
		"cut records":      {head: func(b []byte) []byte { return b[:99] }},
		"other records":    {head: func(b []byte) []byte { b[0]++; return b }},
		"another schema":   {head: func(b []byte) []byte { b[63]++; return b }},
		"another program":  {head: func(b []byte) []byte { b[71]++; return b }},
		"records are gone": {head: func(b []byte) []byte { return nil }},
	} {
		s, b := good, bytes.Clone(head)
		if tt.change != nil {
			tt.change(&s)
		}
		if tt.head != nil {
			b = tt.head(b)
		}
		os.Remove(filepath.Join(x.Dir, RecordsFile))
		if b != nil {
			write(t, x.Dir, RecordsFile, string(b))
		}
		if got, want := s.Current(x, scan), name == "all is well"; got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	for text, generation := range map[string]string{"": "", "{": "", `{"schema":1,"generation":"g1"}`: "",
		fmt.Sprintf(`{"schema":%d,"generation":"g1"}`, Schema): "g1"} {
		write(t, x.Dir, stateFile("work"), text)
		if got := x.LoadState(); got.Generation != generation {
			t.Errorf("%q: %+v", text, got)
		}
		if name := x.Current(); (name != "") != (generation != "") || generation != "" && !strings.HasPrefix(name, "g1  ") {
			t.Errorf("%q: named %q", text, name)
		}
	}
	for file, want := range map[kb.DirtyFile]string{{Path: "b.md", Size: 4}: "0b true", {Path: "b.md", Size: 5}: " false",
		{Path: "a.md", Size: 3}: " false"} {
		if blob, ok := good.Known(file); fmt.Sprint(blob, " ", ok) != want {
			t.Errorf("%+v: %q, %v", file, blob, ok)
		}
	}
	if blob, ok := (&State{}).Known(kb.DirtyFile{}); blob != "" || ok {
		t.Errorf("without a scan %q is known", blob)
	}
}

// What is packed has nothing that says nothing, and comes back whole.
func TestPackedToTheByte(t *testing.T) {
	plain := LinkRecord{From: "a.md", To: "a.md.bak", Target: "x", State: "ok", Kind: "markdown", Line: 1, Strength: kb.DefaultStrength}
	for _, tt := range []struct {
		change func(l *LinkRecord)
		bytes  int
	}{
		{func(*LinkRecord) {}, 13}, {func(l *LinkRecord) { l.To = "" }, 7}, {func(l *LinkRecord) { l.To = "x" }, 7},
		{func(l *LinkRecord) { l.To = "b.md" }, 13},
		{func(l *LinkRecord) { l.Strength = 1 }, 21}, {func(l *LinkRecord) { l.Candidates = []string{"b"} }, 16},
	} {
		l := plain
		tt.change(&l)
		data := PackLinks([]LinkRecord{l})
		back, err := UnpackLinks("a.md", string(data))
		if err != nil || !cmp.Equal(back, []LinkRecord{l}) || len(data) != tt.bytes {
			t.Errorf("%+v in %d bytes, want %d: %+v, %v", l, len(data), tt.bytes, back, err)
		}
	}
	for pair, want := range map[[2]string]int{{"", ""}: 0, {"a", "a"}: 1, {"ab", "a"}: 1, {"a", "ab"}: 1, {"ab", "ac"}: 1, {"b", "a"}: 0} {
		if got := shared(pair[0], pair[1]); got != want {
			t.Errorf("%q share %d", pair, got)
		}
	}
	if got := string(appendLower([]byte("x"), "@AZ[é")); got != "x@az[é" {
		t.Errorf("in lower case %q", got)
	}
}

// What a chunk tells, and what stands above it.
func TestWhatAChunkTells(t *testing.T) {
	for text, want := range map[string]bool{
		"Tea is sold.": false, "# Tea\n": false, "<!-- later -->\n": true, "# Tea\n\n<!-- later -->\n": true,
		"<!-- later -->\nTea.\n": false,
		"![a pot](pot.png)\n":    true, "- Start Date: 2014-10-30\n- RFC PR: 401\n": true,
	} {
		if got := (&Chunk{Text: text}).SaysNothing(); got != want {
			t.Errorf("%q says nothing: %v", text, got)
		}
	}
	for _, tt := range []struct {
		title string
		path  []string
		want  string
	}{
		{"Tea", nil, "Tea"}, {"", nil, ""}, {"", []string{"Pot"}, "Pot"}, {"Tea", []string{"Pot"}, "Tea Pot"}, {"Tea",
			[]string{"TEA", "Pot"}, "TEA Pot"}, {"Tea", []string{"Pot", "Tea"}, "Tea Pot Tea"},
	} {
		if got := strings.Join(headings(tt.title, tt.path), " "); got != tt.want {
			t.Errorf("%q above %q: %q", tt.title, tt.path, got)
		}
	}
	for _, g := range []Garbage{{}, {Trees: []string{"a"}}, {Blobs: 1}, {Models: []string{"m"}}, {Trees: []string{"a"}, Blobs: 1},
		{Blobs: 1, Models: []string{"m"}}} {
		if g.Empty() != (g.Trees == nil && g.Blobs == 0 && g.Models == nil) {
			t.Errorf("%+v is nothing: %v", g, g.Empty())
		}
	}
	if got := total(map[string]int64{"a": 3, "b": 4}); got != 7 {
		t.Errorf("in all %d bytes", got)
	}
}

// Indexes of other versions stay for a day after their last change, and what is no part of an index stays.
func TestOtherIndexesGo(t *testing.T) {
	x := emptyFolder(t)
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	x.Options.Now = func() time.Time { return now }
	own := []string{RecordsFile, RecordsFile + "-wal", GenerationsDir + "/1", notes.Folder("."), stateFile(x.View)}
	others := []string{"records.db", "records-30.db", "records-30.db-wal", "trees/1", "trees-30/1", "notes-36", "snapshot",
		"worktree-0123456789abcdef.json", "worktree-0123456789abcdef-30.json"}
	kept := []string{"history.db", EmbeddingsDir + "/1/2.pack", oldEmbeddings, lockFile,
		"worktree-0123456789abcdef.provenance", "statements"}
	for _, name := range slices.Concat(own, others, kept) {
		path := filepath.Join(x.Dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, nil, 0o600)); err != nil {
			t.Fatal(err)
		}
		for _, p := range []string{path, filepath.Dir(path)} {
			if err := os.Chtimes(p, now, now.Add(-time.Hour)); p != x.Dir && err != nil {
				t.Fatal(err)
			}
		}
	}
	there := func(names []string) (n int) {
		for _, name := range names {
			if _, err := os.Stat(filepath.Join(x.Dir, name)); err == nil {
				n++
			}
		}
		return n
	}
	x.DropOthers()
	if n := there(others); n != len(others) {
		t.Errorf("after an hour %d of %d are there", n, len(others))
	}
	now = now.Add(oldIndex)
	x.DropOthers()
	if n := there(others); n != 0 || there(own) != len(own) || there(kept) != len(kept) {
		t.Errorf("after a day %d of others, %d of %d and %d of %d are there", n, there(own), len(own), there(kept), len(kept))
	}
}
