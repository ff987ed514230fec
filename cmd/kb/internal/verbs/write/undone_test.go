package write_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/program"
	"github.com/9aea2451/kb/cmd/kb/internal/story"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/store"
	"github.com/9aea2451/kb/kb/worktree"
)

// Every verb that edits notes first undoes an edit that was killed; one that only looks says that there is one.
func TestKilledEditsAreUndone(t *testing.T) {
	s := workshop(t)
	saw := filepath.Join(s.Dir, "docs", "saw.md")
	whole, err := os.ReadFile(saw)
	if err != nil {
		t.Fatal(err)
	}
	repo, err := kb.Open(t.Context(), s.Dir)
	if err != nil {
		t.Fatal(err)
	}
	kill := func() {
		t.Helper()
		renames := 0
		end := store.Watch(func(op store.Op, do func() error) error {
			if op.Verb == "rename" {
				renames++
			}
			if renames > 2 { // the journal and one of the notes
				return errors.New("no power")
			}
			return do()
		})
		defer end()
		drill, err := os.ReadFile(filepath.Join(s.Dir, "docs", "drill.md"))
		if err != nil {
			t.Fatal(err)
		}
		repo.Write([]worktree.Edit{{Path: "docs/saw.md", Old: whole, New: []byte("# Half\n")},
			{Path: "docs/drill.md", Old: drill, New: []byte("# Half\n")}})
		if half, _ := os.ReadFile(saw); bytes.Equal(half, whole) {
			t.Fatal("the edit was not begun")
		}
	}
	for command, undone := range map[string]bool{
		"set glue status=draft --dry-run": true, "verify glue --dry-run": true, "relate glue depends_on drill --dry-run": true,
		"supersede 0001 glue --dry-run": true, "mv glue docs/paste.md --dry-run": true, "remember Nails --dry-run": true,
		"new memory Nails --dry-run --body x": true, "schema memory": false, "open none": false,
	} {
		kill()
		said := told(t, s, command)
		now, err := os.ReadFile(saw)
		if err != nil || bytes.Equal(now, whole) != undone || strings.Contains(said, "an edit that was interrupted is undone") != undone {
			t.Errorf("kb %s, undone %v: %v\n%s", command, bytes.Equal(now, whole), err, said)
		}
		if !undone {
			told(t, s, "verify glue --dry-run")
		}
	}
}

// told is what a command says beside its answer.
func told(t *testing.T, s *story.Shell, command string) string {
	var out, said bytes.Buffer
	program.Run(t.Context(), app.World{
		Args: strings.Fields(command), Getenv: func(string) string { return "" }, Getwd: func() (string, error) { return s.Dir, nil },
		Stdin: strings.NewReader(""), Stdout: &out, Stderr: &said, Now: story.Noon,
	})
	return said.String()
}
