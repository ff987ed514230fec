package main

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/encoding"
	"github.com/9aea2451/kb/kb/schema"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/markdown/edit"
)

// Edited is the JSON form of what an editing verb did.
type Edited struct {
	DryRun bool         `json:"dry_run,omitempty"`
	Notes  []EditedNote `json:"notes"`
}

// EditedNote is one note that was edited.
type EditedNote struct {
	Path    string   `json:"path"`
	Removed []string `json:"removed"` // lines
	Added   []string `json:"added"`
}

// editor edits the front matter of notes: all of them or, when one cannot be edited, none.
type editor struct {
	*base
	snapshot *snapshot.Snapshot
	edits    []kb.Edit
}

func (a *app) newEditor(ctx context.Context) (*editor, error) {
	repo, s, err := a.loadSnapshot(ctx)
	if err != nil {
		return nil, err
	}
	if repo.Root == "" {
		return nil, errors.New("a bare repository has no work tree to edit a note in")
	}
	return &editor{base: &base{app: a, repo: repo}, snapshot: s}, nil
}

// find gives the path of the note that a person named.
func (e *editor) find(name string) (string, error) {
	at, err := e.lookupIn(e.snapshot.Resolver(), name, false)
	return at.path, err
}

// edit changes the bytes of a note. What the change makes wrong is an error.
func (e *editor) edit(path string, change func(source []byte) ([]byte, error)) error {
	at := e.pending(path)
	if at == nil {
		source, err := e.repo.ReadWork(path)
		if err != nil {
			return err
		}
		if err := encoding.Editable(source); err != nil {
			return notUTF8(e.shown(path), err)
		}
		if line, ok := kb.ConflictMarkers(source); ok {
			return withHint(
				fmt.Errorf("%s:%d: an unfinished merge", e.shown(path), line),
				"nothing was changed: resolve the conflict first",
			)
		}
		e.edits = append(e.edits, kb.Edit{Path: path, Old: source, New: source})
		at = &e.edits[len(e.edits)-1]
	}
	edited, err := change(at.New)
	if errors.Is(err, edit.ErrRefused) {
		return withHint(fmt.Errorf("%s: %w", e.shown(path), err), "nothing was changed")
	}
	if err != nil {
		return fmt.Errorf("%s: %w", e.shown(path), err)
	}
	if err := newProblem(path, at.New, edited); err != nil {
		return withHint(err.error, "%s", err.hint)
	}
	at.New = edited
	return nil
}

// notUTF8 says what to do about a note that is to be edited and is in another encoding.
func notUTF8(path string, err error) error {
	return withHint(fmt.Errorf("%s: %w", cleanName(path), err),
		"nothing was changed: kb edits UTF-8 only; edit it by hand, or convert the file (iconv -f ENCODING -t UTF-8) first")
}

// pending is the edit of a note that there is already.
func (e *editor) pending(path string) *kb.Edit {
	for i := range e.edits {
		if e.edits[i].Path == path {
			return &e.edits[i]
		}
	}
	return nil
}

// newProblem is the first thing that the new bytes have wrong and the old ones had not. What a
// person types is meant for kb, so it is judged as in kb's own folder, where no value belongs to
// another tool.
func newProblem(path string, old, now []byte) *hintError {
	path = ".memory/" + path
	had := map[string]bool{}
	for _, p := range schema.Check(path, markdown.Parse(old), old) {
		had[p.Message] = true
	}
	for _, p := range schema.Check(path, markdown.Parse(now), now) {
		if had[p.Message] {
			continue
		}
		return &hintError{errors.New(p.Message), "nothing was changed"}
	}
	return nil
}

// finish writes the edits, unless they are only to be shown, and tells of them.
func (e *editor) finish(dryRun bool) error {
	answer := Edited{DryRun: dryRun, Notes: []EditedNote{}}
	var write []kb.Edit
	var stage []string
	for _, ed := range e.edits {
		if string(ed.Old) == string(ed.New) {
			continue
		}
		write, stage = append(write, ed), append(stage, ed.Path)
		removed, added := changedLines(string(ed.Old), string(ed.New))
		answer.Notes = append(answer.Notes, EditedNote{ed.Path, removed, added})
	}
	if !dryRun {
		if err := e.repo.Write(write); err != nil {
			return err
		}
	}
	if e.app.JSON {
		return e.app.emit(answer)
	}
	for _, n := range answer.Notes {
		e.app.printf("%s\n", e.app.style.Title(cleanName(e.shown(n.Path))))
		for _, line := range n.Removed {
			e.app.printf("%s\n", e.app.style.Match("- "+report.CleanLine(line)))
		}
		for _, line := range n.Added {
			e.app.printf("%s\n", e.app.style.Code("+ "+report.CleanLine(line)))
		}
	}
	switch {
	case len(answer.Notes) == 0:
		e.app.remark("nothing to change")
	case dryRun:
		e.app.remark("nothing was changed")
	default:
		e.app.remark("stage it: %s", e.addCommand(stage))
	}
	return nil
}

// changedLines are the lines that go and those that come.
func changedLines(old, now string) (removed, added []string) {
	d := diffmatchpatch.New()
	a, b, lines := d.DiffLinesToRunes(old, now)
	for _, part := range d.DiffCharsToLines(d.DiffMainRunes(a, b, false), lines) {
		for line := range strings.Lines(part.Text) {
			line = strings.TrimRight(line, "\r\n")
			switch part.Type {
			case diffmatchpatch.DiffDelete:
				removed = append(removed, line)
			case diffmatchpatch.DiffInsert:
				added = append(added, line)
			}
		}
	}
	return removed, added
}

// nameFor is how a note refers to another: its path without the ending where that finds it, else its path.
func (e *editor) nameFor(from, to string) string {
	short := strings.TrimSuffix(to, path.Ext(to))
	if e.snapshot.Resolver().Relation(from, short).Path == to {
		return short
	}
	return to
}
