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
	data, err := os.ReadFile("kb/forms.txt")
	known := strings.Fields(string(data)) // with those of what older versions wrote
	if err != nil || !slices.IsSorted(known) || len(slices.Compact(slices.Clone(known))) != len(known) {
		t.Errorf("kb/forms.txt is not sorted, or holds a sum twice: %v", err)
	}
	for _, sum := range sums {
		if !slices.Contains(known, sum) {
			t.Errorf("kb/forms.txt must hold %s", sum)
		}
	}
}
