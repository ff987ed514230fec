package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
)

// atFlag asks for the state of things at a commit or on a day.
type atFlag struct {
	At string `placeholder:"REV|DATE" help:"From the notes as of this revision, or on this day (v1.2, HEAD~20, 2026-05-04, yesterday)." group:"filter"`
}

// moment is what --at means: whose tree, and whose day counts for validity and confidence.
type moment struct {
	commit string    // "" for the work tree
	day    time.Time // the zero day is today
}

// moment finds the commit and the day that are asked for. A day that is not over yet is one of the
// work tree, a past one has the last commit that HEAD's first parents made until its end (UTC).
func (f atFlag) moment(ctx context.Context, repo *kb.Repo, now time.Time) (moment, error) {
	at := strings.TrimSpace(f.At)
	switch strings.ToLower(at) {
	case "":
		return moment{}, nil
	case "today", "now":
		return moment{day: now}, nil
	case "yesterday":
		at = now.UTC().AddDate(0, 0, -1).Format(time.DateOnly)
	}
	end, isDay := endOfDay(at)
	if isDay && !end.Before(now) {
		return moment{day: end}, nil
	}
	commit, err := atFlag{At: at}.commit(ctx, repo)
	if err != nil {
		return moment{}, err
	}
	if isDay {
		return moment{commit, end}, nil
	}
	day, err := repo.CommitTime(ctx, commit)
	return moment{commit, day}, err
}

// commit gives the id of the commit that is meant, or says why there is none.
func (f atFlag) commit(ctx context.Context, repo *kb.Repo) (string, error) {
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
func (f atFlag) unknown(ctx context.Context, repo *kb.Repo, isDay bool, err error) error {
	if ctx.Err() != nil || !errors.Is(err, kb.ErrUnknownRev) {
		return err
	}
	hint := revisionHint(repo, " or a day such as 2026-05-04")
	if isDay {
		return withHint(fmt.Errorf("%s: there is no commit on or before that day", f.At), "%s", hint)
	}
	return withHint(fmt.Errorf("%s: no such revision", f.At), "%s", hint)
}

// revisionHint tells what a revision is, or else, or that a shallow clone may lack it.
func revisionHint(repo *kb.Repo, orElse string) string {
	if edges, err := repo.HistoryEdges(); err == nil && edges.Shallow != "" {
		return "the history is shallow, older commits are not here: run git fetch --unshallow"
	}
	return "name a revision as git knows it (v1.2, main~5, 1a2b3c4)" + orElse
}

// readAt opens the base as it was at a moment, for a verb that only reads, and one consistent state of it.
func (a *app) readAt(ctx context.Context, at atFlag) (*base, *index.Searcher, moment, error) {
	if at.At == "" {
		b, s, err := a.read(ctx)
		return b, s, moment{}, err
	}
	b, err := a.openBase(ctx)
	if err != nil {
		return nil, nil, moment{}, err
	}
	m, err := at.moment(ctx, b.repo, a.now())
	var s *index.Searcher
	if err == nil {
		s, err = b.searcherAt(ctx, m)
	}
	a.progress.stop()
	if err != nil {
		b.Close()
		return nil, nil, m, err
	}
	if m.commit != "" {
		a.remark("as of commit %.10s, %s", m.commit, m.day.UTC().Format(time.DateOnly))
	}
	b.remarkNoNotes(s)
	return b, s, m, nil
}

// searcherAt turns the base to a moment: to the tree of its commit, indexed now if it is not yet.
func (b *base) searcherAt(ctx context.Context, m moment) (*index.Searcher, error) {
	if m.commit == "" {
		return b.freshSearcher(ctx)
	}
	b.commit, b.index = m.commit, b.index.At(m.commit)
	if b.app.NoUpdate {
		return b.existing(ctx)
	}
	for try := 0; ; try++ {
		if _, err := b.index.Update(ctx, index.UpdateOptions{}); err != nil {
			return nil, fmt.Errorf("index the tree of %.10s: %w", m.commit, err)
		}
		s, err := b.index.Searcher(ctx)
		if !errors.Is(err, index.ErrNoIndex) || try == 2 {
			return s, err // another process may just have dropped it for newer ones
		}
	}
}
