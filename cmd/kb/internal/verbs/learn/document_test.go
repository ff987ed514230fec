package learn_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/9aea2451/kb/cmd/kb/internal/story"
)

// The day that the front page tells is run as it stands there, in the repository of the story of a
// day: what is printed is what the page says. The home folder is shown as ~.
func TestDocumentedDay(t *testing.T) {
	text, err := os.ReadFile(filepath.FromSlash("../../../../../README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(text), "```console\n$ kb sessions allow specstory\n")
	if !ok {
		t.Fatal("the page tells no day")
	}
	block, _, _ := strings.Cut("$ kb sessions allow specstory\n"+rest, "```\n")
	day, err := txtar.ParseFile("testdata/day.txtar")
	if err != nil {
		t.Fatal(err)
	}
	script := &txtar.Archive{Files: day.Files}
	var steps strings.Builder
	steps.WriteString("env KB_HOOKS_WAIT=10s\nexec sh setup.sh\n")
	for n, step := range strings.Split(strings.TrimPrefix(block, "$ "), "\n$ ") {
		command, output, _ := strings.Cut(strings.TrimSuffix(step, "\n")+"\n", "\n")
		run, want := fmt.Sprintf("run-%d.sh", n), fmt.Sprintf("want-%d", n)
		fmt.Fprintf(&steps, "exec sh %s\ncmp printed %s\n", run, want)
		script.Files = append(script.Files,
			txtar.File{Name: run, Data: []byte("{ " + command + "\n} >raw 2>errors || { cat raw errors; exit 1; }\n" +
				"sed \"s#$HOME#~#g\" raw >printed\n")},
			txtar.File{Name: want, Data: []byte(output)})
	}
	script.Comment = []byte(steps.String())
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "day.txtar"), txtar.Format(script), 0o600); err != nil {
		t.Fatal(err)
	}
	story.RunFrom(t, dir)
}
