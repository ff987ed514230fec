package write

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/edits"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/encoding"
	"github.com/9aea2451/kb/kb/move"
	"github.com/9aea2451/kb/kb/worktree"
	"github.com/9aea2451/kb/text/wording"
)

// Mv is kb mv.
func (Verbs) Mv() app.Verb {
	return app.Verb{
		Name: "mv", Place: 190,
		Help:    "Rename a note and write every link to it anew; or follow a symbol of the code.",
		Command: &mvCmd{},
		Answers: []any{Moved{}},
		Edits:   true,
		Words:   map[string]string{"newsymbol": "Of a symbol PATH#SYMBOL as it is now; found by its body where it is left out."},
	}
}

// mvCmd renames a note, or the citations of a symbol.
type mvCmd struct {
	Old    string `arg:"" name:"old" complete:"note" help:"Path, stem, title, alias, id or number of the note; or PATH#SYMBOL."`
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

// Run moves the note.
func (c *mvCmd) Run(ctx context.Context, a *app.App) error {
	b, s, err := session.Notes(ctx, a)
	if err != nil {
		return err
	}
	defer b.Close()
	repo := b.Repo
	if repo.Root == "" {
		return errors.New("a bare repository has no work tree to move a note in")
	}
	if from, ok := symbolOf(b, c.Old); ok {
		return c.moveSymbol(ctx, b, s, from)
	}
	if c.New == "" {
		return app.WithHint(errors.New("the new path of the note is missing"), "kb mv OLD NEW")
	}
	old, err := b.LookupIn(s.Resolver(), c.Old, false)
	if folder := path.Join(repo.Prefix, filepath.ToSlash(c.Old)); err != nil && filepath.IsLocal(folder) && repo.Exists(folder+"/") {
		return app.WithHint(fmt.Errorf("%s is a folder, and kb mv moves one note at a time", app.CleanName(c.Old)),
			"what lies in it: kb list 'path:%s' --format '{path}'", app.CleanName(path.Join(folder, "**")))
	}
	if err != nil {
		return err
	}
	to, err := c.target(ctx, b, old.Path)
	if err != nil {
		return err
	}
	plan, err := move.Make(s, old.Path, to, repo)
	if err != nil {
		return refusal(b, err)
	}
	tracked, err := repo.Tracked(ctx, old.Path)
	if err != nil {
		return err
	}
	if err := c.write(b, plan); err != nil {
		return err
	}
	if !c.DryRun {
		b.Moved([]index.Move{{From: old.Path, To: to}})
	}
	return c.print(b, plan, tracked)
}

// target is the path that the note is to have.
func (c *mvCmd) target(ctx context.Context, b *session.Base, from string) (string, error) {
	to := filepath.ToSlash(c.New)
	if filepath.IsAbs(c.New) {
		rel, err := filepath.Rel(b.Repo.Root, c.New)
		if err != nil {
			return "", fmt.Errorf("%s is not in the repository", c.New)
		}
		to = filepath.ToSlash(rel)
	} else {
		to = path.Join(b.Repo.Prefix, to)
	}
	if to = path.Clean(to); to == ".." || strings.HasPrefix(to, "../") {
		return "", fmt.Errorf("%s leads out of the repository", c.New)
	}
	if strings.HasSuffix(c.New, "/") || b.Repo.Exists(to+"/") {
		to = path.Join(to, path.Base(from))
	}
	if b.Repo.Exists(to) {
		return "", app.WithHint(fmt.Errorf("%s is there already", app.CleanName(b.Shown(to))),
			"give the note another name, or move what is there first")
	}
	reason, err := b.Repo.Unfit(ctx, to)
	if err != nil {
		return "", err
	}
	if reason != "" {
		err := fmt.Errorf("%s cannot be a note: %s", app.CleanName(b.Shown(to)), reason)
		if !kb.IsMarkdown(to) {
			err = app.WithHint(err, "did you mean %s, or the folder %s/?", app.CleanName(b.Shown(to))+path.Ext(from),
				app.CleanName(b.Shown(to)))
		}
		return "", err
	}
	return to, nil
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

// write carries the plan out, unless a note has an unfinished merge.
func (c *mvCmd) write(b *session.Base, plan *move.Plan) error {
	var edits []worktree.Edit
	for _, change := range plan.Changes {
		if line, ok := kb.ConflictMarkers(change.Old); ok {
			return app.WithHint(fmt.Errorf("%s:%d: an unfinished merge", b.Shown(change.Path), line),
				"nothing was changed: resolve the conflict first")
		}
		if change.Path == plan.From {
			edits = append(edits, worktree.Edit{Path: plan.To, New: change.New}, worktree.Edit{Path: plan.From, Old: change.Old})
		} else {
			edits = append(edits, worktree.Edit{Path: change.Path, Old: change.Old, New: change.New})
		}
	}
	if c.DryRun {
		return nil
	}
	return b.Repo.Write(edits)
}

// print tells what has changed, and how to stage it.
func (c *mvCmd) print(b *session.Base, plan *move.Plan, tracked bool) error {
	answer := Moved{From: plan.From, To: plan.To, DryRun: c.DryRun, Links: []MovedLink{}}
	var stage []string
	word := "citation" // of a symbol
	if slices.ContainsFunc(plan.Changes, func(c move.Change) bool { return c.Path == plan.From }) {
		word, stage = "link", append(stage, plan.To)
	}
	if tracked {
		stage = append(stage, plan.From) // git knows no other file that is gone
	}
	notes := 0
	for _, change := range plan.Changes {
		if change.Path != plan.From {
			stage = append(stage, change.Path)
		}
		if len(change.Edits) > 0 {
			notes++
		}
		for _, e := range change.Edits {
			answer.Links = append(answer.Links, MovedLink{change.Path, e.Line, e.Col, e.Old, e.New})
		}
	}
	if b.App.JSON {
		return b.App.Emit(answer)
	}
	b.App.Printf("%s -> %s\n", b.App.Style.Title(app.CleanName(b.Shown(plan.From))), b.App.Style.Title(app.CleanName(b.Shown(plan.To))))
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
