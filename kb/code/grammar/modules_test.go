package grammar

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The modules are those that the lock names, and were made of the shim that lies here. make grammars
// builds them again.
func TestModulesAgreeWithLock(t *testing.T) {
	lock, err := modules.ReadFile("modules/grammars.lock")
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, language := range []string{"c", "cpp", "java", "javascript", "python", "rust", "tsx", "typescript"} {
		wasm, err := unpack(language)
		if err != nil {
			t.Fatal(err)
		}
		got["module "+language+".wasm"] = sum(wasm)
	}
	for _, name := range []string{"shim.c", "nostdio.h"} {
		source, err := os.ReadFile(filepath.Join("build", name))
		if err != nil {
			t.Fatal(err)
		}
		got["source "+name] = sum(source)
	}
	for line := range strings.Lines(string(lock)) {
		what, want, found := strings.Cut(strings.TrimSpace(line), " sha256:")
		if have := got[what]; found && have != "" && have != want {
			t.Errorf("%s has the sum %s, not %s as the lock says: run make grammars", what, have, want)
		}
		delete(got, what)
	}
	for what := range got {
		t.Errorf("the lock says nothing of %s", what)
	}
}

func sum(data []byte) string {
	s := sha256.Sum256(data)
	return hex.EncodeToString(s[:])
}

// What was compiled is kept for later, for nobody else, and believed only as it was written.
func TestCompiledIsKept(t *testing.T) {
	if !Available() {
		t.Skip(ErrUnavailable)
	}
	dir := filepath.Join(t.TempDir(), "code")
	compiledFile := func() (name string, data []byte) {
		t.Helper()
		e := New(dir)
		defer e.Close()
		r := e.Reader()
		defer r.Close()
		if f, err := r.Read(context.Background(), "a.py", []byte("a = 1\n")); err != nil || len(f.Symbols) != 1 {
			t.Fatal(f, err)
		}
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := d.Info()
			if err == nil && os.PathSeparator == '/' && info.Mode().Perm()&0o077 != 0 {
				t.Errorf("%s may be read by others: %v", path, info.Mode())
			}
			if !d.IsDir() && strings.HasPrefix(filepath.Base(filepath.Dir(path)), "wazero") {
				name = path
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		data, err = os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return name, data
	}
	name, whole := compiledFile()
	before, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	compiledFile()
	if after, err := os.Stat(name); err != nil || !os.SameFile(before, after) {
		t.Errorf("compiled again without need: %v", err)
	}
	for _, at := range []int{0, 40, len(whole) / 2, len(whole) - 1} {
		damaged := slices.Clone(whole)
		damaged[at] ^= 1
		if err := os.WriteFile(name, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, got := compiledFile(); slices.Equal(got, damaged) {
			t.Errorf("a byte at %d was changed, and it was believed", at)
		}
	}
}

// An older build of a language gives way to the one that is read.
func TestOtherBuildsAreRemoved(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"c-1111", "cpp-2222"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	c := newCompiled(dir, "c-3333")
	if err := c.open().Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	c.seal()
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	if want := []string{filepath.Join(dir, "c-3333"), filepath.Join(dir, "cpp-2222")}; err != nil || !slices.Equal(left, want) {
		t.Errorf("left are %v, %v", left, err)
	}
}
