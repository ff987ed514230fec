package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// files writes a program and a text, and gives their names in an archive.
func files(t *testing.T) map[string]string {
	dir := t.TempDir()
	named := map[string]string{}
	for name, text := range map[string]string{"kb": "program", "kb.exe": "program", "LICENSE": "licence", "man/man1/kb.1": "page"} {
		file := filepath.Join(dir, filepath.Base(name))
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		named[name] = file
	}
	return named
}

// TestPackingTwiceGivesTheSameBytes packs the same contents from files of other times and modes.
func TestPackingTwiceGivesTheSameBytes(t *testing.T) {
	date := time.Unix(1_700_000_000, 0).UTC()
	for name, pack := range map[string]func(io.Writer, string, map[string]string, time.Time) error{"tar": tarball, "zip": zipped} {
		var packed [2]bytes.Buffer
		for i := range packed {
			named := files(t)
			if i == 1 {
				old := time.Unix(1e9, 0)
				if err := errors.Join(os.Chtimes(named["kb"], old, old), os.Chmod(named["kb"], 0o755)); err != nil {
					t.Fatal(err)
				}
			}
			if err := pack(&packed[i], "kb_1_linux", named, date); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(packed[0].Bytes(), packed[1].Bytes()) {
			t.Errorf("%s: two packings differ", name)
		}
	}
}

func TestArchivesAreSorted(t *testing.T) {
	var packed bytes.Buffer
	if err := tarball(&packed, "kb_1", files(t), time.Unix(1e9, 0)); err != nil {
		t.Fatal(err)
	}
	text, err := gzip.NewReader(&packed)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for r := tar.NewReader(text); ; {
		h, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, h.Name)
		if executable := strings.Contains(h.Name, "/kb") && !strings.Contains(h.Name, "man"); executable != (h.Mode == 0o755) ||
			h.Uid != 0 ||
			h.Uname != "" {
			t.Errorf("%s has mode %o and owner %d %q", h.Name, h.Mode, h.Uid, h.Uname)
		}
	}
	if got := strings.Join(names, " "); got != "kb_1/LICENSE kb_1/kb kb_1/kb.exe kb_1/man/man1/kb.1" {
		t.Errorf("the archive holds %s", got)
	}
	packed.Reset()
	if err := zipped(&packed, "kb_1", files(t), time.Unix(1e9, 0)); err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(packed.Bytes()), int64(packed.Len()))
	if err != nil || len(z.File) != 4 || z.File[1].Mode() != 0o755 {
		t.Errorf("the zip file holds %v, %v", z, err)
	}
}

func TestSums(t *testing.T) {
	dir := t.TempDir()
	if err := errors.Join(os.WriteFile(filepath.Join(dir, "b"), []byte("abc"), 0o644),
		os.Mkdir(filepath.Join(dir, "a"), 0o755)); err != nil {
		t.Fatal(err)
	}
	if err := sums(dir); err != nil {
		t.Fatal(err)
	}
	list, err := os.ReadFile(filepath.Join(dir, "SHA256SUMS"))
	if want := "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  b\n"; err != nil || string(list) != want {
		t.Errorf("the sums are %q, %v", list, err)
	}
}

// TestEveryModuleHasAKnownLicence reads the licences of all that kb links on this machine.
func TestEveryModuleHasAKnownLicence(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	linked, err := modules(t.Context(), []target{{"linux", "amd64"}})
	if err != nil {
		t.Fatal(err)
	}
	if len(linked) < 40 {
		t.Errorf("%d modules are too few", len(linked))
	}
	for _, m := range linked {
		if found, err := identify(m.licences); err != nil || len(found) == 0 {
			t.Errorf("%s: the licences %v are %v, %v", m.path, m.licences, found, err)
		}
	}
}
