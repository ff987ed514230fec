package filestate

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestChanges holds that nothing of a folder changes unseen: bytes, permissions, times, what comes
// and what goes.
func TestChanges(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}
	bytes, mode, when, gone, own := write("bytes", "a"), write("mode", "a"), write("when", "a"), write("gone", "a"), write("own/state", "a")
	look := func() map[string]string {
		t.Helper()
		state, err := Of(dir, filepath.Dir(own))
		if err != nil {
			t.Fatal(err)
		}
		return state
	}
	before := look()
	if changes := Changes(before, look()); changes != nil {
		t.Errorf("nothing was changed, and yet %v", changes)
	}
	info, err := os.Stat(bytes)
	if err != nil {
		t.Fatal(err)
	}
	write("bytes", "b")
	os.Chtimes(bytes, info.ModTime(), info.ModTime())
	os.Chmod(mode, 0o600)
	os.Chtimes(when, time.Unix(1, 0), time.Unix(1, 0))
	os.Remove(gone)
	write("come", "a")
	write("own/state", "b")
	var seen []string
	for _, c := range Changes(before, look()) {
		path, _, _ := strings.Cut(c, " was ")
		seen = append(seen, strings.TrimPrefix(path, dir))
	}
	if got := strings.Join(seen, " "); !strings.HasSuffix(got, "/bytes /come /gone /mode /when") {
		t.Errorf("seen were %s", got)
	}
}
