package draft

import (
	"cmp"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/adr"
	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/markdown/edit"
)

// compared is the number of the newest records of a log that show its form.
const compared = 5

// log is the decision as the log of its folder writes them: by its template, or like its newest records. It is nil
// for other notes, for a folder of kb's own or without records of another form, and where the repository has a
// template for decisions.
func (d *Draft) log(repo *kb.Repo, names []string) (*adr.New, error) {
	if d.Kind != "decision" || d.Template != "" || strings.HasPrefix(d.Folder+"/", ".memory/") {
		return nil, nil
	}
	if _, _, err := repo.ReadText(path.Join(TemplatesFolder, "decision.md")); !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	out := &adr.New{Title: d.Title, Status: d.Status, Author: d.Author, Date: d.Date, Tags: d.Tags,
		Body: folded(strings.Trim(d.Body, "\r\n"))}
	var records []string
	for _, name := range names {
		if _, ok := parseNumber(name); kb.IsMarkdown(name) && (ok || adr.Dated(name) != "") && !kb.IsTemplate(path.Join(d.Folder, name)) {
			records = append(records, name)
		}
	}
	slices.SortFunc(records, func(a, b string) int {
		m, _ := parseNumber(a)
		n, _ := parseNumber(b)
		return cmp.Or(n.value-m.value, strings.Compare(b, a))
	})
	for _, name := range records {
		if len(out.Records) == compared {
			break
		}
		file := path.Join(d.Folder, name)
		source, _, err := repo.ReadText(file)
		if err != nil {
			continue // one that cannot be read shows nothing
		}
		note, _ := notes.Of(file, source)
		note.Kind = "decision"
		if r := adr.Read(&note, source); r != nil {
			out.Records = append(out.Records, r)
		}
	}
	out.Template = template(repo, d.Folder, names)
	if len(out.Records) == 0 && out.Template == nil {
		return nil, nil
	}
	return out, nil
}

// template is the form that lies in the folder of a log, or in a folder of templates in it: of several the one of
// the shortest name. It is nil where there is none.
func template(repo *kb.Repo, folder string, names []string) []byte {
	inner, _ := repo.Folder(path.Join(folder, "templates"))
	for _, name := range inner {
		names = append(names[:len(names):len(names)], "templates/"+name)
	}
	names = slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return !kb.IsMarkdown(name) || !kb.IsTemplate(path.Join(folder, name))
	})
	if len(names) == 0 {
		return nil
	}
	shortest := slices.MinFunc(names, func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) })
	source, _, err := repo.ReadText(path.Join(folder, shortest))
	if doc := markdown.Head(source); err != nil || len(doc.Problems) > 0 && doc.FrontMatter.Format == "" {
		return nil
	}
	return source
}

// logged writes the note as its log does. What a flag says and the log has no place for is told.
func (d *Draft) logged(note *Note, log *adr.New) error {
	text, err := log.Text()
	if err != nil {
		return err
	}
	note.Text, note.Logged = []byte(text), true
	fronted := strings.HasPrefix(text, "---\n")
	written, _ := notes.Of(note.Path, note.Text)
	for _, f := range []struct {
		key    string
		values []string
	}{{"tags", d.Tags}, {"files", d.Files}} {
		switch {
		case len(f.values) == 0 || f.key == "tags" && len(written.Tags) > 0:
		case fronted:
			if note.Text, err = edit.Set(note.Text, f.key, f.values); err != nil {
				return err
			}
		default:
			note.Left = append(note.Left, f.key)
		}
	}
	for _, e := range d.Entities {
		if !fronted {
			note.Left = append(note.Left, "entities")
			break
		}
		if note.Text, err = edit.AddEntity(note.Text, e.Type, e.Name); err != nil {
			return err
		}
	}
	return note.check()
}
