package worktree

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/kb/store"
)

var errPower = errors.New("the power failed")

// failFrom lets the nth change of a file fail and, as after a kill, all that come after it. It gives
// how many changes were asked for.
func failFrom(n int, killed bool, do func()) (asked int) {
	end := store.Watch(func(_ store.Op, do func() error) error {
		asked++
		if asked == n || killed && asked > n {
			return errPower
		}
		return do()
	})
	defer end()
	do()
	return asked
}

// threeEdits changes a note, removes another and makes a third in a new folder.
func threeEdits() []Edit {
	return []Edit{
		{Path: "a.md", Old: []byte("a"), New: []byte("A")},
		{Path: "b.md", Old: []byte("b")},
		{Path: "new/c.md", New: []byte("c")},
	}
}

var before, after = []string{"a", "b", "-"}, []string{"A", "-", "c"}

// Whichever change of a file fails, an edit that returns an error has left the files as they were,
// and no journal.
func TestFailedEditIsTakenBack(t *testing.T) {
	for n := 1; ; n++ {
		r, repo := writable(t)
		if err := os.Chmod(filepath.Join(r.Dir, "b.md"), 0o755); err != nil {
			t.Fatal(err)
		}
		var err error
		asked := failFrom(n, false, func() { err = repo.Write(threeEdits()) })
		if asked < n {
			diff(t, "without a failure", onDisk(t, r, "a.md", "b.md", "new/c.md"), after)
			if n < 10 {
				t.Errorf("only %d changes failed", n-1)
			}
			return
		}
		now := onDisk(t, r, "a.md", "b.md", "new/c.md")
		want := before
		if err == nil { // such as that of a lock that is not needed
			want = after
		}
		if !slices.Equal(now, want) {
			t.Errorf("change %d failed, %v: %q", n, err, now)
		}
		if info, failed := os.Stat(filepath.Join(r.Dir, "b.md")); err != nil && (failed != nil || info.Mode().Perm() != 0o755) {
			t.Errorf("change %d failed: the mode is %v, %v", n, info.Mode(), failed)
		}
		if _, failed := os.Lstat(filepath.Join(r.Dir, "new")); err != nil && failed == nil {
			t.Errorf("change %d failed: the new folder stays", n)
		}
		if left := repo.Interrupted(); err != nil && left != nil {
			t.Errorf("change %d failed: interrupted %q", n, left)
		}
	}
}

// Wherever an edit is killed, the next command finds it and puts the files back; or nothing was
// begun; or all was done.
func TestKilledEditIsUndone(t *testing.T) {
	undone := 0
	for n := 1; ; n++ {
		r, repo := writable(t)
		if asked := failFrom(n, true, func() { repo.Write(threeEdits()) }); asked < n {
			if undone < 5 {
				t.Errorf("%d kills were undone", undone)
			}
			return
		}
		if left, _ := filepath.Glob(filepath.Join(r.Dir, "*", ".?*")); len(left) > 0 && filepath.Base(filepath.Dir(left[0])) != ".git" {
			t.Errorf("killed at %d: %q is left", n, left)
		}
		if left := r.Git("status", "--porcelain", "--", ".", ":!a.md", ":!b.md", ":!new/c.md"); left != "" {
			t.Errorf("killed at %d: %q is left", n, left)
		}
		named := repo.Interrupted()
		u, err := repo.HoldEdits()
		if err != nil {
			t.Fatalf("killed at %d: %v", n, err)
		}
		if (u == nil) != (named == nil) {
			t.Errorf("killed at %d: %q are named, %+v undone", n, named, u)
		}
		if u != nil {
			undone++
			diff(t, "named", named, []string{"a.md", "b.md", "new/c.md"})
			diff(t, "undone", u, &Undone{Files: named})
		}
		now := onDisk(t, r, "a.md", "b.md", "new/c.md")
		if !slices.Equal(now, before) && (u != nil || !slices.Equal(now, after)) {
			t.Errorf("killed at %d: %q", n, now)
		}
		if again, err := repo.HoldEdits(); again != nil || err != nil {
			t.Errorf("killed at %d: undone a second time: %+v, %v", n, again, err)
		}
	}
}

// killedBeforeItsEnd leaves the journal of an edit that was carried out but for its last step.
func killedBeforeItsEnd(t *testing.T) (*gittest.Repo, Repo) {
	t.Helper()
	for n := 1; ; n++ {
		r, repo := writable(t)
		failFrom(n, true, func() { repo.Write(threeEdits()) })
		left, _ := filepath.Glob(filepath.Join(r.Dir, "*", ".kb-*"))
		if text, err := os.ReadFile(filepath.Join(r.Dir, "new/c.md")); err == nil && string(text) == "c" && len(left) == 0 {
			return r, repo
		}
	}
}

// What somebody changed after the kill is theirs: it stays, and is told.
func TestUndoKeepsWhatChangedSince(t *testing.T) {
	r, repo := killedBeforeItsEnd(t)
	r.Write("a.md", "edited since", "b.md", "made again", "new/more.md", "m")
	u, err := repo.HoldEdits()
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "undone", u, &Undone{Files: []string{"new/c.md"}, Kept: []string{"a.md", "b.md"}})
	diff(t, "files", onDisk(t, r, "a.md", "b.md", "new/c.md", "new/more.md"), []string{"edited since", "made again", "-", "m"})
}

