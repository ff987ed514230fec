package e2e

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// An index of which any file is cut short, emptied, lost or overwritten is rebuilt without a
// question, and says so.
func TestDamagedIndex(t *testing.T) {
	n := newNotes(40)
	dir := n.repository(t)
	want := n.answers(t, dir, "--mode", "keyword")
	for _, d := range []struct {
		name   string
		change func(data []byte) []byte
	}{
		{"cut short", func(data []byte) []byte { return data[:len(data)/2] }},
		{"emptied", func([]byte) []byte { return nil }},
		{"overwritten", func(data []byte) []byte { return bytes.Repeat([]byte("garbage "), len(data)/8+1)[:len(data)] }},
	} {
		for _, file := range indexFiles(t, dir) {
			if strings.Contains(filepath.Base(file), "lock") || strings.HasSuffix(file, "-shm") {
				continue
			}
			data, err := os.ReadFile(file)
			if err != nil {
				continue // of a generation that a rebuild has replaced
			}
			if err := os.WriteFile(file, d.change(data), 0o666); err != nil {
				t.Fatal(err)
			}
			if got := n.answers(t, dir, "--mode", "keyword"); got != want {
				t.Errorf("%s %s: answers differ\n%s", file, d.name, firstDifference(got, want))
			}
			must(t, dir, "index")
		}
	}
}

func indexFiles(t *testing.T, dir string) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(filepath.Join(dir, ".git", "kb", "index"), func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) < 5 {
		t.Fatalf("%d files in the index: %v", len(files), err)
	}
	return files
}
