package session

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
)

// AtFlag asks for the state of things at a commit or on a day.
type AtFlag struct {
	At string `placeholder:"REV|DATE" help:"${at}" group:"filter"`
}

// Moment is what --at means: whose tree, and whose day counts for validity and confidence.
type Moment struct {
	Commit string    // "" for the work tree
	Day    time.Time // the zero day is today
}

// Moment finds the commit and the day that are asked for. A day that is not over yet is one of the
// work tree, a past one has the last commit that HEAD's first parents made until its end (UTC).
func (f AtFlag) Moment(ctx context.Context, repo *kb.Repo, now time.Time) (Moment, error) {
	at := strings.TrimSpace(f.At)
	switch strings.ToLower(at) {
	case "":
		return Moment{}, nil
	case "today", "now":
		return Moment{Day: now}, nil
	case "yesterday":
		at = now.UTC().AddDate(0, 0, -1).Format(time.DateOnly)
	}
	end, isDay := endOfDay(at)
	if isDay && !end.Before(now) {
		return Moment{Day: end}, nil
	}
	commit, err := AtFlag{At: at}.Commit(ctx, repo)
	if err != nil {
		return Moment{}, err
	}
	if isDay {
		return Moment{commit, end}, nil
	}
	day, err := repo.CommitTime(ctx, commit)
	return Moment{commit, day}, err
}

// Commit gives the id of the commit that is meant, or says why there is none.
func (f AtFlag) Commit(ctx context.Context, repo *kb.Repo) (string, error) {
	commit, err := repo.Resolve(ctx, f.At)
	if err == nil && commit == "" {
		err = fmt.Errorf("%w: there is no commit yet", kb.ErrUnknownRev)
	}
	if err != nil {
		_, isDay := endOfDay(f.At)
		return "", f.unknown(ctx, repo, isDay, err)
	}
	return commit, nil
}

// endOfDay reads a day as its last second in UTC, and a time as itself.
func endOfDay(at string) (time.Time, bool) {
	if t, err := time.Parse(time.DateOnly, at); err == nil && !t.IsZero() {
		return t.Add(24*time.Hour - time.Second), true
	}
	t, err := time.Parse(time.RFC3339, at)
	return t, err == nil && !t.IsZero()
}

// unknown says why there is no such commit.
func (f AtFlag) unknown(ctx context.Context, repo *kb.Repo, isDay bool, err error) error {
	if ctx.Err() != nil || !errors.Is(err, kb.ErrUnknownRev) {
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

// ReadAt opens the base as it was at a moment, for a verb that only reads, and one consistent state of it.
func ReadAt(ctx context.Context, a *app.App, at AtFlag) (*Base, *index.Searcher, Moment, error) {
	if at.At == "" {
		b, s, err := Read(ctx, a)
		return b, s, Moment{}, err
	}
	b, err := Open(ctx, a)
	if err != nil {
		return nil, nil, Moment{}, err
	}
	m, err := at.Moment(ctx, b.Repo, a.Now())
	var s *index.Searcher
	if err == nil {
		s, err = b.SearcherAt(ctx, m)
	}
	a.Progress.Stop()
	if err != nil {
		b.Close()
		return nil, nil, m, err
	}
	if m.Commit != "" {
		a.Remark("as of commit %.10s, %s", m.Commit, m.Day.UTC().Format(time.DateOnly))
	}
	b.remarkNoNotes(s)
	return b, s, m, nil
}

// SearcherAt turns the base to a moment: to the tree of its commit, indexed now if it is not yet.
func (b *Base) SearcherAt(ctx context.Context, m Moment) (*index.Searcher, error) {
	if m.Commit == "" {
		return b.FreshSearcher(ctx)
	}
	b.Commit, b.Index = m.Commit, b.Index.At(m.Commit)
	if b.App.NoUpdate {
		return b.Existing(ctx)
	}
	for try := 0; ; try++ {
		if _, err := b.Index.Update(ctx, index.UpdateOptions{}); err != nil {
			return nil, fmt.Errorf("index the tree of %.10s: %w", m.Commit, err)
		}
		s, err := b.Index.Searcher(ctx)
		if !errors.Is(err, index.ErrNoIndex) || try == 2 {
			return s, err // another process may just have dropped it for newer ones
		}
	}
}
