package write

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
)

// Open is kb open.
func (Verbs) Open() app.Verb {
	return app.Verb{
		Name: "open", Place: 25,
		Help:    "Open a note, or a section of it, in your editor.",
		Command: &openCmd{},
		Words: map[string]string{
			"note": "Path, stem, title, alias, id or number, with #heading for a section, :5 for a line.",
		},
	}
}

// openCmd opens a note in the person's editor.
type openCmd struct {
	Note string `arg:"" name:"note" complete:"section" help:"${note}"`
}

// Run opens the note, and records that it was read.
func (c *openCmd) Run(ctx context.Context, a *app.App) error {
	b, s, err := session.Read(ctx, a)
	if err != nil {
		return err
	}
	defer b.Close()
	at, err := b.Lookup(ctx, c.Note, true)
	if err != nil {
		return err
	}
	if b.Repo.Root == "" {
		return app.WithHint(fmt.Errorf("a bare repository has no files to open"), "print the note: kb show %s", c.Note)
	}
	if editorOf(a) == "" {
		return app.WithHint(fmt.Errorf("no editor is set"), "name one: export EDITOR=vi\nor print the note: kb show %s", c.Note)
	}
	line := 0
	if at.IsPart() {
		text, err := b.Text(ctx, at)
		if err != nil {
			return err
		}
		part, err := session.Cut(text.Source, at)
		if err != nil {
			return err
		}
		line = part.StartLine
	}
	record, err := s.Note(ctx, at.Path)
	if err != nil {
		return err
	}
	if err := runEditor(a, b.Repo, at.Path, line); err != nil {
		return err
	}
	return b.RecordRead(record)
}

// atLine gives the arguments that have an editor open a file at a line; where it is not known how,
// the file alone.
func atLine(editor, file string, line int) []string {
	name := strings.TrimSuffix(filepath.Base(editor), ".exe")
	switch {
	case line <= 1:
	case slices.Contains([]string{"vi", "vim", "nvim", "gvim", "view", "nano", "emacs", "emacsclient", "kak", "micro", "joe", "ne", "mg"},
		name):
		return []string{fmt.Sprintf("+%d", line), file}
	case slices.Contains([]string{"code", "codium", "cursor", "windsurf"}, name):
		return []string{"--goto", fmt.Sprintf("%s:%d", file, line)}
	case slices.Contains([]string{"hx", "helix", "subl", "zed"}, name):
		return []string{fmt.Sprintf("%s:%d", file, line)}
	}
	return []string{file}
}
