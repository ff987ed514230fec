package kbroot

import (
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/markdown"
)

// What kb init writes is known by its sums, so that it answers nothing until somebody changes it.
func TestForms(t *testing.T) {
	var sums []string
	err := fs.WalkDir(Template, ".memory-template", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".md") {
			return err
		}
		data, err := Template.ReadFile(path)
		for _, c := range markdown.Parse(data).Chunks {
			sums = append(sums, kb.FormSum(string(data[c.Span.Start:c.Span.End])))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(sums)
	want := strings.Join(slices.Compact(sums), "\n") + "\n"
	if got, err := os.ReadFile("kb/forms.txt"); err != nil || string(got) != want {
		t.Errorf("kb/forms.txt must hold:\n%s", want)
	}
}
