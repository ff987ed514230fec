package write

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/edits"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/encoding"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/move"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/worktree"
	"github.com/9aea2451/kb/text/wording"
)

// Mv is kb mv.
func (Verbs) Mv() app.Verb {
	return app.Verb{
		Name: "mv", Place: 190,
		Help:    "Rename a note, a folder or another file and write every link to it anew; or follow a symbol of the code.",
		Command: &mvCmd{},
		Answers: []any{Moved{}},
		Edits:   true,
		Words:   map[string]string{"newsymbol": "Of a symbol PATH#SYMBOL as it is now; found by its body where it is left out."},
	}
}

// mvCmd renames a note, a folder or another file, or the citations of a symbol.
type mvCmd struct {
	Old    string `arg:"" name:"old" complete:"note" help:"A note (path, stem, title, alias, id, number), folder or file; or PATH#SYMBOL."`
	New    string `arg:"" optional:"" name:"new" complete:"file" help:"Its new path, or the folder that it goes to. ${newsymbol}"`
	DryRun bool   `help:"Tell what would change, and change nothing."`
}

// Moved is the JSON form of a move.
type Moved struct {
	From   string      `json:"from"`
	To     string      `json:"to"`
	DryRun bool        `json:"dry_run,omitempty"`
	Links  []MovedLink `json:"links"`
}

