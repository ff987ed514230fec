package clientfile

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// put writes a file of a test, with the rights of a secret.
func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// link makes a symbolic link, and skips the test where there are none.
func link(t *testing.T, to, at string) {
	t.Helper()
	if err := os.Symlink(to, at); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
}

func folder(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// A file that is replaced keeps its rights; one that was not there gets those of everybody's files,
// and the folders above it are told, the outermost first.
func TestReplace(t *testing.T) {
	dir := folder(t)
	put(t, filepath.Join(dir, "settings.json"), "old")
	f, err := Open(filepath.Join(dir, "settings.json"), dir)
	if err != nil || string(f.Text) != "old" || !f.Exists {
		t.Fatalf("%q, %v, %v", f.Text, f.Exists, err)
	}
	defer f.Close()
	if made, err := f.Replace([]byte("new")); err != nil || len(made) > 0 {
		t.Errorf("made %q, %v", made, err)
	}
	if info, err := os.Stat(filepath.Join(dir, "settings.json")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("its rights are %v, %v", info.Mode(), err)
	}

	deep := filepath.Join(dir, ".claude", "hooks", "settings.json")
	g, err := Open(deep, dir)
	if err != nil || g.Exists || g.Text != nil {
		t.Fatalf("of a file that is not there: %+v, %v", g, err)
	}
	defer g.Close()
	want := []string{filepath.Join(dir, ".claude"), filepath.Join(dir, ".claude", "hooks")}
	if made, err := g.Replace([]byte("{}")); err != nil || !slices.Equal(made, want) {
		t.Errorf("made %q, %v; want %q", made, err, want)
	}
	if text, err := os.ReadFile(deep); string(text) != "{}" {
		t.Errorf("%q, %v", text, err)
	}
	if err := g.Remove(); err != nil {
		t.Error(err)
	}
	if _, err := os.Lstat(deep); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("after it was removed: %v", err)
	}
}

// A link in a repository leads nowhere; one of a person's own files is where they keep it.
func TestLinks(t *testing.T) {
	dir, home := folder(t), folder(t)
	put(t, filepath.Join(home, "dotfiles", "mcp.json"), "mine")
	link(t, filepath.Join(home, "dotfiles", "mcp.json"), filepath.Join(dir, "mcp.json"))
	if f, err := Open(filepath.Join(dir, "mcp.json"), dir); !errors.Is(err, ErrNotRegular) {
		t.Errorf("a link of a repository: %q, %v", f.Text, err)
	}
	f, err := Open(filepath.Join(dir, "mcp.json"), "")
	if err != nil || string(f.Text) != "mine" {
		t.Fatalf("a link of the user's: %q, %v", f.Text, err)
	}
	defer f.Close()
	if _, err := f.Replace([]byte("more")); err != nil {
		t.Fatal(err)
	}
	if text, _ := os.ReadFile(filepath.Join(home, "dotfiles", "mcp.json")); string(text) != "more" {
		t.Errorf("what the link leads to: %q", text)
	}
	if info, err := os.Lstat(filepath.Join(dir, "mcp.json")); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v, %v", info.Mode(), err)
	}
}

// The user's file may lie in folders that are not there yet, in nothing that is a file.
func TestUsersFolders(t *testing.T) {
	home := folder(t)
	f, err := Open(filepath.Join(home, "a", "b", "c.json"), "")
	if err != nil || f.Exists {
		t.Fatalf("%+v, %v", f, err)
	}
	defer f.Close()
	want := []string{filepath.Join(home, "a"), filepath.Join(home, "a", "b")}
	if made, err := f.Replace([]byte("x")); err != nil || !slices.Equal(made, want) {
		t.Errorf("made %q, %v", made, err)
	}
	if _, err := Open(filepath.Join(home, "a", "b", "c.json", "d.json"), ""); err == nil {
		t.Error("a file was taken for a folder")
	}
	file := filepath.Join(home, "a", "b", "c.json")
	if _, err := existing(file); err == nil || err.Error() != file+" is no folder" {
		t.Error(err)
	}
}

// What is no settings file is not read into memory.
func TestSizeIsBounded(t *testing.T) {
	dir := folder(t)
	put(t, filepath.Join(dir, "big.json"), "")
	for size, wrong := range map[int64]bool{maxSize: false, maxSize + 1: true} {
		if err := os.Truncate(filepath.Join(dir, "big.json"), size); err != nil {
			t.Fatal(err)
		}
		f, err := Open(filepath.Join(dir, "big.json"), dir)
		if (err != nil) != wrong || !wrong && int64(len(f.Text)) != size {
			t.Errorf("of %d bytes: %d, %v", size, len(f.Text), err)
		}
		if err == nil {
			f.Close()
		}
	}
	if _, err := Open(dir, filepath.Dir(dir)); !errors.Is(err, ErrNotRegular) {
		t.Errorf("a folder: %v", err)
	}
}
