package past

import (
	"context"
	"errors"
	"path"
	"path/filepath"
	"strings"

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
		Words: map[string]string{
			"blamed": "Path, stem, title, alias, id or number, with #heading for a section, :5-7 for lines; of a source file path#Symbol.",
		},
	}
}

// blameCmd tells where the sections of a note come from.
type blameCmd struct {
	Note  string `arg:"" name:"note" complete:"section" help:"${blamed}"`
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
	past, err := b.HistoryAt(ctx, when.Commit)
	if err != nil {
		return err
	}
	out, text, err := c.blame(ctx, b, past)
	if err != nil {
		return b.Worded(err)
	}
	if out.Partial {
		a.Remark("%s has more history than kb compares: older lines are given to the last version looked at", b.Shown(out.Note))
	}
	for _, passed := range out.Passed {
		a.Remark("passed over, for it changed layout alone or is to be ignored: %s", passed)
	}
	if c.Lines && !a.JSON {
		printLines(a, past, out.Runs, text)
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

// blame answers for the note, a section of it, or a symbol of a source file; with the text whose lines those are.
func (c *blameCmd) blame(ctx context.Context, b *session.Base, past *desk.Past) (*desk.NoteBlame, []byte, error) {
	if file, name, ok := strings.Cut(c.Note, "#"); ok && name != "" {
		file = path.Join(b.Repo.Prefix, filepath.ToSlash(file))
		symbol, text, ok, err := b.View.Symbol(ctx, file, name)
		var none *desk.NoSymbolError
		if errors.As(err, &none) && none.Near != "" {
			err = app.WithHint(err, "did you mean %s#%s?", file, none.Near)
		}
		if err != nil {
			return nil, nil, err
		}
		if ok {
			out, err := past.BlameSymbol(ctx, file, symbol, text)
			return out, text, err
		}
	}
	at, err := b.Lookup(ctx, c.Note, true)
	if err != nil {
		return nil, nil, err
	}
	read, err := b.Text(ctx, at)
	if err != nil {
		return nil, nil, err
	}
	out, err := past.Blame(ctx, at, read.Source)
	return out, read.Source, err
}
