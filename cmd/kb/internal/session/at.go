package session

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
)

// AtFlag asks for the state of things at a commit or on a day.
type AtFlag struct {
	At string `placeholder:"REV|DATE" help:"${at}" group:"filter"`
}

// Commit gives the id of the commit that is meant, or says why there is none.
func (f AtFlag) Commit(ctx context.Context, repo *kb.Repo) (string, error) {
	commit, err := repo.Resolve(ctx, f.At)
	if err == nil && commit == "" {
		err = desk.ErrNoCommit
	}
	if err != nil {
		return "", f.unknown(ctx, repo, desk.IsDay(f.At), err)
	}
	return commit, nil
}

// unknown says why there is no such commit.
func (f AtFlag) unknown(ctx context.Context, repo *kb.Repo, isDay bool, err error) error {
	if ctx.Err() != nil || !errors.Is(err, git.ErrUnknownRev) && !errors.Is(err, desk.ErrNoCommit) {
		return err
	}
	hint := RevisionHint(repo, " or a day such as 2026-05-04")
	if isDay {
		return app.WithHint(fmt.Errorf("%s: there is no commit on or before that day", f.At), "%s", hint)
	}
	return app.WithHint(fmt.Errorf("%s: no such revision", f.At), "%s", hint)
}

// RevisionHint tells what a revision is, or else, or that a shallow clone may lack it.
func RevisionHint(repo *kb.Repo, orElse string) string {
	if edges, err := repo.HistoryEdges(); err == nil && edges.Shallow != "" {
		return "the history is shallow, older commits are not here: run git fetch --unshallow"
	}
	return "name a revision as git knows it (v1.2, main~5, 1a2b3c4)" + orElse
}

// QuickFlag asks for an answer that does not wait.
type QuickFlag struct {
	Quick bool `help:"Do not wait for the history: where notes come from may be missing, and memories fade by their own dates."`
}

// Read opens the base for a verb that only reads, brought up to date when that is cheap, and one
// consistent state of it.
func Read(ctx context.Context, a *app.App) (*Base, *index.Searcher, error) {
	b, s, _, err := ReadAt(ctx, a, AtFlag{})
	return b, s, err
}

// ReadAt is Read as of the moment that --at names.
func ReadAt(ctx context.Context, a *app.App, at AtFlag) (*Base, *index.Searcher, desk.Moment, error) {
	b, err := Open(ctx, a)
	if err != nil {
		return nil, nil, desk.Moment{}, err
	}
	if b.View, err = b.LookAt(ctx, at); err != nil {
		b.Close()
		return nil, nil, desk.Moment{}, err
	}
	m := b.View.At
	if m.Commit != "" {
		a.Remark("as of commit %.10s, %s", m.Commit, m.Day.UTC().Format(time.DateOnly))
	}
	b.Empty = len(b.View.Searcher.Paths()) == 0
	RemarkNoNotes(a, len(b.View.Searcher.Paths()), m.Commit)
	return b, b.View.Searcher, m, nil
}

// LookAt opens the view that --at names. Close it, unless it is the base's.
func (b *Base) LookAt(ctx context.Context, at AtFlag) (*desk.View, error) {
	m, err := b.Moment(ctx, at.At)
	if err != nil {
		return nil, at.unknown(ctx, b.Repo, errors.As(err, new(*desk.BeforeError)), err)
	}
	v, err := b.Look(ctx, m)
	return v, notIndexed(err)
}

// notIndexed adds to the error about an index that is not there how it is built.
func notIndexed(err error) error {
	var none *desk.NotIndexedError
	switch {
	case !errors.As(err, &none):
		return err
	case none.Commit != "":
		return app.WithHint(err, "leave out --no-update")
	}
	return app.WithHint(err, "build it with: kb index\nor leave out --no-update")
}