// MovedLink is the target of one link that is written anew.
type MovedLink struct {
	Path   string `json:"path"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Old    string `json:"old"`
	New    string `json:"new"`
}

// Run moves the note, folder or file.
func (c *mvCmd) Run(ctx context.Context, a *app.App) error {
	b, s, err := session.Notes(ctx, a)
	if err != nil {
		return err
	}
	defer b.Close()
	if b.Repo.Root == "" {
		return errors.New("a bare repository has no work tree to move a note in")
	}
	if from, ok := symbolOf(b, c.Old); ok {
		return c.moveSymbol(ctx, b, s, from)
	}
	if c.New == "" {
		return app.WithHint(errors.New("the new path of the note is missing"), "kb mv OLD NEW")
	}
	from, err := c.source(b, s)
	if err != nil {
		return err
	}
	to, err := c.target(b, from)
	if err != nil {
		return err
	}
	m := worktree.Move{From: from, To: to}
	moves := move.Moves{m.From: m.To}
	notes, err := c.fits(ctx, b, s, m)
	if err != nil {
		return err
	}
	tracked, files, err := b.Repo.Everything(ctx)
	if err != nil {
		return err
	}
	stage := []string{m.To}
	for _, e := range tracked {
		if moves.After(e.Path) == e.Path {
			continue
		}
		if e.Mode&git.ModeType == git.ModeGitlink {
			return app.WithHint(fmt.Errorf("%s is a repository of its own", app.CleanName(b.Shown(e.Path))), "move it first, by git mv")
		}
		stage = []string{m.To, m.From} // git knows no other file that is gone
	}
	plan, err := move.Make(s, moves, files, b.Repo)
	if err != nil {
		return refusal(b, err)
	}
	if err := c.write(b, plan, m); err != nil {
		return err
	}
	if !c.DryRun {
		b.Moved(notes)
	}
	for _, change := range plan.Changes {
		if moves.After(change.Path) == change.Path {
			stage = append(stage, change.Path)
		}
	}
	return c.print(b, Moved{From: m.From, To: m.To}, plan, "link", stage)
}

// place is the path in the repository that a person means, which must not lead out of it.
func place(b *session.Base, word string) (string, error) {
	at := path.Join(b.Repo.Prefix, filepath.ToSlash(word))
	if filepath.IsAbs(word) {
		rel, err := filepath.Rel(b.Repo.Root, word)
		if err != nil {
			return "", fmt.Errorf("%s is not in the repository", word)
		}
		at = path.Clean(filepath.ToSlash(rel))
	}
	if at == ".." || strings.HasPrefix(at, "../") {
		return "", fmt.Errorf("%s leads out of the repository", word)
	}
	return at, nil
}

// source finds what moves: a folder of this path, a note of this name, a file of this path.
func (c *mvCmd) source(b *session.Base, s *snapshot.Snapshot) (string, error) {
	at, err := place(b, c.Old)
	there := err == nil && b.Repo.Exists(at)
	if there && b.Repo.Exists(at+"/") && !kb.IsMarkdown(c.New) {
		return at, nil
	}
	old, err := b.LookupIn(s.Resolver(), c.Old, false)
	if err != nil && there && !kb.IsMarkdown(at) {
		return at, nil
	}
	return old.Path, err
}

// target is the path that a note, folder or file is to have.
func (c *mvCmd) target(b *session.Base, from string) (string, error) {
	to, err := place(b, c.New)
	if err != nil {
		return "", err
	}
	if b.Repo.Exists(to+"/") || strings.HasSuffix(c.New, "/") && !b.Repo.Exists(from+"/") {
		to = path.Join(to, path.Base(from))
	}
	if from == "." || strings.HasPrefix(to, from+"/") && b.Repo.Exists(from+"/") {
		return "", fmt.Errorf("%s cannot be moved into itself", app.CleanName(b.Shown(from)))
	}
	if b.Repo.Exists(to) {
		return "", app.WithHint(fmt.Errorf("%s is there already", app.CleanName(b.Shown(to))),
			"give it another name, or move what is there first")
	}
	return to, nil
}

// fits refuses what cannot be moved and paths that no files or notes can have, and returns the notes that move.
func (c *mvCmd) fits(ctx context.Context, b *session.Base, s *snapshot.Snapshot, m worktree.Move) (notes []index.Move, err error) {
	var paths []string
	for _, e := range s.Entries {
		if to := (move.Moves{m.From: m.To}).After(e.File.Path); to != e.File.Path {
			notes, paths = append(notes, index.Move{From: e.File.Path, To: to}), append(paths, to)
		}
	}
	from, to := app.CleanName(b.Shown(m.From)), app.CleanName(b.Shown(m.To))
	within := m.From
	if b.Repo.Exists(m.From + "/") {
		within = path.Join(m.From, "x") // the folder itself may be a link, or a repository
	}
	reason, err := b.Repo.Barred(within)
	if reason != "" {
		return nil, fmt.Errorf("%s cannot be moved: %s", from, reason)
	}
	if err == nil {
		reason, err = b.Repo.Unfit(ctx, paths...)
	}
	if s.Entry(m.From) == nil && reason == "" && err == nil {
		reason, err = b.Repo.UnfitFile(ctx, m.To)
	}
	switch {
	case err != nil || reason == "":
		return notes, err
	case s.Entry(m.From) == nil:
		return nil, fmt.Errorf("%s cannot be moved to %s: %s", from, to, reason)
	}
	err = fmt.Errorf("%s cannot be a note: %s", to, reason)
	if !kb.IsMarkdown(m.To) {
		err = app.WithHint(err, "did you mean %s, or the folder %s/?", to+path.Ext(m.From), to)
	}
	return nil, err
}

// refusal says what to do about a link that cannot be kept.
func refusal(b *session.Base, err error) error {
	var r *move.Refusal
	if errors.Is(err, encoding.ErrNotUTF8) {
		return app.WithHint(err,
			"nothing was changed: kb edits UTF-8 only; convert the file (iconv -f ENCODING -t UTF-8) or change the link by hand first")
	}
	if !errors.As(err, &r) {
		return err
	}
	return app.WithHint(fmt.Errorf("%s:%d: the link to %q %s", b.Shown(r.Path), r.Line, r.Target, r.Reason),
		"nothing was changed: give the note another name, or write this link as a markdown link first")
}

// write carries the plan out, and the moves, unless a note has an unfinished merge.
func (c *mvCmd) write(b *session.Base, plan *move.Plan, moves ...worktree.Move) error {
	var edits []worktree.Edit
	for _, change := range plan.Changes {
		if line, ok := kb.ConflictMarkers(change.Old); ok {
			return app.WithHint(fmt.Errorf("%s:%d: an unfinished merge", b.Shown(change.Path), line),
				"nothing was changed: resolve the conflict first")
		}
		if len(change.Edits) > 0 {
			edits = append(edits, worktree.Edit{Path: change.Path, Old: change.Old, New: change.New})
		}
	}
	if c.DryRun {
		return nil
	}
	return b.Repo.Write(edits, moves...)
}

// print writes what has changed, links or citations, and how to stage it.
func (c *mvCmd) print(b *session.Base, answer Moved, plan *move.Plan, word string, stage []string) error {
	answer.DryRun, answer.Links = c.DryRun, []MovedLink{}
	notes := 0
	for _, change := range plan.Changes {
		if len(change.Edits) > 0 {
			notes++
		}
		for _, e := range change.Edits {
			answer.Links = append(answer.Links, MovedLink{change.Path, e.Line, e.Col, e.Old, e.New})
		}
	}
	if len(plan.Left) > 0 {
		b.App.Remark("may call it by its old number, and stays: %s", app.CleanName(strings.Join(plan.Left, ", ")))
	}
	if b.App.JSON {
		return b.App.Emit(answer)
	}
	b.App.Printf("%s -> %s\n", b.App.Style.Title(app.CleanName(b.Shown(answer.From))), b.App.Style.Title(app.CleanName(b.Shown(answer.To))))
	for _, l := range answer.Links {
		place := fmt.Sprintf("%s:%d:%d:", app.CleanName(b.Shown(l.Path)), l.Line, l.Column)
		b.App.Printf("  %s %s -> %s\n", b.App.Style.Place(place), app.CleanName(l.Old), app.CleanName(l.New))
	}
	said := fmt.Sprintf("%s in %s", wording.Count(len(answer.Links), word), wording.Count(notes, "note"))
	if len(answer.Links) == 0 {
		said = "no " + word
	}
	if len(stage) == 0 {
		b.App.Remark("no note cites it so; nothing was changed")
		return nil
	}
	if c.DryRun {
		b.App.Remark("%s would be written anew; nothing was changed", said)
		return nil
	}
	b.App.Remark("%s written anew. Stage it: %s", said, edits.AddCommand(b, stage))
	return nil
}
