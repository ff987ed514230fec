package desk

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/git"
)

// cheapFiles is how many files are parsed before an answer; more is left to kb index.
const cheapFiles = 500

// NotIndexedError is the error about notes that are not indexed and are not to be.
type NotIndexedError struct {
	Commit string // whose tree it is, "" for the work tree
	err    error
}

func (e *NotIndexedError) Error() string {
	if e.Commit != "" {
		return fmt.Sprintf("the tree of %.10s is not indexed", e.Commit)
	}
	return e.err.Error()
}

func (e *NotIndexedError) Unwrap() error { return e.err }

// Look opens a view of a moment: of the work tree, brought up to date when that is cheap, or of a
// commit, indexed now if it is not yet. Close it.
func (d *Desk) Look(ctx context.Context, at Moment) (*View, error) {
	v := d.View("", nil, at)
	v.x = d.Index
	var err error
	if at.Commit == "" {
		v.Searcher, err = v.fresh(ctx)
		v.ID = v.x.Current()
	} else {
		v.x = d.Index.At(at.Commit)
		v.Searcher, err = v.past(ctx)
	}
	d.o.rest()
	if err != nil {
		return nil, err
	}
	return v, nil
}

// Close releases a view that Look opened.
func (v *View) Close() error {
	if v.bases != nil {
		var err error
		for i := range v.bases {
			b := &v.bases[i]
			err = errors.Join(err, b.View.Close())
			if i > 0 {
				err = errors.Join(err, b.View.Desk.Close(nil))
			}
		}
		return err
	}
	return v.Searcher.Close()
}

// past opens the tree of a commit.
func (v *View) past(ctx context.Context) (*index.Searcher, error) {
	if v.o.AsIs {
		return v.existing(ctx)
	}
	for try := 0; ; try++ {
		if _, err := v.x.Update(ctx, index.UpdateOptions{}); err != nil {
			return nil, fmt.Errorf("index the tree of %.10s: %w", v.At.Commit, err)
		}
		s, err := v.x.Searcher(ctx)
		if !errors.Is(err, index.ErrNoIndex) || try == 2 {
			return s, err // another process may just have dropped it for newer ones
		}
	}
}

// fresh opens the newest state that can be had without long work; a repository that was never
// indexed is indexed first, however long it takes.
func (v *View) fresh(ctx context.Context) (*index.Searcher, error) {
	if v.o.AsIs {
		return v.existing(ctx)
	}
	report, late := v.x.Update(ctx, index.UpdateOptions{Cheap: cheapFiles})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if late == nil {
		v.Moved(report.Moves)
	}
	s, err := v.x.Searcher(ctx)
	switch {
	case errors.Is(err, index.ErrNoIndex):
		switch {
		case errors.Is(late, index.ErrBusy): // the wait announces itself
		case late == nil || errors.Is(late, index.ErrLong) || errors.Is(late, index.ErrNoIndex):
			v.o.Remark("indexing this repository for the first time")
		default:
			return nil, late
		}
		if _, err := v.x.Update(ctx, index.UpdateOptions{}); err != nil {
			return nil, fmt.Errorf("build the index: %w", err)
		}
		return v.x.Searcher(ctx)
	case err == nil && late != nil:
		v.Behind = true
		switch {
		case errors.Is(late, index.ErrLong):
			v.o.Remark(
				fmt.Sprintf("more than %d files changed: this answer is from before. Bring the index up to date with: kb index",
					cheapFiles),
			)
		case errors.Is(late, index.ErrBusy):
			v.o.Remark(fmt.Sprintf("%v: this answer is from before", late))
		default:
			v.o.Remark(fmt.Sprintf("the index could not be brought up to date (%v): this answer is from before", late))
		}
	}
	return s, err
}

// existing opens the state that is there.
func (v *View) existing(ctx context.Context) (*index.Searcher, error) {
	v.Behind = true
	s, err := v.x.Searcher(ctx)
	if errors.Is(err, index.ErrNoIndex) {
		return nil, &NotIndexedError{v.At.Commit, err}
	}
	return s, err
}

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
	if t, _ := time.Parse(time.DateOnly, at); !t.IsZero() {
		return t.Add(24*time.Hour - time.Second), true
	}
	t, _ := time.Parse(time.RFC3339, at)
	return t, !t.IsZero()
}

// IsDay reports whether a moment is named by a day or a time.
func IsDay(at string) bool {
	_, isDay := endOfDay(at)
	return isDay
}
