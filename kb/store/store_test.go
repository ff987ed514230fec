package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/gofrs/flock"
)

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

func TestReplaceLeavesTheOldBytesOrTheNew(t *testing.T) {
	dir := filepath.Join(t.TempDir(), Top)
	if err := MakeDir(dir); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "state")
	if err := Replace(path, []byte("old")); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	for _, verb := range []string{"create", "write", "rename"} {
		for _, done := range []bool{false, true} {
			if verb == "rename" && done {
				continue // then the new bytes stand
			}
			end := Watch(func(op Op, do func() error) error {
				switch {
				case op.Verb != verb:
					return do()
				case done:
					return errors.Join(do(), broken)
				}
				return broken
			})
			err := Replace(path, []byte("new"))
			end()
			if data, _ := os.ReadFile(path); !errors.Is(err, broken) || string(data) != "old" {
				t.Errorf("%s fails: %v, and the file is %q", verb, err, data)
			}
			if got := names(t, dir); !slices.Equal(got, []string{"state", temporaryLock}) {
				t.Errorf("%s fails: %q are left", verb, got)
			}
		}
	}
}

// What a killed process left goes, unless somebody may be writing it.
func TestTidySweeps(t *testing.T) {
	dir := filepath.Join(t.TempDir(), Top)
	if err := MakeDir(dir); err != nil {
		t.Fatal(err)
	}
	left := filepath.Join(dir, "state.1"+temporaryEnding)
	if err := os.WriteFile(left, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	lock := flock.New(filepath.Join(dir, temporaryLock))
	if ok, err := lock.TryRLock(); !ok || err != nil {
		t.Fatal(ok, err)
	}
	Tidy(dir)
	if _, err := os.Stat(left); err != nil {
		t.Errorf("swept while it is written: %v", err)
	}
	lock.Unlock()
	Tidy(dir)
	if _, err := os.Stat(left); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("left: %v", err)
	}
}

// A folder for temporary files is there until who made it is done, and one that a killed process left
// goes with all that it holds.
func TestTemporaryDir(t *testing.T) {
	parent := filepath.Join(t.TempDir(), Top, "beside")
	if err := os.Mkdir(filepath.Dir(filepath.Dir(parent)), 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		t.Fatal(err)
	}
	mine, remove, err := TemporaryDir(parent, "index-")
	if err != nil {
		t.Fatal(err)
	}
	left := filepath.Join(parent, "index-1"+temporaryEnding)
	for _, dir := range []string{mine, left} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "index"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, folder := range []string{parent, filepath.Dir(parent)} {
		Tidy(folder)
		if got := names(t, parent); len(got) != 2 {
			t.Errorf("while one is in use %q are there", got)
		}
	}
	remove()
	Tidy(filepath.Dir(parent))
	if got := names(t, parent); len(got) != 0 {
		t.Errorf("afterwards %q are there", got)
	}
	if _, _, err := TemporaryDir(filepath.Join(parent, "index", "\x00"), "x"); err == nil {
		t.Error("a folder that cannot be made is no error")
	}
}

// With the last file of a folder its lock and the folder go, unless something else is there or somebody writes.
func TestRemoveLast(t *testing.T) {
	dir := filepath.Join(t.TempDir(), Top)
	file, other := filepath.Join(dir, "record.json"), filepath.Join(dir, "other")
	write := func(path string) {
		t.Helper()
		if err := errors.Join(MakeDirs(dir), Replace(path, []byte("{}"))); err != nil {
			t.Fatal(err)
		}
	}
	write(file)
	write(other)
	if err := RemoveLast(file); err != nil || !slices.Equal(names(t, dir), []string{"other", temporaryLock}) {
		t.Errorf("beside another file: %v, %q", err, names(t, dir))
	}
	if err := RemoveLast(file); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what is not there: %v", err)
	}
	done := shareTemporary(file)
	if err := RemoveLast(other); err != nil || !slices.Equal(names(t, dir), []string{temporaryLock}) {
		t.Errorf("while somebody writes: %v, %q", err, names(t, dir))
	}
	done()
	write(file)
	if err := RemoveLast(file); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder stays: %v", err)
	}
}

// A clone may hold a link in the place of kb's folder: nothing that it leads to is changed.
func TestTidyFollowsNoLink(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no modes")
	}
	mine := filepath.Join(t.TempDir(), "mine")
	if err := os.Mkdir(mine, 0o755); err != nil {
		t.Fatal(err)
	}
	kept := filepath.Join(mine, "x"+temporaryEnding)
	if err := os.WriteFile(kept, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), Top)
	if err := os.Symlink(mine, dir); err != nil {
		t.Fatal(err)
	}
	Tidy(dir)
	if info, err := os.Stat(kept); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("changed: %v %v", info, err)
	}
}

// A file of the user's keeps its mode, and a link stays one.
func TestReplaceKeeping(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "page.html"), filepath.Join(dir, "link.html")
	if err := os.WriteFile(file, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("page.html", link); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file+temporaryEnding, []byte("left by a killed process"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := ReplaceKeeping(link, []byte("new")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(file)
	if data, _ := os.ReadFile(file); err != nil || string(data) != "new" || runtime.GOOS != "windows" && info.Mode().Perm() != 0o640 {
		t.Errorf("%q, %v, %v", data, info, err)
	}
	if got := names(t, dir); !slices.Equal(got, []string{"link.html", "page.html"}) {
		t.Errorf("%q are there", got)
	}
}

// The folder among the temporary files of all is the user's alone: a link, a file or a folder that others
// may enter in its place is refused.
func TestTemporaryTop(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the folder for temporary files is the user's own there")
	}
	parent := t.TempDir()
	dir, err := MakeTemporaryTop(parent)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(dir); err != nil || !info.IsDir() || info.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", info, err)
	}
	if again, err := MakeTemporaryTop(parent); again != dir || err != nil {
		t.Errorf("again: %s, %v", again, err)
	}
	for name, put := range map[string]func() error{
		"open to others": func() error { return errors.Join(os.Mkdir(dir, 0o700), os.Chmod(dir, 0o770)) },
		"a link":         func() error { return os.Symlink(t.TempDir(), dir) },
		"a file":         func() error { return os.WriteFile(dir, nil, 0o600) },
	} {
		if err := errors.Join(os.Remove(dir), put()); err != nil {
			t.Fatal(err)
		}
		if _, err := MakeTemporaryTop(parent); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
	if _, err := MakeTemporaryTop(filepath.Join(parent, "none")); err == nil {
		t.Error("a parent that is not there")
	}
}
