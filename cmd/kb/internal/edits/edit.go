// Package edits changes the front matter of notes for the verbs that do so: all notes of a command
// or, when one cannot be edited, none. It shows the lines that change and says what to stage.
package edits

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/adr"
	"github.com/9aea2451/kb/kb/encoding"
	"github.com/9aea2451/kb/kb/schema"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/worktree"
	"github.com/9aea2451/kb/markdown/edit"
	"github.com/9aea2451/kb/text/diff"
	"github.com/9aea2451/kb/text/wording"
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

// Editor edits the front matter of notes: all of them or, when one cannot be edited, none.
type Editor struct {
	*session.Base
	Snapshot *snapshot.Snapshot
	Edits    []worktree.Edit // in the order in which the notes were first edited
}

// Open reads the notes of the work tree; a bare repository has none to edit.
func Open(ctx context.Context, a *app.App) (*Editor, error) {
	b, s, err := session.Notes(ctx, a)
	if err != nil {
		return nil, err
	}
	return of(b, s)
}

// Of is Open on a base that is open.
func Of(ctx context.Context, b *session.Base) (*Editor, error) {
	s, err := b.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	return of(b, s)
}

// of refuses a bare repository, which has no work tree whose notes could be edited.
func of(b *session.Base, s *snapshot.Snapshot) (*Editor, error) {
	if b.Repo.Root == "" {
		return nil, errors.New("a bare repository has no work tree to edit a note in")
	}
	return &Editor{Base: b, Snapshot: s}, nil
}

// Replace gives a note other bytes, or makes one where old is nil.
func (e *Editor) Replace(path string, old, now []byte) error {
	if old != nil { // what it says is not compared: Edit reads the note itself
		return e.Edit(path, func([]byte) ([]byte, error) { return now, nil })
	}
	e.Edits = append(e.Edits, worktree.Edit{Path: path, New: now})
	return nil
}

// Find returns the path of the note that a person named.
func (e *Editor) Find(name string) (string, error) {
	at, err := e.LookupIn(e.Snapshot.Resolver(), name, false)
	return at.Path, err
}

// Edit changes the bytes of a note. What the change makes wrong is an error.
func (e *Editor) Edit(path string, change func(source []byte) ([]byte, error)) error {
	at := e.pending(path)
	if at == nil {
		source, err := e.Repo.ReadWork(path)
		if err != nil {
			return err
		}
		if err := encoding.Editable(source); err != nil {
			return notUTF8(e.Shown(path), err)
		}
		if line, ok := kb.ConflictMarkers(source); ok {
			return app.WithHint(fmt.Errorf("%s:%d: an unfinished merge", e.Shown(path), line),
				"nothing was changed: resolve the conflict first")
		}
		e.Edits = append(e.Edits, worktree.Edit{Path: path, Old: source, New: source})
		at = &e.Edits[len(e.Edits)-1]
	}
	edited, err := change(at.New)
	if errors.Is(err, edit.ErrRefused) {
		return app.WithHint(edit.At(e.Shown(path), err), "nothing was changed")
	}
	if err != nil {
		return fmt.Errorf("%s: %w", e.Shown(path), err)
	}
	if err := newProblem(path, at.New, edited); err != nil {
		return err
	}
	at.New = edited
	return nil
}

// notUTF8 says what to do about a note that is to be edited and is in another encoding.
func notUTF8(path string, err error) error {
	return app.WithHint(fmt.Errorf("%s: %w", app.CleanName(path), err),
		"nothing was changed: kb edits UTF-8 only; edit it by hand, or convert the file (iconv -f ENCODING -t UTF-8) first")
}

// pending is the edit of a note that there is already.
func (e *Editor) pending(path string) *worktree.Edit {
	for i := range e.Edits {
		if e.Edits[i].Path == path {
			return &e.Edits[i]
		}
	}
	return nil
}

// newProblem is the first thing that the new bytes have wrong and the old ones had not. What a
// person types is meant for kb, so it is judged as in kb's own folder; but a status
// may be one of another tool elsewhere.
func newProblem(path string, old, now []byte) error {
	own := ".memory/" + path
	had, here := map[string]bool{}, map[string]bool{}
	for _, p := range schema.Check(own, old) {
		had[p.Message] = true
	}
	for _, p := range schema.Check(path, now) {
		here[p.Message] = true
	}
	for _, p := range schema.Check(own, now) {
		if had[p.Message] || strings.EqualFold(p.Key, "status") && !here[p.Message] {
			continue
		}
		return app.WithHint(errors.New(p.Message), "nothing was changed")
	}
	return nil
}

// Finish writes the edits, unless they are only to be shown, and tells of them.
func (e *Editor) Finish(dryRun bool) error {
	answer, err := e.Apply(dryRun)
	if err != nil {
		return err
	}
	if e.App.JSON {
		return e.App.Emit(answer)
	}
	e.Tell(answer)
	return nil
}

