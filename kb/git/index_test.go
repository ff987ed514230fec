package git

import (
	"os"
	"path/filepath"
	"testing"
)

func TestDamagedIndex(t *testing.T) {
	r := newTestRepo(t)
	r.Write("a/b.md", "1", "a/c.md", "2", "d.md", "3")
	r.commit("2026-01-10T12:00:00Z")
	data, err := os.ReadFile(filepath.Join(r.Dir, ".git/index"))
	if err != nil {
		t.Fatal(err)
	}
	all := func([]byte) bool { return true }
	whole, err := decodeIndex(data, sha1Format, all)
	if err != nil || len(whole.entries) != 3 || whole.root != r.Git("rev-parse", "HEAD^{tree}") {
		t.Fatalf("decodeIndex = %+v, %v", whole, err)
	}
	for n := range data {
		if index, err := decodeIndex(data[:n], sha1Format, all); err == nil && len(index.entries) != 3 {
			t.Errorf("cut at %d: %d entries and no error", n, len(index.entries))
		}
	}
}

func FuzzDecodeIndex(f *testing.F) {
	entry := string(make([]byte, statSize+20)) + "\x00\x04a.md\x00\x00\x00\x00\x00\x00"
	tail := string(make([]byte, 20))
	for _, version := range []string{"\x02", "\x03", "\x04"} {
		f.Add([]byte("DIRC\x00\x00\x00" + version + "\x00\x00\x00\x01" + entry + "TREE\x00\x00\x00\x05\x00-1 0\n" + tail))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, format := range []objectFormat{sha1Format, sha256Format} {
			index, err := decodeIndex(data, format, func([]byte) bool { return true })
			if err == nil && len(index.entries) > len(data) {
				t.Errorf("%d entries of %d bytes", len(index.entries), len(data))
			}
		}
	})
}
