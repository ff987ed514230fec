package worktree

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/google/go-cmp/cmp"

	"github.com/9aea2451/kb/kb/encoding"
)

// onDisk reads files, "-" for one that is not there, and tells what else lies in their folders.
func onDisk(t *testing.T, r *gittest.Repo, paths ...string) []string {
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

// of is the repository of a folder, of which markdown files are watched.
func of(t *testing.T, dir string, options ...git.Option) Repo {
	t.Helper()
	isNote := func(path string) bool { return strings.HasSuffix(path, ".md") }
	specs := []string{"*.md"}
	repo, err := git.Open(t.Context(), dir, git.Interest{
		Watched: isNote, WatchedSpecs: specs, Listed: func(path []byte) bool { return isNote(string(path)) }, ListedSpecs: specs,
	}, options...)
	if err != nil {
		t.Fatal(err)
	}
	return Repo{Repo: repo}
}

// writable is a repository with two notes.
func writable(t *testing.T) (*gittest.Repo, Repo) {
	t.Helper()
	r := gittest.New(t)
	r.Write("a.md", "a", "b.md", "b")
	return r, of(t, r.Dir)
}

func TestWrite(t *testing.T) {
	r, repo := writable(t)
	if err := os.Chmod(filepath.Join(r.Dir, "a.md"), 0o755); err != nil {
		t.Fatal(err)
	}
	err := repo.Write([]Edit{
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
		last Edit
		want error
	}{
		{"changed underneath", Edit{Path: "b.md", Old: []byte("before"), New: []byte("B")}, git.ErrChanged},
		{"there already", Edit{Path: "b.md", New: []byte("B")}, fs.ErrExist},
		{"gone", Edit{Path: "gone.md", Old: []byte("x"), New: []byte("y")}, fs.ErrNotExist},
		{"removed what is gone", Edit{Path: "gone.md", Old: []byte("x")}, fs.ErrNotExist},
		{"the same file twice", Edit{Path: "a.md", Old: []byte("a"), New: []byte("second")}, git.ErrChanged},
		{"made twice", Edit{Path: "new/c.md", New: []byte("second")}, fs.ErrExist},
		{"out of the repository", Edit{Path: "../x.md", New: []byte("x")}, nil},
		{"into .git", Edit{Path: ".git/x.md", New: []byte("x")}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, repo := writable(t)
			err := repo.Write([]Edit{
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
	if err := repo.Write([]Edit{{Path: "out/x.md", New: []byte("x")}}); err == nil {
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
		err := repo.Write([]Edit{
			{Path: "b.md", Old: []byte("b"), New: []byte("B")},
			{Path: "u.md", Old: []byte(old), New: []byte("---\n---\n" + old)},
		})
		if !errors.Is(err, encoding.ErrNotUTF8) {
			t.Errorf("%q: %v", old, err)
		}
		if got := onDisk(t, r, "b.md", "u.md"); got[0] != "b" || got[1] != old {
			t.Errorf("%q: there are %q", old, got)
		}
		if err := repo.Write([]Edit{{Path: "v.md", New: []byte(old)}, {Path: "u.md", Old: []byte(old)}}); err != nil {
			t.Errorf("%q cannot be moved: %v", old, err)
		}
		if err := repo.Write([]Edit{{Path: "v.md", Old: []byte(old)}}); err != nil {
			t.Error(err)
		}
	}
}

func diff(t *testing.T, what string, got, want any) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}
