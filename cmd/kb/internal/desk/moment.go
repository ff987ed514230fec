package desk

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/9aea2451/kb/kb/git"
)

// Moment is what --at or an argument at means: whose tree, and whose day counts for validity, ages
// and confidence.
type Moment struct {
	Commit string    // "" for the work tree
	Day    time.Time // the zero day is today
}

// BeforeError is the error about a day that lies before the first commit.
type BeforeError struct {
	Day string // as it was asked for
	Err error
}

func (e *BeforeError) Error() string { return "there is no commit on or before " + e.Day }

func (e *BeforeError) Unwrap() error { return e.Err }

// ErrNoCommit is the error about a moment in a repository without commits.
var ErrNoCommit = errors.New("there is no commit yet")

// Moment finds the commit and the day that are asked for, by a revision, a day or a word such as
// yesterday. A day that is not over yet is one of the work tree, a past one has the last commit
// that HEAD's first parents made until its end (UTC).
func (d *Desk) Moment(ctx context.Context, at string) (Moment, error) {
	at = strings.TrimSpace(at)
	now := d.Now()
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
	commit, err := d.Repo.Resolve(ctx, at)
	if err == nil && commit == "" {
		err = ErrNoCommit
	}
	switch {
	case isDay && (errors.Is(err, git.ErrUnknownRev) || errors.Is(err, ErrNoCommit)):
		return Moment{}, &BeforeError{at, err}
	case err != nil:
		return Moment{}, err
	case isDay:
		return Moment{commit, end}, nil
	}
	day, err := d.Repo.CommitTime(ctx, commit)
	return Moment{commit, day}, err
}

// endOfDay reads a day as its last second in UTC, and a time as itself.
func endOfDay(at string) (time.Time, bool) {
	if t, err := time.Parse(time.DateOnly, at); err == nil && !t.IsZero() {
		return t.Add(24*time.Hour - time.Second), true
	}
	t, err := time.Parse(time.RFC3339, at)
	return t, err == nil && !t.IsZero()
}

// IsDay reports whether a moment is named by a day or a time.
func IsDay(at string) bool {
	_, isDay := endOfDay(at)
	return isDay
}
