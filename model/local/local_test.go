package local

import (
	"archive/zip"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/model/encoder/encodertest"
)

// download writes a tiny model as somebody would have it, a folder of that name.
func download(t *testing.T, name string, groups ...[]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	if err := os.CopyFS(dir, encodertest.Files(groups...)); err != nil {
		t.Fatal(err)
	}
	return dir
}

func added(t *testing.T, f Folder, path string) *Packed {
	t.Helper()
	p, err := f.Add(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A model is added from a folder or an archive, is found by its id and its name, and is removed.
func TestModelsOfAFolder(t *testing.T) {
	f := Folder(filepath.Join(t.TempDir(), "models"))
	if all, err := f.List(true); err != nil || all == nil || len(all) > 0 {
		t.Fatalf("no folder has %v, %v", all, err)
	}
	dir := download(t, "tiny.v2")
	p := added(t, f, dir+"/")
	if p.Name != "tiny.v2" || p.Dimensions != encodertest.Hidden || p.Bytes == 0 || p.Damage != "" {
		t.Errorf("added %+v", p)
	}
	archive := filepath.Join(t.TempDir(), "other.zip")
	file, err := os.Create(archive)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(file)
	if err := errors.Join(z.AddFS(encodertest.Files([]string{"attic", "loft"})), z.Close(), file.Close()); err != nil {
		t.Fatal(err)
	}
	other := added(t, f, archive)
	if other.Name != "other" || other.ID == p.ID {
		t.Errorf("of the archive: %+v", other)
	}
	if err := os.WriteFile(filepath.Join(string(f), "notes.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	all, err := f.List(true)
	want := []Packed{*p, *other}
	slices.SortFunc(want, func(a, b Packed) int { return strings.Compare(a.ID, b.ID) })
	if err != nil || !slices.Equal(all, want) {
		t.Errorf("listed %+v, %v\nwant %+v", all, err, want)
	}
	for _, name := range []string{"other", other.ID} {
		if got, err := f.find(name); err != nil || got.ID != other.ID {
			t.Errorf("%s is %+v, %v", name, got, err)
		}
	}
	if got, err := f.Remove("other"); err != nil || got.ID != other.ID {
		t.Errorf("removed %+v, %v", got, err)
	}
	if _, err := f.Remove("other"); !errors.Is(err, ErrUnusable) {
		t.Errorf("removed twice: %v", err)
	}
	if _, err := os.Stat(other.Path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the file is there still: %v", err)
	}
}

// What is no model is refused, and nothing is kept of it.
func TestAddRefuses(t *testing.T) {
	f := Folder(filepath.Join(t.TempDir(), "models"))
	text := filepath.Join(t.TempDir(), "notes.txt")
	if err := os.WriteFile(text, []byte("no model"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{text, t.TempDir(), filepath.Join(t.TempDir(), "gone")} {
		if p, err := f.Add(t.Context(), path); err == nil || p != nil {
			t.Errorf("%s was added: %+v", path, p)
		}
	}
	if _, err := os.Stat(string(f)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder was made: %v", err)
	}
	if _, err := Folder("").Open("tiny"); !errors.Is(err, ErrUnusable) || !strings.Contains(err.Error(), "HOME") {
		t.Errorf("without a folder: %v", err)
	}
}

// Two models of one name are told apart by their ids alone.
func TestOneNameOfTwo(t *testing.T) {
	f := Folder(filepath.Join(t.TempDir(), "models"))
	one := added(t, f, download(t, "tiny"))
	added(t, f, download(t, "tiny", []string{"attic", "loft"}))
	if _, err := f.Open("tiny"); err == nil || !strings.Contains(err.Error(), "more than one") {
		t.Errorf("by the name: %v", err)
	}
	e, err := f.Open(one.ID)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if e.Model() != "local/"+one.ID || e.Dimensions() != encodertest.Hidden {
		t.Errorf("%s of %d dimensions", e.Model(), e.Dimensions())
	}
}

// A damaged file is listed with what is wrong, and is not opened.
func TestDamagedModel(t *testing.T) {
	f := Folder(filepath.Join(t.TempDir(), "models"))
	p := added(t, f, download(t, "tiny"))
	whole, err := os.ReadFile(p.Path)
	if err != nil {
		t.Fatal(err)
	}
	other := f.path("another")
	if err := os.WriteFile(other, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	changed := slices.Clone(whole)
	changed[len(changed)-9] ^= 1
	if err := errors.Join(os.WriteFile(p.Path, changed, 0o600), os.WriteFile(f.path("cut"), whole[:9], 0o600)); err != nil {
		t.Fatal(err)
	}
	for _, check := range []bool{false, true} {
		all, err := f.List(check)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range all {
			if damaged := m.ID != p.ID || check; (m.Damage != "") != damaged {
				t.Errorf("checked %v, %s: damage %q", check, m.ID, m.Damage)
			}
		}
	}
	if _, err := f.Embedder("cut"); !errors.Is(err, ErrUnusable) {
		t.Errorf("opened what was cut: %v", err)
	}
}

// Texts have the vectors that each has by itself, however many are asked for at once.
func TestEmbedder(t *testing.T) {
	f := Folder(filepath.Join(t.TempDir(), "models"))
	added(t, f, download(t, "tiny"))
	e, err := f.Open("tiny")
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	texts := []string{"the cat sleeps", "a budget for roads", "the council", "a couch"}
	all, err := e.Documents(t.Context(), texts)
	if err != nil || len(all) != len(texts) {
		t.Fatalf("%d vectors, %v", len(all), err)
	}
	for i, text := range texts {
		alone, err := e.Documents(t.Context(), []string{text})
		if err != nil || len(alone) != 1 || len(alone[0]) != encodertest.Hidden || !slices.Equal(alone[0], all[i]) {
			t.Errorf("%q alone differs: %v", text, err)
		}
		if q, err := e.Query(t.Context(), text); err != nil || len(q) != encodertest.Hidden {
			t.Errorf("the query %q: %d numbers, %v", text, len(q), err)
		}
	}
	if none, err := e.Documents(t.Context(), nil); err != nil || len(none) != 0 {
		t.Errorf("of no text: %v, %v", none, err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for _, some := range [][]string{texts, texts[:1]} {
		if _, err := e.Documents(over, some); !errors.Is(err, context.Canceled) {
			t.Errorf("after the end: %v", err)
		}
	}
}
