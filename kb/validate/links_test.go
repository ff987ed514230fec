package validate

import (
	"slices"
	"testing"
)

// Which other notes a change can leave with a broken link: those that name what came or went. An
// edit that leaves all names as they are concerns none.
func TestNotesConcernedByNames(t *testing.T) {
	base := map[string]string{
		"list.md": "# List\n\nSee [[cups]] and [tea](tea.md).\n",
		"tea.md":  "# Tea\n\nTea is green.\n",
		"shop.md": "# Shop\n\nSee [tea](tea.md).\n",
	}
	for _, test := range []struct {
		name, path, text string
		want             []string
	}{
		{"other words", "tea.md", "# Tea\n\nTea is black.\n", nil},
		{"another title", "tea.md", "# Green tea\n\nTea is green.\n", nil}, // [tea](tea.md) means the file
		{"a note that was missing", "cups.md", "# Big cups\n", []string{"list.md"}},
		{"a note that goes", "tea.md", "", []string{"list.md", "shop.md"}},
	} {
		changed := map[string]string{}
		for path, text := range base {
			changed[path] = text
		}
		if changed[test.path] = test.text; test.text == "" {
			delete(changed, test.path)
		}
		before, after := stated(base), stated(changed)
		r := &Run{Before: before, After: after, Changes: []Change{{test.path, before.Entry(test.path), after.Entry(test.path)}}}
		notes, _ := r.concerned()
		var got []string
		for _, e := range notes {
			got = append(got, e.File.Path)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
