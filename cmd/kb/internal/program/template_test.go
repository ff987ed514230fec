package program

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	kbroot "github.com/9aea2451/kb"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/category"
	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/kb/schema"
)

// TestTemplateConfiguration takes the # away from every setting: nothing changes.
func TestTemplateConfiguration(t *testing.T) {
	text, err := kbroot.Template.ReadFile(".memory-template/.memory/kb.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var on []string
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "#"); ok && !strings.HasPrefix(rest, " ") || strings.HasPrefix(line, "#  ") {
			line = rest
		}
		on = append(on, line)
	}
	c, problems := kb.ParseConfig([]byte(strings.Join(on, "")))
	if len(problems) > 0 {
		t.Errorf("%+v in\n%s", problems, strings.Join(on, ""))
	}
	if len(c.Include)+len(c.Exclude)+len(c.Labels)+len(c.Rules) > 0 {
		t.Errorf("the settings are not those of a repository without them: %+v", c)
	}
	want := map[string]float64{"warn": 0.3, "reject": 0.7, "duplicate": 0.8}
	for name, value := range want {
		if c.Thresholds[name] != value {
			t.Errorf("%s is %v, expected %v", name, c.Thresholds[name], value)
		}
	}
	for _, setting := range []string{"include", "exclude", "labels", "thresholds", "rules"} {
		if !strings.Contains(string(text), "\n#"+setting+":") {
			t.Errorf("%s is not in the template", setting)
		}
	}
}

// TestTemplateNotes reads every note of the template as kb does.
func TestTemplateNotes(t *testing.T) {
	var categories []string
	err := fs.WalkDir(kbroot.Template, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !kb.IsMarkdown(name) {
			return err
		}
		text, err := kbroot.Template.ReadFile(name)
		if err != nil {
			return err
		}
		name = strings.TrimPrefix(name, ".memory-template/")
		for _, p := range schema.Check(name, text) {
			t.Errorf("%s:%d:%d: %s", name, p.Line, p.Col, p.Message)
		}
		note, _ := notes.Of(name, text)
		if path.Dir(name) == ".memory/categories" && note.Kind == "summary" && note.Title != "Categories" {
			categories = append(categories, strings.TrimSuffix(path.Base(name), ".md"))
			checkCategory(t, note)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(categories) != len(category.Defaults()) {
		t.Errorf("categories %v", categories)
	}
}

// checkCategory compares a file of the template with the category that holds without files.
func checkCategory(t *testing.T, note kb.Note) {
	t.Helper()
	name := strings.TrimSuffix(path.Base(note.Path), ".md")
	i := slices.IndexFunc(category.Defaults(), func(d category.Definition) bool { return d.Name == name })
	if i < 0 {
		t.Errorf("%s is no default category", name)
		return
	}
	d := category.Defaults()[i]
	if note.Title != d.Title || note.Extra["description"] != d.Description || !slices.Equal(note.Tags, d.Tags) {
		t.Errorf("%s is not as the default: %+v", name, note)
	}
}
