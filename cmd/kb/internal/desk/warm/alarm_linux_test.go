package warm

import (
	"os"
	"path/filepath"
	"testing"
)

// An alarm rings once for what changes in its folders, also when more are added; one that is closed cannot be trusted.
func TestAlarm(t *testing.T) {
	first, second := t.TempDir(), t.TempDir()
	none := filepath.Join(first, "none")
	if tellsChanges(none) {
		t.Error("a folder that is not there tells of changes")
	}
	if !tellsChanges(first) {
		t.Skip("this file system does not tell of changes")
	}
	write := func(dir string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, "a.md"), []byte("# A\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	a := &alarm{}
	if a.armed() || a.quiet() {
		t.Error("it is armed without a folder")
	}
	a.arm([]string{first, none})
	file := a.file
	if !a.armed() || !a.quiet() {
		t.Error("it rings at first")
	}
	for range 2 {
		write(first)
		if a.quiet() || !a.quiet() {
			t.Error("it does not ring once for a change")
		}
	}
	write(second)
	if !a.quiet() {
		t.Error("it rings for another folder")
	}
	a.arm([]string{second})
	for _, dir := range []string{first, second} {
		if write(dir); a.quiet() {
			t.Errorf("it does not ring for %s", dir)
		}
	}
	if a.file != file {
		t.Error("it has begun anew")
	}
	a.close()
	if a.armed() || a.quiet() {
		t.Error("it is armed after its end")
	}

	b := &alarm{}
	defer b.close()
	b.arm([]string{first, "/proc"}) // whose changes the kernel does not tell
	for range 2 {
		if b.armed() || b.quiet() {
			t.Error("it is sure of a folder that does not tell of changes")
		}
	}
	if b.arm([]string{second}); b.armed() || b.quiet() {
		t.Error("it is sure again")
	}
}