// Apply writes the edits, unless they are only to be shown.
func (e *Editor) Apply(dryRun bool) (Edited, error) {
	answer := Edited{DryRun: dryRun, Notes: []EditedNote{}}
	var write []worktree.Edit
	for _, ed := range e.Edits {
		if string(ed.Old) == string(ed.New) {
			continue
		}
		write = append(write, ed)
		removed, added := diff.Changed(string(ed.Old), string(ed.New))
		answer.Notes = append(answer.Notes, EditedNote{ed.Path, removed, added})
	}
	if dryRun {
		return answer, nil
	}
	return answer, e.Repo.Write(write)
}

// Tell prints the lines that change, and what to stage.
func (e *Editor) Tell(answer Edited) {
	var stage []string
	for _, n := range answer.Notes {
		stage = append(stage, n.Path)
		e.App.Printf("%s\n", e.App.Style.Title(app.CleanName(e.Shown(n.Path))))
		for _, line := range n.Removed {
			e.App.Printf("%s\n", e.App.Style.Match("- "+report.CleanLine(line)))
		}
		for _, line := range n.Added {
			e.App.Printf("%s\n", e.App.Style.Code("+ "+report.CleanLine(line)))
		}
	}
	switch {
	case len(answer.Notes) == 0:
		e.App.Remark("nothing to change")
	case answer.DryRun:
		e.App.Remark("nothing was changed")
	default:
		e.App.Remark("stage it: %s", AddCommand(e.Base, stage))
	}
}

// nameFor is how a note refers to another: its path without the ending where that finds it, else its path.
func (e *Editor) nameFor(from, to string) string {
	short := strings.TrimSuffix(to, path.Ext(to))
	if e.Snapshot.Resolver().Relation(from, short).Path == to {
		return short
	}
	return to
}

// Relate adds a relation unless it is there: in the front matter, or as the log of a decision says it.
func (e *Editor) Relate(from, typ, to string, strength float64) error {
	for _, rel := range e.Snapshot.Entry(from).Note.Relations {
		if rel.Type == typ && !rel.Inverse && e.Snapshot.Resolver().Relation(from, rel.Target).Path == to {
			e.App.Remark("%s has this relation already (line %d)", app.CleanName(e.Shown(from)), rel.Line)
			return nil
		}
	}
	if way := e.Snapshot.Replaced(to, from); typ == "supersedes" && way != nil {
		for i, p := range way {
			way[i] = app.CleanName(e.Shown(p))
		}
		return app.WithHint(errors.New(strings.Join(way, " supersedes ")+" already"),
			"in which order did you mean it? kb supersede OLD NEW")
	}
	name := e.nameFor(from, to)
	if e.Snapshot.Resolver().Relation(from, name).Path != to {
		return app.WithHint(fmt.Errorf("no relation can name %s", app.CleanName(e.Shown(to))),
			"give it a name without signs such as |: kb mv OLD NEW")
	}
	return e.Edit(from, func(source []byte) ([]byte, error) {
		r := adr.Read(&e.Snapshot.Entry(from).Note, source)
		if r == nil || r.Fronted() && strength > 0 {
			return edit.AddRelation(source, typ, name, strength)
		}
		if strength > 0 {
			return nil, errors.New("its log has no place for the strength of a relation")
		}
		other, err := e.record(to)
		if err != nil {
			return nil, err
		}
		return r.Relate(strings.ToUpper(typ[:1])+strings.ReplaceAll(typ[1:], "_", " "), other), nil
	})
}

// record reads a note that another names as a record does.
func (e *Editor) record(path string) (*adr.Record, error) {
	source, err := e.Repo.ReadWork(path)
	return adr.At(path, source), err
}

// Supersede puts one note in the place of another. One that is only proposed puts none that holds out of force.
func (e *Editor) Supersede(old, now string) error {
	was, is := &e.Snapshot.Entry(old).Note, &e.Snapshot.Entry(now).Note
	shown := app.CleanName(e.Shown(now))
	if is.Status == "rejected" {
		return app.WithHint(fmt.Errorf("%s is rejected itself", shown), "name the note that holds, or correct its status")
	}
	if err := e.Relate(now, "supersedes", old, 0); err != nil {
		return err
	}
	switch {
	case was.Status == "superseded":
		return nil
	case (is.Status == "proposed" || is.Status == "draft") && (was.Status == "accepted" || was.Status == "") && was.Kind == "decision":
		e.App.Remark("%s is %s, so %s holds until it is accepted: kb set %s status=accepted, then kb supersede again",
			shown, is.Status, app.CleanName(e.Shown(old)), wording.ShellWord(shown))
		return nil
	}
	return e.Edit(old, func(source []byte) ([]byte, error) {
		r := adr.Read(was, source)
		if r == nil {
			return edit.Set(source, "status", "superseded")
		}
		by, err := e.record(now)
		if err != nil {
			return nil, err
		}
		return r.Superseded(by)
	})
}

// maxStaged is how many paths a printed command names.
const maxStaged = 12

// AddCommand is how to stage files, as the person in this folder would type it.
func AddCommand(b *session.Base, paths []string) string {
	if len(paths) > maxStaged {
		return "git add -A :/"
	}
	words := []string{"git add -A --"}
	for _, p := range paths {
		words = append(words, wording.ShellWord(app.CleanName(b.Shown(p))))
	}
	return strings.Join(words, " ")
}
