package past

import (
	"context"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
)

// Blame is kb blame.
func (Verbs) Blame() app.Verb {
	return app.Verb{
		Name: "blame", Place: 60,
		Help:    "Tell where each section of a note comes from: commit, author, pull request, reviewers.",
		Command: &blameCmd{},
		Answers: []any{desk.NoteBlame{}},
	}
}

// blameCmd tells where the sections of a note come from.
type blameCmd struct {
	Note  string `arg:"" name:"note" complete:"section" help:"Path, stem, title, alias, id or number, with #heading for one section."`
	Lines bool   `help:"Tell it of each line, as git blame does."`
	session.AtFlag
}

// Run prints the sections, or the lines.
func (c *blameCmd) Run(ctx context.Context, a *app.App) error {
	b, _, when, err := session.ReadAt(ctx, a, c.AtFlag)
	if err != nil {
		return err
	}
	defer b.Close()
	at, err := b.Lookup(ctx, c.Note, true)
	if err != nil {
		return err
	}
	read, err := b.Text(ctx, at)
	if err != nil {
		return err
	}
	past, err := b.HistoryAt(ctx, when.Commit)
	if err != nil {
		return err
	}
	out, err := past.Blame(ctx, at, read.Source)
	if err != nil {
		return b.Worded(err)
	}
	if out.Partial {
		a.Remark("%s has more history than kb compares: older lines are given to the last version looked at", b.Shown(at.Path))
	}
	for _, passed := range out.Passed {
		a.Remark("passed over, for it changed layout alone or is to be ignored: %s", passed)
	}
	if c.Lines && !a.JSON {
		printLines(a, past, out.Runs, read.Source)
		return nil
	}
	if !c.Lines {
		out.Runs = nil
	}
	if a.JSON {
		return a.Emit(out)
	}
	printBlame(b, past, out)
	return nil
}
