// Package draft writes new notes: their path, number, id and front matter, out of a template.
package draft

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"unicode"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/schema"
	"github.com/9aea2451/kb/text/wording"
)

// Draft is a note to be written. Only Kind, Title and ID must be there.
type Draft struct {
	ID       string
	Kind     string // one of kb.Kinds
	Type     string // of a memory, one of kb.MemoryTypes
	Title    string // one line
	Status   string
	Source   string // one of kb.Sources
	Author   string
	Category string
	Date     string // 2026-05-04
	Tags     []string
	Files    []string // globs

	Template string // whose template; "" for that of the kind
	File     string // name of the file; "" for one made of the title

	Importance *float64 // 0–1; nil leaves it out
	Branch     string   // of a state of work; "" for none
	Entities   []kb.Entity
	Body       string   // markdown; what the template asks for when it is empty
	Folder     string   // from the top of the repository; FolderFor the kind when it is empty
	Taken      []string // paths of notes that the work tree does not have, or not yet
}

// Note is a note ready to be written.
type Note struct {
	Path     string   // from the top of the repository
	Text     []byte   // of the file
	Template string   // path of the repository's own template, "" for the one of kb
	Logged   bool     // in the form of its log, which is none of kb's
	Left     []string // what was to be said of it and has no place in that form
	Unknown  []string // placeholders of the template that kb does not know; they stand in Text as they are
}

// Compose makes the note: it chooses a path that is free and fills the template of the kind.
func (d Draft) Compose(ctx context.Context, repo *kb.Repo) (*Note, error) {
	d.Title = wording.OneLine(printable(d.Title))
	switch {
	case d.Title == "":
		return nil, errors.New("a note needs a title")
	case len(d.Title) > maxTitle:
		return nil, fmt.Errorf("the title has %d bytes; %d are allowed", len(d.Title), maxTitle)
	case len(d.Body) > git.MaxFile:
		return nil, fmt.Errorf("the text has %d bytes; kb reads notes of at most %d", len(d.Body), git.MaxFile)
	}
	if d.Folder == "" {
		folder, err := FolderFor(ctx, repo, d.Kind)
		if err != nil {
			return nil, err
		}
		d.Folder = folder
	}
	names, err := repo.Folder(d.Folder)
	if err != nil {
		return nil, fmt.Errorf("look into %s: %w", d.Folder, err)
	}
	for _, p := range d.Taken {
		if dir, name := path.Split(p); path.Clean(dir) == path.Clean(d.Folder) {
			names = append(names, name)
		}
	}
	log, err := d.log(repo, names)
	if err != nil {
		return nil, err
	}
	if d.Kind == "decision" {
		taken, err := repo.FolderOnBranches(ctx, d.Folder)
		if err != nil {
			return nil, fmt.Errorf("look for the numbers of branches: %w", err)
		}
		names = append(names, taken...)
	}
	name, number := d.File, ""
	if name == "" {
		name, number = d.name(names)
	}
	note := &Note{Path: path.Join(d.Folder, name)}
	if log != nil {
		log.Path, log.Number = note.Path, number
		return note, d.logged(note, log)
	}
	template, err := note.template(repo, cmp.Or(d.Template, d.Kind))
	if err != nil {
		return nil, err
	}
	f := &filling{draft: &d, path: note.Path, number: number, slug: strings.TrimSuffix(name, ".md")}
	note.Text, err = f.fill(template)
	note.Unknown = f.unknown
	if err != nil {
		return nil, fmt.Errorf("template %s: %w", note.Template, err)
	}
	return note, note.check()
}

// maxTitle is the greatest length of a title in bytes.
const maxTitle = 400

// check reads the note as the index will: a template of the repository may have made it unreadable.
func (n *Note) check() error {
	problems := schema.Check(n.Path, n.Text)
	if len(problems) == 0 {
		return nil
	}
	p := problems[0]
	err := fmt.Errorf("the note would not be right: line %d: %s", p.Line, p.Message)
	if n.Template != "" {
		return fmt.Errorf("template %s: %w", n.Template, err)
	}
	return err
}

// template gives the text of the kind's template, the repository's own if it has one.
func (n *Note) template(repo *kb.Repo, kind string) (string, error) {
	own := path.Join(TemplatesFolder, kind+".md")
	data, _, err := repo.ReadText(own)
	if err == nil {
		n.Template = own
		return string(data), nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("read template %s: %w", own, err)
	}
	return builtIn(kind)
}

// printable drops what is no text: bytes that are not UTF-8, and control characters.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && !unicode.IsSpace(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
}
