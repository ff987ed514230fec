package main

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/encoding"
	"github.com/9aea2451/kb/kb/move"
)

// mvCmd renames a note.
type mvCmd struct {
	Old    string `arg:"" name:"old" complete:"note" help:"Path, stem, title, alias or id of the note."`
	New    string `arg:"" name:"new" complete:"file" help:"Its new path, or the folder that it goes to."`
	DryRun bool   `help:"Tell what would change, and change nothing."`
}

// Help holds the verb's details and examples.
func (mvCmd) Help() string {
	return `Every link to the note is written anew, in all notes of the work tree: markdown links, wiki links that would not find it any more,
paths in prose, Refs: lines and relations; and the relative links of the note itself. Every other byte stays. Links that are broken
or ambiguous stay as they are. When a link could not be kept, nothing is written.

Nothing is staged; the command to do so is printed.

Examples:

    kb mv docs/auth.md docs/sessions.md
    kb mv auth archive/ --dry-run`
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
func (c *mvCmd) Run(ctx context.Context, a *app) error {
	repo, s, err := a.loadSnapshot(ctx)
	if err != nil {
		return err
	}
	if repo.Root == "" {
		return errors.New("a bare repository has no work tree to move a note in")
	}
	b := &base{app: a, repo: repo}
	old, err := b.lookupIn(s.Resolver(), c.Old, false)
	if err != nil {
		return err
	}
	files, err := openWorkFiles(repo.Root)
	if err != nil {
		return err
	}
	defer files.root.Close()
	to, err := c.target(ctx, b, files, old.path)
	if err != nil {
		return err
	}
	plan, err := move.Make(s, old.path, to, files)
	if err != nil {
		return refusal(b, err)
	}
	tracked, err := repo.Tracked(ctx, old.path)
	if err != nil {
		return err
	}
	if err := c.write(b, plan); err != nil {
		return err
	}
	if !c.DryRun {
		b.movesKnown([]index.Move{{From: old.path, To: to}})
	}
	return c.print(b, plan, tracked)
}

// target is the path that the note is to have.
func (c *mvCmd) target(ctx context.Context, b *base, files *workFiles, from string) (string, error) {
	to := filepath.ToSlash(c.New)
	if filepath.IsAbs(c.New) {
		rel, err := filepath.Rel(b.repo.Root, c.New)
		if err != nil {
			return "", fmt.Errorf("%s is not in the repository", c.New)
		}
		to = filepath.ToSlash(rel)
	} else {
		to = path.Join(b.repo.Prefix, to)
	}
	if to = path.Clean(to); to == ".." || strings.HasPrefix(to, "../") {
		return "", fmt.Errorf("%s leads out of the repository", c.New)
	}
	if strings.HasSuffix(c.New, "/") || files.isFolder(to) {
		to = path.Join(to, path.Base(from))
	}
	if files.Exists(to) {
		return "", withHint(
			fmt.Errorf("%s is there already", cleanName(b.shown(to))),
			"give the note another name, or move what is there first",
		)
	}
	reason, err := b.repo.Unfit(ctx, to)
	if err != nil {
		return "", err
	}
	if reason != "" {
		err := fmt.Errorf("%s cannot be a note: %s", cleanName(b.shown(to)), reason)
		if !kb.IsMarkdown(to) {
			err = withHint(err, "did you mean %s, or the folder %s/?", cleanName(b.shown(to))+path.Ext(from), cleanName(b.shown(to)))
		}
		return "", err
	}
	return to, nil
}

// refusal says what to do about a link that cannot be kept.
func refusal(b *base, err error) error {
	var r *move.Refusal
	if errors.Is(err, encoding.ErrNotUTF8) {
		return withHint(
			err,
			"nothing was changed: kb edits UTF-8 only; convert the file (iconv -f ENCODING -t UTF-8) or change the link by hand first",
		)
	}
	if !errors.As(err, &r) {
		return err
	}
	return withHint(fmt.Errorf("%s:%d: the link to %q %s", b.shown(r.Path), r.Line, r.Target, r.Reason),
		"nothing was changed: give the note another name, or write this link as a markdown link first")
}

// write carries the plan out, unless a note has an unfinished merge.
func (c *mvCmd) write(b *base, plan *move.Plan) error {
	var edits []kb.Edit
	for _, change := range plan.Changes {
		if line, ok := kb.ConflictMarkers(change.Old); ok {
			return withHint(
				fmt.Errorf("%s:%d: an unfinished merge", b.shown(change.Path), line),
				"nothing was changed: resolve the conflict first",
			)
		}
		if change.Path == plan.From {
			edits = append(edits, kb.Edit{Path: plan.To, New: change.New}, kb.Edit{Path: plan.From, Old: change.Old})
		} else {
			edits = append(edits, kb.Edit{Path: change.Path, Old: change.Old, New: change.New})
		}
	}
	if c.DryRun {
		return nil
	}
	return b.repo.Write(edits)
}

// print tells what has changed, and how to stage it.
func (c *mvCmd) print(b *base, plan *move.Plan, tracked bool) error {
	answer := Moved{From: plan.From, To: plan.To, DryRun: c.DryRun, Links: []MovedLink{}}
	stage := []string{plan.To}
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
	if b.app.JSON {
		return b.app.emit(answer)
	}
	b.app.printf("%s -> %s\n", b.app.style.Title(cleanName(b.shown(plan.From))), b.app.style.Title(cleanName(b.shown(plan.To))))
	for _, l := range answer.Links {
		place := fmt.Sprintf("%s:%d:%d:", cleanName(b.shown(l.Path)), l.Line, l.Column)
		b.app.printf("  %s %s -> %s\n", b.app.style.Place(place), cleanName(l.Old), cleanName(l.New))
	}
	said := fmt.Sprintf("%s in %s", count(len(answer.Links), "link"), count(notes, "note"))
	if len(answer.Links) == 0 {
		said = "no link"
	}
	if c.DryRun {
		b.app.remark("%s would be written anew; nothing was changed", said)
		return nil
	}
	b.app.remark("%s written anew. Stage it: %s", said, b.addCommand(stage))
	return nil
}

// maxStaged is how many paths a printed command names.
const maxStaged = 12

// addCommand is how to stage files, as the person in this folder would type it.
func (b *base) addCommand(paths []string) string {
	if len(paths) > maxStaged {
		return "git add -A :/"
	}
	words := []string{"git add -A --"}
	for _, p := range paths {
		words = append(words, shellWord(cleanName(b.shown(p))))
	}
	return strings.Join(words, " ")
}

// shellWord quotes a word for a shell where it must be.
func shellWord(s string) string {
	if strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./") == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
