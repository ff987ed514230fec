package kb

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/worktree"

	"github.com/9aea2451/kb/kb/encoding"
)

// onDisk reads files, "-" for one that is not there, and tells what else lies in their folders.
func onDisk(t *testing.T, r *testRepo, paths ...string) []string {
	t.Helper()
	var texts []string
	for _, p := range paths {
		data, err := os.ReadFile(filepath.Join(r.Dir, filepath.FromSlash(p)))
		if errors.Is(err, fs.ErrNotExist) {
			data, err = []byte("-"), nil
		}
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(data))
	}
	left, _ := filepath.Glob(filepath.Join(r.Dir, "*", ".kb-*"))
	more, _ := filepath.Glob(filepath.Join(r.Dir, ".kb-*"))
	if left = append(left, more...); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	return texts
}

func writable(t *testing.T) (*testRepo, *Repo) {
	t.Helper()
	r := newTestRepo(t)
	r.Write("a.md", "a", "b.md", "b")
	repo, err := Open(t.Context(), r.Dir)
	if err != nil {
		t.Fatal(err)
	}
	return r, repo
}

func TestWrite(t *testing.T) {
	r, repo := writable(t)
	if err := os.Chmod(filepath.Join(r.Dir, "a.md"), 0o755); err != nil {
		t.Fatal(err)
	}
	err := repo.Write([]worktree.Edit{
		{Path: "a.md", Old: []byte("a"), New: []byte("A")},
		{Path: "b.md", Old: []byte("b")},
		{Path: "deep/er/c.md", New: []byte("c")},
		{Path: "empty.md", New: []byte{}},
	})
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "files", onDisk(t, r, "a.md", "b.md", "deep/er/c.md", "empty.md"), []string{"A", "-", "c", ""})
	if info, err := os.Stat(filepath.Join(r.Dir, "a.md")); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o755 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

func TestWriteAllOrNothing(t *testing.T) {
	for _, c := range []struct {
		name string
		last worktree.Edit
		want error
	}{
		{"changed underneath", worktree.Edit{Path: "b.md", Old: []byte("before"), New: []byte("B")}, git.ErrChanged},
		{"there already", worktree.Edit{Path: "b.md", New: []byte("B")}, fs.ErrExist},
		{"gone", worktree.Edit{Path: "gone.md", Old: []byte("x"), New: []byte("y")}, fs.ErrNotExist},
		{"removed what is gone", worktree.Edit{Path: "gone.md", Old: []byte("x")}, fs.ErrNotExist},
		{"the same file twice", worktree.Edit{Path: "a.md", Old: []byte("a"), New: []byte("second")}, git.ErrChanged},
		{"made twice", worktree.Edit{Path: "new/c.md", New: []byte("second")}, fs.ErrExist},
		{"out of the repository", worktree.Edit{Path: "../x.md", New: []byte("x")}, nil},
		{"into .git", worktree.Edit{Path: ".git/x.md", New: []byte("x")}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, repo := writable(t)
			err := repo.Write([]worktree.Edit{
				{Path: "a.md", Old: []byte("a"), New: []byte("A")},
				{Path: "new/c.md", New: []byte("c")},
				c.last,
			})
			if err == nil || c.want != nil && !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
			diff(t, "files", onDisk(t, r, "a.md", "b.md", "new/c.md"), []string{"a", "b", "-"})
		})
	}
}

func TestWriteFollowsNoLink(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("making links takes a privilege there")
	}
	r, repo := writable(t)
	outside := t.TempDir()
	if err := os.Symlink(outside, filepath.Join(r.Dir, "out")); err != nil {
		t.Fatal(err)
	}
	if err := repo.Write([]worktree.Edit{{Path: "out/x.md", New: []byte("x")}}); err == nil {
		t.Error("wrote through a link")
	}
	if found, _ := filepath.Glob(filepath.Join(outside, "*")); len(found) > 0 {
		t.Errorf("outside lies %v", found)
	}
}

// What is not UTF-8 is not edited, and no other file of the same edits either; it may be moved as it is.
func TestWriteEditsUTF8Only(t *testing.T) {
	r, repo := writable(t)
	for _, old := range []string{"\xff\xfea\x00", "\xfe\xff\x00a", "a\x00b", "caf\xe9"} {
		r.Write("u.md", old)
		err := repo.Write([]worktree.Edit{
			{Path: "b.md", Old: []byte("b"), New: []byte("B")},
			{Path: "u.md", Old: []byte(old), New: []byte("---\n---\n" + old)},
		})
		if !errors.Is(err, encoding.ErrNotUTF8) {
			t.Errorf("%q: %v", old, err)
		}
		if got := onDisk(t, r, "b.md", "u.md"); got[0] != "b" || got[1] != old {
			t.Errorf("%q: there are %q", old, got)
		}
		if err := repo.Write([]worktree.Edit{{Path: "v.md", New: []byte(old)}, {Path: "u.md", Old: []byte(old)}}); err != nil {
			t.Errorf("%q cannot be moved: %v", old, err)
		}
		if err := repo.Write([]worktree.Edit{{Path: "v.md", Old: []byte(old)}}); err != nil {
			t.Error(err)
		}
	}
}
