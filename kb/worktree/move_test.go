package worktree

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/kb/store"
)

// movable is a repository with a folder to move, and what moves edit.
func movable(t *testing.T) (*gittest.Repo, Repo) {
	t.Helper()
	r, repo := writable(t)
	r.Write("dir/in.md", "in", "dir/x.bin", "x\x00", "i.bin", "\x00")
	return r, repo
}

// moveBoth edits a note in a folder and one outside, then moves the folder and a file.
func moveBoth(repo Repo) error {
	return repo.Write([]Edit{{Path: "a.md", Old: []byte("a"), New: []byte("A")}, {Path: "dir/in.md", Old: []byte("in"), New: []byte("IN")}},
		Move{"dir", "new/deep/dir"}, Move{"i.bin", "pics/i.bin"})
}

var (
	places = []string{"a.md", "dir/in.md", "dir/x.bin", "i.bin", "new/deep/dir/in.md", "new/deep/dir/x.bin", "pics/i.bin"}
	here   = []string{"a", "in", "x\x00", "\x00", "-", "-", "-"}
	there  = []string{"A", "-", "-", "-", "IN", "x\x00", "\x00"}
)

// Whichever step of a move fails, or is the last one before a kill, all is as it was, or all is done.
func TestMovesAllOrNothing(t *testing.T) {
	for _, killed := range []bool{false, true} {
		undone := 0
		for n := 1; ; n++ {
			r, repo := movable(t)
			var err error
			asked := failFrom(n, killed, func() { err = moveBoth(repo) })
			if asked < n {
				diff(t, "without a failure", onDisk(t, r, places...), there)
				if undone < 6 {
					t.Errorf("%d moves were undone", undone)
				}
				break
			}
			if killed {
				named := repo.Interrupted()
				u, held := repo.HoldEdits()
				if held != nil || (u == nil) != (named == nil) || u != nil && len(u.Kept) > 0 {
					t.Errorf("killed at %d: %+v, %v", n, u, held)
				}
				if u != nil {
					diff(t, "undone", u.Files, []string{"a.md", "dir", "dir/in.md", "i.bin"})
				}
				repo.ReleaseEdits()
			}
			now := onDisk(t, r, places...)
			if slices.Equal(now, here) {
				undone++
				for _, made := range []string{"new", "pics"} {
					if _, err := os.Lstat(filepath.Join(r.Dir, made)); err == nil {
						t.Errorf("step %d, killed %v: the folder %s stays", n, killed, made)
					}
				}
			} else if err != nil && !killed || !slices.Equal(now, there) {
				t.Errorf("step %d, killed %v, %v: %q", n, killed, err, now)
			}
			if left := repo.Interrupted(); left != nil {
				t.Errorf("step %d, killed %v: interrupted %q", n, killed, left)
			}
		}
	}
}

// What somebody put back, or took away, after a kill is theirs.
func TestUndoneMovesKeepWhatChangedSince(t *testing.T) {
	r, _ := movable(t)
	j := journal{Moves: []Move{{"i.bin", "pics/i.bin"}, {"gone", "pics/gone"}, {"../x", "y"}}}
	r.Write("pics/i.bin", "another")
	root, err := store.OpenTree(r.Dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	u, err := j.undo(root)
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "undone", u, &Undone{Files: []string{"i.bin"}, Kept: []string{"../x", "gone"}})
	diff(t, "files", onDisk(t, r, "i.bin", "pics/i.bin"), []string{"\x00", "another"})
}

func TestMovesThatCannotBe(t *testing.T) {
	r, repo := movable(t)
	if runtime.GOOS != "windows" {
		for link, to := range map[string]string{"link": "dir", "loose": "gone"} {
			if err := os.Symlink(to, filepath.Join(r.Dir, link)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, m := range []struct {
		Move
		want error
	}{
		{Move{"dir", "a.md"}, fs.ErrExist}, {Move{"a.md", "dir"}, fs.ErrExist}, {Move{"gone", "b"}, fs.ErrNotExist},
		{Move{"dir", "../dir"}, nil}, {Move{"dir", ".git/dir"}, nil}, {Move{".git", "git"}, nil}, {Move{"dir", "a.md/dir"}, nil},
		{Move{"link", "other"}, nil}, {Move{"link/in.md", "other.md"}, nil}, {Move{"a.md", "link/a.md"}, nil}, {Move{"a.md", "loose"}, nil},
	} {
		err := repo.Write([]Edit{{Path: "b.md", Old: []byte("b"), New: []byte("B")}}, m.Move)
		if err == nil || m.want != nil && !errors.Is(err, m.want) {
			t.Errorf("%v: %v", m.Move, err)
		}
		diff(t, "files", onDisk(t, r, append(places, "b.md")...), append(slices.Clone(here), "b"))
	}
}
