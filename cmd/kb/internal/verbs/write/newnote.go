package write

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/draft"
	"github.com/9aea2451/kb/kb/secret"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/kb/worktree"
	"github.com/9aea2451/kb/text/wording"
)

// noteFlags are what new and remember can say about a note.
type noteFlags struct {
	Type     string   `placeholder:"TYPE" help:"Of a memory, such as solution, gotcha, pattern, preference or fact."`
	Tag      []string `placeholder:"TAG" help:"Word to find the note by; may be repeated."`
	Files    []string `placeholder:"GLOB" help:"Code that it speaks of, from the top of the repository; may be repeated."`
	Category string   `placeholder:"NAME" help:"Category that it belongs to, instead of the one that its words tell."`
	Source   string   `enum:"user,agent,import,observed" default:"user" help:"Who writes it down: user, agent, import or observed."`
	Entity   []string `placeholder:"TYPE:NAME" help:"Named thing that it speaks of, such as tool:redis; may be repeated."`

	Importance *float64 `placeholder:"N" help:"How much it matters, from 0 to 1 (0.5 where nothing is said)."`

	DryRun bool `help:"Print the file instead of writing it."`
	Print  bool `help:"Print its path and nothing else, and open no editor."`

	known []validate.Place // where notes in force say the same
}

// Noted is the JSON form of a note that was written, or refused for the secrets in it.
type Noted struct {
	Path    string        `json:"path"`
	ID      string        `json:"id"`
	Kind    string        `json:"kind"`
	Written bool          `json:"written"`
	Text    string        `json:"text,omitempty"`
	Secrets []SecretPlace `json:"secrets"`
	Inbox   int           `json:"inbox,omitempty"` // its number there, where it was put into the inbox

	Known []validate.Place `json:"known,omitempty"` // where notes in force say the same already
}

// SecretPlace is where a text holds what looks like a secret. The secret is not told.
type SecretPlace struct {
	Rule string `json:"rule"`
	Line int    `json:"line"`
	Col  int    `json:"col"`
}

// draft begins a note with what the flags and the repository say.
func (f *noteFlags) draft(ctx context.Context, a *app.App, repo *kb.Repo, kind, title, body string) (draft.Draft, error) {
	d := draft.Draft{
		Kind: kind, Type: f.Type, Title: title, Body: body, Source: f.Source, Category: f.Category,
		Author: repo.UserName(ctx), Date: a.Now().Format(time.DateOnly), Tags: f.Tag, Files: f.Files,
	}
	if kind != "memory" && d.Type != "" {
		return d, app.WithHint(fmt.Errorf("a %s has no type", kind), "--type is for a memory")
	}
	if types := kb.MemoryTypes(); d.Type != "" && !slices.Contains(types, d.Type) {
		return d, unknownWord(fmt.Errorf("no memory has the type %q", d.Type), d.Type, types)
	}
	if kind == "memory" && d.Type == "" {
		d.Type = draft.TypeOf(title + "\n" + body)
	}
	if d.Type == "work_state" {
		d.Branch = repo.Branch()
	}
	switch kind {
	case "decision":
		d.Status = "proposed"
	case "spec":
		d.Status = "draft"
	}
	if d.Category == "" {
		d.Category = guessCategory(ctx, repo, d)
	}
	for _, e := range f.Entity {
		d.Entities = append(d.Entities, kb.ParseEntity(e))
	}
	if d.Importance = f.Importance; d.Importance != nil && !(*d.Importance >= 0 && *d.Importance <= 1) {
		return d, fmt.Errorf("--importance: expected a number from 0 to 1, not %g", *d.Importance)
	}
	var err error
	d.ID, err = draft.NewID(a.Now(), rand.Reader)
	return d, err
}

// unknownWord offers the nearest word, or all of them.
func unknownWord(err error, given string, words []string) error {
	if near := wording.Nearest(given, words, 1); len(near) > 0 {
		return app.WithHint(err, "did you mean %s?", near[0])
	}
	return app.WithHint(err, "there are %s", strings.Join(words, ", "))
}

// refuse says where a text holds a secret; errFindings then.
func refuse(a *app.App, kind, what, text string) error {
	found := secret.Scan([]byte(text))
	if len(found) == 0 {
		return nil
	}
	refused := Noted{Kind: kind, Secrets: []SecretPlace{}}
	var lines []string
	for _, s := range found {
		refused.Secrets = append(refused.Secrets, SecretPlace{s.Rule, s.Line, s.Col})
		lines = append(lines, fmt.Sprintf("line %d looks like a secret (rule %s)", s.Line, s.Rule))
	}
	lines = append(lines, "remove it; a line that holds none may say so: <!-- kb:allow-secret -->")
	app.Explain(a.Stderr,
		app.WithHint(fmt.Errorf("nothing is written: there is a secret in the %s", what), "%s", strings.Join(lines, "\n")))
	if a.JSON {
		if err := a.Emit(refused); err != nil {
			return err
		}
	}
	return app.ErrFindings
}