// A note that somebody removed after the kill stays removed; a folder that has become a link is not followed.
func TestUndoOfWhatIsGone(t *testing.T) {
	r, repo := killedBeforeItsEnd(t)
	outside := t.TempDir()
	if err := errors.Join(os.Remove(filepath.Join(r.Dir, "a.md")), os.RemoveAll(filepath.Join(r.Dir, "new")),
		os.WriteFile(filepath.Join(outside, "c.md"), []byte("c"), 0o666)); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(r.Dir, "new")); err != nil {
		t.Skipf("this file system has no symbolic links: %v", err)
	}
	u, err := repo.HoldEdits()
	if err == nil || u != nil {
		diff(t, "undone", u, &Undone{Files: []string{"b.md"}, Kept: []string{"a.md", "new/c.md"}})
	}
	if text, err := os.ReadFile(filepath.Join(outside, "c.md")); string(text) != "c" {
		t.Errorf("outside of the work tree there is %q, %v", text, err)
	}
}

// The next edit undoes the one that was killed, before it compares.
func TestNextEditUndoesFirst(t *testing.T) {
	r, repo := killedBeforeItsEnd(t)
	if err := repo.Write([]Edit{{Path: "a.md", Old: []byte("a"), New: []byte("second")}}); err != nil {
		t.Fatal(err)
	}
	diff(t, "files", onDisk(t, r, "a.md", "b.md", "new/c.md"), []string{"second", "b", "-"})
}

// A journal that cannot be read, or that leads out of the work tree, is an error that names it, and
// nothing is changed.
func TestDamagedJournal(t *testing.T) {
	for _, text := range []string{
		"{", `{"files":[{"path":"../out.md","had":true,"old":"eA==","mode":420}]}`,
		`{"files":[{"path":"a.md","temp":"../out.md","had":true,"old":"eA==","mode":420}]}`,
	} {
		r, repo := writable(t)
		if err := store.MakeDir(repo.StateDir()); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(repo.journalPath(), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if u, err := repo.HoldEdits(); err == nil {
			t.Errorf("%s: undone %+v", text, u)
		}
		if err := repo.Write([]Edit{{Path: "a.md", Old: []byte("a"), New: []byte("A")}}); err == nil {
			t.Errorf("%s: written over", text)
		}
		diff(t, "files", onDisk(t, r, "a.md", "b.md"), []string{"a", "b"})
	}
}

// Where kb's folder cannot be made there is no journal, and notes are edited all the same.
func TestEditWithoutAPlaceForTheJournal(t *testing.T) {
	r, repo := writable(t)
	if err := os.WriteFile(repo.StateDir(), nil, 0o600); err != nil { // a file is where the folder should be
		t.Fatal(err)
	}
	if err := repo.Write(threeEdits()); err != nil {
		t.Fatal(err)
	}
	diff(t, "files", onDisk(t, r, "a.md", "b.md", "new/c.md"), after)
	if named := repo.Interrupted(); named != nil {
		t.Errorf("interrupted: %q", named)
	}
}

// While an edit is under way, nobody takes it for an interrupted one, and another has to wait.
func TestEditUnderWay(t *testing.T) {
	_, repo := killedBeforeItsEnd(t)
	release, journaled, err := repo.lockEdits()
	if err != nil || !journaled {
		t.Fatal(journaled, err)
	}
	if named := repo.Interrupted(); named != nil {
		t.Errorf("interrupted, while its lock is held: %q", named)
	}
	release()
	if named := repo.Interrupted(); len(named) != 3 {
		t.Errorf("after it: %q", named)
	}
}

// A bare repository has no work tree to read or to write, and no edit that could be interrupted.
func TestBareRepositoryHasNoFiles(t *testing.T) {
	r := gittest.New(t, "--bare")
	repo := of(t, r.Dir, git.Bare())
	if _, err := repo.ReadWork("a.md"); !errors.Is(err, ErrNoWorkTree) {
		t.Errorf("read: %v", err)
	}
	if err := repo.Write(threeEdits()); err == nil || !strings.Contains(err.Error(), "no work tree") {
		t.Errorf("write: %v", err)
	}
	if u, err := repo.HoldEdits(); u != nil || err != nil || repo.Interrupted() != nil {
		t.Errorf("undone: %+v, %v", u, err)
	}
}

// Text is read in UTF-8 whatever it is stored in, and its encoding told.
func TestReadText(t *testing.T) {
	r, repo := writable(t)
	r.Write("u.md", "\xff\xfea\x00b\x00", "docs/x.md", "x", "docs/y.md", "y")
	if text, name, err := repo.ReadText("u.md"); string(text) != "ab" || !strings.HasPrefix(name, "UTF-16") || err != nil {
		t.Errorf("%q, %q, %v", text, name, err)
	}
	if text, name, err := repo.ReadText("a.md"); string(text) != "a" || name != "" || err != nil {
		t.Errorf("%q, %q, %v", text, name, err)
	}
	if _, _, err := repo.ReadText("none.md"); err == nil {
		t.Error("read what is not there")
	}
	if names, err := repo.Folder("docs"); !slices.Equal(names, []string{"x.md", "y.md"}) || err != nil {
		t.Errorf("docs holds %q, %v", names, err)
	}
	if names, err := repo.Folder("a.md"); names != nil || err != nil {
		t.Errorf("a file holds %q, %v", names, err)
	}
}
