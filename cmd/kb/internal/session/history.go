package session

import (
	"context"
	"errors"
	"path"
	"path/filepath"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/kb/history"
)

// HistoryAt returns the history as far as a commit, "" for HEAD, and says once what is not known of it.
func (b *Base) HistoryAt(ctx context.Context, commit string) (*desk.Past, error) {
	p, err := b.Desk.HistoryAt(ctx, commit)
	if err != nil {
		return nil, b.Worded(err)
	}
	for _, message := range p.Unknown() {
		b.App.Remark("%s", message)
	}
	return p, nil
}

// Worded adds to an error about the history what to do about it.
func (b *Base) Worded(err error) error {
	hint := ""
	switch {
	case errors.As(err, new(*desk.BehindError)):
		hint = "read it with: kb index\nor leave out --no-update"
	case errors.As(err, new(*desk.MissingError)):
		hint = "fetch them: git fetch --refetch --no-filter"
	case errors.As(err, new(*desk.UncommittedError)):
		hint = "its history begins with: git add and git commit"
	case errors.Is(err, history.ErrBusy):
		hint = "wait for it to end, then ask again"
	default:
		return wordedSection(err)
	}
	return app.WithHint(err, "%s", hint)
}

// LookupPast finds the note that a name means; a path that only the history knows is one too.
func (b *Base) LookupPast(ctx context.Context, past *desk.Past, name string) (string, error) {
	at, err := b.Lookup(ctx, name, false)
	if err == nil {
		return at.Path, nil
	}
	for _, p := range []string{path.Join(b.Repo.Prefix, filepath.ToSlash(b.Typed(name))), b.Typed(name)} {
		if had, pastErr := past.Had(ctx, p); had || pastErr != nil {
			return p, pastErr
		}
	}
	return "", err
}
