package mcp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/index"
)

// moment is what an argument at means: whose tree, and whose day counts.
type moment struct {
	commit string    // "" for the work tree
	day    time.Time // the zero day is today
}

// moment finds the commit and the day that at names. A past day has the last commit that HEAD's
// first parents made until its end (UTC).
func (b *base) moment(ctx context.Context, at string) (moment, error) {
	at = strings.TrimSpace(at)
	now := b.o.Now()
	switch strings.ToLower(at) {
	case "", "today", "now":
		return moment{}, nil
	case "yesterday":
		at = now.UTC().AddDate(0, 0, -1).Format(time.DateOnly)
	}
	end, isDay := endOfDay(at)
	if isDay && !end.Before(now) {
		return moment{day: end}, nil
	}
	commit, err := b.Repo.Resolve(ctx, at)
	switch {
	case err != nil && isDay:
		return moment{}, hint(fmt.Errorf("there is no commit on or before %s", clip(at, 40)), "name a later day, or leave at out")
	case err != nil:
		return moment{}, err
	case commit == "":
		return moment{}, hint(errors.New("there is no commit yet"), "leave at out")
	case isDay:
		return moment{commit, end}, nil
	}
	day, err := b.Repo.CommitTime(ctx, commit)
	return moment{commit, day}, err
}

// endOfDay reads a day as its last second in UTC, and a time as itself.
func endOfDay(at string) (time.Time, bool) {
	if t, err := time.Parse(time.DateOnly, at); err == nil && !t.IsZero() {
		return t.Add(24*time.Hour - time.Second), true
	}
	t, err := time.Parse(time.RFC3339, at)
	return t, err == nil && !t.IsZero()
}

// openPasts is how many states of past commits are kept open.
const openPasts = 4

// past gives the state of a commit, indexed now where it is not yet. Release it.
func (b *base) past(ctx context.Context, m moment) (*state, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(b.ctx, cancel)()
	select {
	case b.pasts.busy <- struct{}{}:
		defer func() { <-b.pasts.busy }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	for i, st := range b.pasts.open {
		if st.id == m.commit {
			b.pasts.open = append(slices.Delete(b.pasts.open, i, i+1), st)
			return st.use(), nil
		}
	}
	x := b.Index.At(m.commit)
	if _, err := x.Update(ctx, index.UpdateOptions{}); err != nil {
		return nil, fmt.Errorf("index the tree of %.10s: %w", m.commit, err)
	}
	s, err := x.Searcher(b.ctx) // it outlives the call
	if err != nil {
		return nil, err
	}
	st := newState(b, m.commit, s)
	st.past = m
	b.pasts.open = append(b.pasts.open, st)
	if len(b.pasts.open) > openPasts {
		b.pasts.open[0].release()
		b.pasts.open = b.pasts.open[1:]
	}
	return st.use(), nil
}

// closePasts closes what is kept open of the past, unless somebody works with it until ctx ends.
func (b *base) closePasts(ctx context.Context) {
	select {
	case b.pasts.busy <- struct{}{}:
		defer func() { <-b.pasts.busy }()
	case <-ctx.Done():
		return
	}
	for _, st := range b.pasts.open {
		st.release()
	}
	b.pasts.open = nil
}

// eachAt is each at a moment: at names a commit or a day, "" for now.
func (c *call) eachAt(ctx context.Context, root, at string, f func(ctx context.Context, st *state, day time.Time) error) error {
	bases, err := c.server.named(root)
	if err != nil {
		return err
	}
	for _, b := range bases {
		m, err := b.moment(ctx, at)
		if err != nil {
			return err
		}
		if m.commit == "" {
			err = c.with(ctx, b, func(ctx context.Context, st *state) error { return f(ctx, st, m.day) })
		} else {
			err = c.withPast(ctx, b, m, f)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *call) withPast(ctx context.Context, b *base, m moment, f func(ctx context.Context, st *state, day time.Time) error) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	var st *state
	defer func() { st.release() }()
	err := c.slot.aside(ctx, func() (err error) {
		st, err = b.past(ctx, m)
		return err
	})
	if err != nil {
		return err
	}
	c.note(
		fmt.Sprintf(
			"%sas of commit %.10s, %s: what has changed since is not told",
			b.prefix(),
			m.commit,
			m.day.UTC().Format(time.DateOnly),
		),
	)
	return inTime(ctx, f(ctx, st, m.day))
}
