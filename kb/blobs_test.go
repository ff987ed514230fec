package kb

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/git"
)

func TestUnmodifiedFilesAreNotRead(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.Write("a.md", "a", "b.md", "b")
		r.commit("2026-01-02T03:04:05Z")
		r.Write("c.md", "c")
		p := filepath.Join(r.Dir, "a.md")
		repo := opened(t, open, r, r.Dir)
		_, tree := workTree(t, repo)
		b, err := repo.Blobs(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		if err := b.Each(tree.Files, func(_ git.File, _ []byte, err error) error { return err }); err != nil {
			t.Fatal(err)
		}
		diff(t, "reads", b.Reads, git.Reads{Objects: 2, Files: 1})
		// A file that nobody can read is listed all the same while git's index vouches for it.
		if os.Getuid() != 0 && runtime.GOOS != "windows" {
			if err := os.Chmod(p, 0); err != nil {
				t.Fatal(err)
			}
			_, tree := workTree(t, repo)
			diff(t, "listing", listing(tree), []string{"a.md", "b.md", "c.md*"})
		}
	})
}

func TestLargeAndBinaryFiles(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		big := strings.Repeat("0123456789abcde\n", 9<<20/16)
		r.Write("big.md", big, "small.md", "s")
		r.commit("2026-01-10T12:00:00Z")
		r.Write("newbig.md", big, "binary.md", "a\x00b")
		repo := opened(t, open, r, r.Dir)
		_, tree := workTree(t, repo)
		diff(t, "listing", listing(tree), []string{"small.md", "-big.md", "-binary.md", "-newbig.md"})
		diff(t, "skipped", tree.Skipped,
			[]Skip{{"big.md", "larger than 8 MiB"}, {"binary.md", "binary"}, {"newbig.md", "larger than 8 MiB"}})
		// A commit's sizes are not known before reading.
		at, err := repo.TreeAt(context.Background(), "HEAD")
		if err != nil {
			t.Fatal(err)
		}
		b, err := repo.Blobs(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		var got []string
		err = b.Each(at.Files, func(f git.File, data []byte, err error) error {
			if errors.Is(err, git.ErrTooLarge) {
				data = []byte("too large")
			} else if err != nil {
				return err
			}
			got = append(got, f.Path+": "+string(data))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		diff(t, "Each", got, []string{"big.md: too large", "small.md: s"})
		if _, err := b.Read(at.Files[0]); !errors.Is(err, git.ErrTooLarge) {
			t.Errorf("Read = %v", err)
		}
		if data, err := b.Read(at.Files[1]); err != nil || string(data) != "s" {
			t.Errorf("Read after a large file = %q, %v", data, err)
		}
	})
}

func TestFileChangesBeforeItIsRead(t *testing.T) {
	r := newTestRepo(t)
	r.Write("a.md", "a")
	repo, err := Open(context.Background(), r.Dir, git.WithEnviron(r.Env))
	if err != nil {
		t.Fatal(err)
	}
	_, tree := workTree(t, repo)
	r.Write("a.md", "b")
	b, err := repo.Blobs(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if _, err := b.Read(tree.Files[0]); !errors.Is(err, git.ErrChanged) {
		t.Errorf("Read = %v, want ErrChanged", err)
	}
}

func TestMissingObjects(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.Write("a.md", "a", "b.md", "b", "gone.md", "g")
		r.commit("2026-01-10T12:00:00Z")
		for _, name := range []string{"a.md", "gone.md"} {
			id := r.Git("rev-parse", "HEAD:"+name)
			if err := os.Remove(filepath.Join(r.Dir, ".git/objects", id[:2], id[2:])); err != nil {
				t.Fatal(err)
			}
		}
		repo := opened(t, open, r, r.Dir)
		_, tree := workTree(t, repo)
		os.Remove(filepath.Join(r.Dir, "gone.md"))
		b, err := repo.Blobs(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		var got []string
		err = b.Each(tree.Files, func(f git.File, data []byte, err error) error {
			if err != nil {
				data = []byte("error")
			}
			got = append(got, f.Path+": "+string(data))
			return nil
		})
		// The work tree makes up for an object that is missing, when it has the same bytes.
		diff(t, "Each", got, []string{"a.md: a", "b.md: b", "gone.md: error"})
		if err != nil {
			t.Error(err)
		}
	})
}

func TestPartialClone(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.Git("config", "uploadpack.allowFilter", "true")
		r.Write("a.md", "1", "b.md", "b", "c.md", "1c")
		first := r.commit("2026-01-10T12:00:00Z")
		r.Write("a.md", "2", "c.md", "2c")
		r.commit("2026-02-10T12:00:00Z")
		dir := filepath.Join(t.TempDir(), "partial")
		r.Git("clone", "-q", "--filter=blob:none", "file://"+r.Dir, dir)
		repo := opened(t, open, r, dir)
		_, tree := workTree(t, repo)
		diff(t, "work tree", texts(t, repo, tree), map[string]string{"a.md": "2", "b.md": "b", "c.md": "2c"})
		old, err := repo.TreeAt(context.Background(), first)
		if err != nil {
			t.Fatal(err)
		}
		b, err := repo.Blobs(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		got := map[string]string{}
		err = b.Each(old.Files, func(f git.File, data []byte, err error) error {
			if got[f.Path] = string(data); err != nil {
				got[f.Path] = "missing"
			}
			return nil
		})
		// Nothing is fetched: what is not here is told, and the rest is read.
		diff(t, "old tree", got, map[string]string{"a.md": "missing", "b.md": "b", "c.md": "missing"})
		if err != nil {
			t.Error(err)
		}
		if data, err := b.Read(old.Files[1]); err != nil || string(data) != "b" {
			t.Errorf("Read = %q, %v", data, err)
		}
		if data, err := b.Read(old.Files[0]); err == nil {
			t.Errorf("Read of a missing object = %q", data)
		}
	})
}
