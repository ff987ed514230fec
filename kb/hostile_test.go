package kb

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/git"
)

func TestSymlinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("symbolic links need a privilege on Windows")
	}
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		outside := filepath.Join(t.TempDir(), "secret.md")
		if err := os.WriteFile(outside, []byte("secret"), 0o644); err != nil {
			t.Fatal(err)
		}
		r := newTestRepo(t)
		r.Write("real.md", "real", "was.md", "was a file", "dir/x.md", "x")
		for link, to := range map[string]string{"out.md": outside, "in.md": "real.md", "loop.md": "loop.md", "around": ".",
			"escape": filepath.Dir(outside), "code.go": "x"} {
			if err := os.Symlink(to, filepath.Join(r.Dir, link)); err != nil {
				t.Fatal(err)
			}
		}
		r.commit("2026-01-10T12:00:00Z")
		os.Remove(filepath.Join(r.Dir, "was.md"))
		os.RemoveAll(filepath.Join(r.Dir, "dir"))
		if err := errors.Join(os.Symlink(outside, filepath.Join(r.Dir, "was.md")),
			os.Symlink(outside, filepath.Join(r.Dir, "untracked.md")),
			os.Symlink(filepath.Dir(outside), filepath.Join(r.Dir, "dir"))); err != nil {
			t.Fatal(err)
		}
		repo := opened(t, open, r, r.Dir)
		_, tree := workTree(t, repo)
		diff(t, "listing", listing(tree), []string{"real.md", "-in.md", "-loop.md", "-out.md", "-untracked.md", "-was.md"})
		at, err := repo.TreeAt(context.Background(), "HEAD")
		if err != nil {
			t.Fatal(err)
		}
		diff(t, "listing of HEAD", listing(at), []string{"dir/x.md", "real.md", "was.md", "-in.md", "-loop.md", "-out.md"})
		// Nobody who makes a File up gets out either.
		b, err := repo.Blobs(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		for _, p := range []string{"out.md", "escape/secret.md", "../secret.md", "/etc/passwd", "dir/secret.md", ".git/config"} {
			if data, err := b.Read(git.File{Path: p, Blob: repo.BlobID([]byte("secret"))}); err == nil {
				t.Errorf("Read(%s) = %q", p, data)
			}
		}
	})
}

func TestNothingIsBehindALinkedFolder(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("symbolic links need a privilege on Windows")
	}
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.Write("dir/x.md", "same", "other/x.md", "same", "other/y.md", "y")
		r.commit("2026-01-10T12:00:00Z")
		if err := errors.Join(os.RemoveAll(filepath.Join(r.Dir, "dir")), os.Symlink("other", filepath.Join(r.Dir, "dir"))); err != nil {
			t.Fatal(err)
		}
		s, tree := workTree(t, opened(t, open, r, r.Dir))
		diff(t, "listing", listing(tree), []string{"other/x.md", "other/y.md"})
		if len(s.Dirty) != 1 || s.Dirty[0].Path != "dir/x.md" || s.Dirty[0].Size != -1 {
			t.Errorf("dirty = %+v", s.Dirty)
		}
	})
}

func TestHostileNames(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("such names cannot be made on Windows")
	}
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		names := []string{
			"new\nline.md",
			`quo"te'.md`,
			"tab\t.md",
			"back\\slash.md",
			"-dash.md",
			":(glob)x.md",
			" space .md",
			"ünï.md",
			"a b/c d.md",
			"#x.md",
			"*.md",
		}
		for i, n := range names {
			r.Write(n, strings.Repeat("x", i+1))
		}
		r.Write("bad\xff.md", "not UTF-8")
		_, untracked := workTree(t, opened(t, open, r, r.Dir))
		r.commit("2026-01-10T12:00:00Z")
		repo := opened(t, open, r, r.Dir)
		_, tracked := workTree(t, repo)
		at, err := repo.TreeAt(context.Background(), "HEAD")
		if err != nil {
			t.Fatal(err)
		}
		for name, tree := range map[string]*Tree{"untracked": untracked, "tracked": tracked, "commit": at} {
			if len(tree.Files) != len(names) {
				t.Errorf("%s: %q", name, listing(tree))
			}
			diff(t, name+" skipped", tree.Skipped, []Skip{{"bad\uFFFD.md", "the file name is not UTF-8"}})
			for path, text := range texts(t, repo, tree) {
				if i := slices.Index(names, path); i < 0 || len(text) != i+1 {
					t.Errorf("%s: %q has %q", name, path, text)
				}
			}
		}
	})
}