// write composes the note and writes it, or prints what it would be.
func (f *noteFlags) write(ctx context.Context, a *app.App, repo *kb.Repo, d draft.Draft) (*draft.Note, error) {
	if err := refuse(a, d.Kind, "text", d.Body); err != nil {
		return nil, err
	}
	note, err := compose(ctx, repo, d)
	if err != nil {
		return nil, err
	}
	if err := refuse(a, d.Kind, "note", string(note.Text)); err != nil {
		return nil, err
	}
	for _, name := range note.Unknown {
		a.Remark("%s: kb knows no placeholder {{%s}}", note.Template, name)
	}
	if len(note.Left) > 0 {
		a.Remark("left out, for the records of %s have no place for it: %s", path.Dir(note.Path), strings.Join(note.Left, ", "))
	}
	if f.DryRun {
		return note, nil
	}
	err = repo.Write([]worktree.Edit{{Path: note.Path, New: note.Text}})
	for again := 0; errors.Is(err, fs.ErrExist) && again < 20; again++ { // another process was faster
		if note, err = compose(ctx, repo, d); err == nil {
			err = repo.Write([]worktree.Edit{{Path: note.Path, New: note.Text}})
		}
	}
	if err != nil {
		return nil, err
	}
	return note, nil
}

// look finds where notes in force say what a text says, and reports that they say all of it.
func (f *noteFlags) look(ctx context.Context, a *app.App, repo *kb.Repo, text string) (whole bool, err error) {
	b := session.In(a, repo)
	defer b.Close()
	s, err := b.Snapshot(ctx)
	if err != nil {
		return false, err
	}
	f.known, whole = validate.NewChecker(s, a.Now()).Known(validate.Statements("", []byte(text)), f.Source == "agent")
	return whole, nil
}

// remarkKnown remarks where the same is said already.
func (f *noteFlags) remarkKnown(a *app.App, repo *kb.Repo) {
	for _, p := range f.known {
		a.Remark("%s:%d says the same: %s", session.PathHere(repo, p.Path), p.Line, app.CleanName(p.Text))
	}
}

// compose adds advice to what can be wrong with a template.
func compose(ctx context.Context, repo *kb.Repo, d draft.Draft) (*draft.Note, error) {
	note, err := d.Compose(ctx, repo)
	if err == nil {
		return note, nil
	}
	if strings.Contains(err.Error(), draft.TemplatesFolder) {
		return nil, app.WithHint(err, "a template may name %s, each between double braces", strings.Join(draft.Placeholders(), ", "))
	}
	return nil, err
}

// told prints the answer: the file itself in a dry run, else its path as a person in this folder
// would type it.
func (f *noteFlags) told(a *app.App, repo *kb.Repo, d draft.Draft, note *draft.Note) error {
	if note.Logged {
		d.ID = ""
	}
	if a.JSON {
		answer := Noted{Path: note.Path, ID: d.ID, Kind: d.Kind, Written: !f.DryRun, Secrets: []SecretPlace{}, Known: f.known}
		if f.DryRun {
			answer.Text = string(note.Text)
		}
		return a.Emit(answer)
	}
	f.remarkKnown(a, repo)
	if f.DryRun {
		a.Remark("would write %s", note.Path)
		return app.PrintText(a, string(note.Text))
	}
	a.Printf("%s\n", session.PathHere(repo, note.Path))
	if !f.Print {
		a.Remark("written; commit it: git add %s", session.PathHere(repo, note.Path))
	}
	return nil
}

// folderOf reads --in: a folder below the top of the repository, named from where kb runs.
func folderOf(repo *kb.Repo, given string) (string, error) {
	if given == "" {
		return "", nil
	}
	if filepath.IsAbs(given) {
		rel, err := filepath.Rel(repo.Root, given)
		if err != nil {
			return "", fmt.Errorf("--in %s: %w", given, err)
		}
		given = rel
	} else {
		given = filepath.Join(filepath.FromSlash(repo.Prefix), given)
	}
	folder := path.Clean(filepath.ToSlash(given))
	if !fs.ValidPath(folder) {
		return "", fmt.Errorf("--in %s leads out of the repository", given)
	}
	return folder, nil
}
