package git

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// storedRepo has blobs that are alike, so that git stores them as deltas, and some of other kinds; ids lists them.
func storedRepo(t *testing.T, options ...string) (r *testRepo, ids []string) {
	t.Helper()
	r = newTestRepo(t, options...)
	random := rand.New(rand.NewPCG(1, 2))
	lines := make([]string, 400)
	for i := range lines {
		lines[i] = fmt.Sprintf("line %d says %x", i, random.Uint64())
	}
	for n := range 12 {
		lines[17*n] = "changed"
		text := strings.Join(lines, "\n")
		r.Write("a.md", text, "b.md", text[:n], "sub/c.md", text+text)
		r.commit(fmt.Sprintf("2026-01-%02dT12:00:00Z", n+1))
	}
	for line := range strings.Lines(r.Git("cat-file", "--batch-all-objects", "--batch-check=%(objectname) %(objecttype)")) {
		if id, kind, _ := strings.Cut(strings.TrimSpace(line), " "); kind == "blob" {
			ids = append(ids, id)
		}
	}
	return r, ids
}

// stored opens what reads blobs without git.
func stored(t *testing.T, r *testRepo) *storedBlobs {
	s := &storedBlobs{dir: filepath.Join(r.Dir, ".git/objects"), format: sha1Format, left: mostStored}
	if r.Git("rev-parse", "--show-object-format") == "sha256" {
		s.format = sha256Format
	}
	t.Cleanup(s.Close)
	return s
}

// Blobs are read as git has them, in whatever form it stores them, and without a process.
func TestStoredBlobs(t *testing.T) {
	for _, format := range []string{"sha1", "sha256"} {
		r, ids := storedRepo(t, "--object-format="+format)
		for form, repack := range map[string][]string{
			"loose":          nil,
			"packed":         {"-c", "repack.useDeltaBaseOffset=true", "repack", "-adq"},
			"based on ids":   {"-c", "repack.useDeltaBaseOffset=false", "repack", "-adfq"},
			"not compressed": {"-c", "core.compression=0", "repack", "-adFq"},
		} {
			if repack != nil {
				r.Git(repack...)
			}
			if form == "based on ids" { // and the places of most are written in eight bytes
				packs, _ := filepath.Glob(filepath.Join(r.Dir, ".git/objects/pack/*.pack"))
				os.Remove(strings.TrimSuffix(packs[0], ".pack") + ".idx")
				r.Git("index-pack", "--index-version=2,0x40", packs[0])
			}
			for _, id := range ids {
				want := r.Git("cat-file", "blob", id)
				if data, err := stored(t, r).read(id); string(bytes.TrimSpace(data)) != want || err != nil {
					t.Errorf("%s %s: %d bytes of %d, %v", format, form, len(data), len(want), err)
				}
			}
		}
	}
}

// What is no blob, not here, damaged or more than a few is left to git.
func TestLeftToGit(t *testing.T) {
	r, ids := storedRepo(t)
	head := r.Git("rev-parse", "HEAD")
	for _, id := range []string{head, r.Git("rev-parse", "HEAD^{tree}"), strings.Repeat("12", 20), "", "../a"} {
		if data, err := stored(t, r).read(id); err == nil {
			t.Errorf("%q is %q", id, data)
		}
	}
	r.Git("repack", "-adq")
	if data, err := stored(t, r).read(head); err == nil {
		t.Errorf("a packed commit is %q", data)
	}
	s := stored(t, r)
	for n := range mostStored + 1 {
		if _, err := s.read(ids[0]); (err == nil) != (n < mostStored) {
			t.Errorf("read %d: %v", n, err)
		}
	}
	packs, err := filepath.Glob(filepath.Join(r.Dir, ".git/objects/pack/*"))
	if err != nil || len(packs) < 2 {
		t.Fatal(packs, err)
	}
	random := rand.New(rand.NewPCG(3, 4))
	for _, name := range packs {
		whole, err := os.ReadFile(name)
		if err != nil || os.Chmod(name, 0o600) != nil {
			t.Fatal(err)
		}
		for range 300 {
			harmed := bytes.Clone(whole)
			harmed[random.IntN(len(harmed))] ^= byte(1 + random.IntN(255))
			if random.IntN(4) == 0 {
				harmed = harmed[:random.IntN(len(harmed))]
			}
			if err := os.WriteFile(name, harmed, 0o600); err != nil {
				t.Fatal(err)
			}
			s := stored(t, r)
			for _, id := range ids {
				if data, err := s.read(id); err == nil && sha1Format.blobID(data) != id {
					t.Fatalf("%s harmed: %s is %q", filepath.Base(name), id, data)
				}
			}
			s.Close()
		}
		if err := os.WriteFile(name, whole, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := stored(t, r).read(ids[0]); err != nil {
		t.Error(err)
	}
	if _, err := stored(t, r).read(strings.Repeat("12", 20)); !errors.Is(err, errLeft) {
		t.Error(err)
	}
}
