package worktree

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestNewFiles writes new files only, and only below the work tree, and looks at them.
func TestNewFiles(t *testing.T) {
	root, outside := t.TempDir(), t.TempDir()
	for _, dir := range []string{".git/refs", ".git/objects", "real"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(root, ".git", "HEAD"), []byte("ref: refs/heads/main\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	repo := of(t, root)
	create := func(file, text string) error { return repo.Write([]Edit{{Path: file, New: []byte(text)}}) }
	if err := create("a/b/c.md", "one"); err != nil {
		t.Fatal(err)
	}
	if err := create("a/b/c.md", "two"); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a second time: %v", err)
	}
	if data, err := repo.ReadWork("a/b/c.md"); string(data) != "one" || err != nil {
		t.Errorf("read %q, %v", data, err)
	}
	if names, err := repo.Folder("a"); len(names) != 1 || names[0] != "b" || err != nil {
		t.Errorf("folder a holds %q, %v", names, err)
	}
	if names, err := repo.Folder("none"); len(names) != 0 || err != nil {
		t.Errorf("no folder holds %q, %v", names, err)
	}
	if err := os.Symlink(outside, filepath.Join(root, "out")); err != nil {
		t.Skipf("this file system has no symbolic links: %v", err)
	}
	if err := os.Symlink("real", filepath.Join(root, "in")); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"out/x.md", "out/deep/x.md", "in/x.md", "in/deep/x.md", "../x.md", "a/b/c.md/x.md"} {
		if err := create(file, "x"); err == nil {
			t.Errorf("%s was written", file)
		}
	}
	for _, dir := range []string{outside, filepath.Join(root, "real")} {
		if entries, _ := os.ReadDir(dir); len(entries) > 0 {
			t.Errorf("%s holds %v", dir, entries)
		}
	}
}
