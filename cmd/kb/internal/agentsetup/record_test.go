package agentsetup

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/agents"
)

// A layer keeps the least that leads from the text after a change to the one before, and knows other texts.
func TestLayersLeadBack(t *testing.T) {
	for _, c := range []struct{ before, after, undo string }{
		{"", "new\n", `0+4 ""`}, {"old\n", "", `0+0 "old\n"`}, {"a\nb\nc\n", "a\nx\nc\n", `2+1 "b"`}, {"a\nb\n", "a\nb\nc\n", `4+2 ""`},
		{"a\nb\nc\n", "a\nc\n", `2+0 "b\n"`}, {"{\"a\": 1}\n", "{\"a\": 12}\n", `7+1 ""`}, {"same\n", "same\n", ""},
		{"1\n2\n3\n4\n5\n6\n7\n8\n", "1\nx\n3\n4\n5\n6\ny\n8\n", `2+1 "2", 12+1 "7"`}, {"aa\n", "aaa\n", `2+1 ""`}, {"no end",
			"no end\n", `6+1 ""`},
	} {
		l := newLayer("f", true, []byte(c.before), []byte(c.after), nil)
		var undo []string
		for _, u := range l.Undo {
			undo = append(undo, fmt.Sprintf("%d+%d %q", u.At, u.Len, u.Old))
		}
		if got := strings.Join(undo, ", "); got != c.undo || l.New {
			t.Errorf("%q to %q: %s, want %s", c.before, c.after, got, c.undo)
		}
		if got, ok := l.revert([]byte(c.after)); !ok || string(got) != c.before {
			t.Errorf("back from %q: %q, %v", c.after, got, ok)
		}
		if got, ok := l.revert([]byte(c.after + "more")); ok {
			t.Errorf("back from another text: %q", got)
		}
	}
	l := newLayer("f", false, nil, []byte("0123456789"), nil)
	for _, wrong := range [][]undo{{{At: 5, Len: 6}}, {{At: 0, Len: -1}}, {{At: 4, Len: 4}, {At: 7, Len: 1}}, {{At: -1, Len: 1}},
		{{At: 0, Len: 9}}} {
		if l.Undo = wrong; !l.New {
			t.Error("a file that was not there is not new")
		}
		if got, ok := l.revert([]byte("0123456789")); ok {
			t.Errorf("%+v leads back to %q", wrong, got)
		}
	}
}

// A record that holds nothing leaves no file; one that cannot be read counts as none.
func TestRecordsOnDisk(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, agents.InstalledFile)
	read := func() *record { t.Helper(); return readRecord(dir) }
	r := read()
	if err := r.save(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("an empty record has a file")
	}
	for _, path := range []string{"a", "b", "a"} {
		r.Layers = append(r.Layers, newLayer(path, true, nil, []byte(path), nil))
	}
	if err := r.save(); err != nil {
		t.Fatal(err)
	}
	if r = read(); len(r.Layers) != 3 || len(r.of("a")) != 2 || len(r.of("c")) != 0 {
		t.Errorf("%+v", r)
	}
	if r.drop("a"); len(r.Layers) != 1 || r.Layers[0].Path != "b" {
		t.Errorf("%+v", r.Layers)
	}
	r.drop("b")
	r.Dirs = []string{filepath.Join(dir, "kept")}
	if err := r.save(); err != nil || len(read().Dirs) != 1 {
		t.Errorf("a folder alone: %v", err)
	}
	r.Dirs = nil
	if err := r.save(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("a record of nothing has a file")
	}
	if err := os.MkdirAll(dir, 0o700); err != nil { // it went with its last file
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(`{"layers": [`), 0o600); err != nil {
		t.Fatal(err)
	}
	if r = read(); len(r.Layers)+len(r.Dirs) > 0 || r.path != file {
		t.Errorf("of a damaged file: %+v", r)
	}
}

// Folders that were made go when they are empty; others are kept in mind as long as something of kb's may lie in them.
func TestFoldersAreSwept(t *testing.T) {
	for _, layers := range []int{0, 1} {
		dir := t.TempDir()
		full, empty := filepath.Join(dir, "full"), filepath.Join(dir, "full", "empty")
		if err := os.MkdirAll(empty, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(full, "theirs"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		r := &record{Dirs: []string{full, empty, filepath.Join(dir, "gone")}, Layers: make([]layer, layers)}
		r.sweep()
		if len(r.Dirs) != layers || layers == 1 && r.Dirs[0] != full {
			t.Errorf("with %d layers left: %q", layers, r.Dirs)
		}
		if _, err := os.Stat(empty); err == nil {
			t.Error("an empty folder is left")
		}
		if _, err := os.Stat(filepath.Join(full, "theirs")); err != nil {
			t.Error(err)
		}
	}
}
