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
