package past

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/index"
)

// queryQuestion asks whether a note answers a query.
type queryQuestion struct {
	base *session.Base
	past *desk.Past
	cmd  *bisectCmd

	expect string          // the path of the note at the end
	names  map[string]bool // all that it was ever called
}

// prepare finds the note and its former names.
func (q *queryQuestion) prepare(ctx context.Context, end string) error {
	day, err := q.base.Repo.CommitTime(ctx, end)
	if err != nil {
		return err
	}
	of := *q.base
	if of.View, err = of.Look(ctx, desk.Moment{Commit: end, Day: day}); err != nil {
		return err
	}
	defer of.View.Close()
	found, err := of.Lookup(ctx, q.cmd.Expect, false)
	switch typed := of.Typed(q.cmd.Expect); {
	case err == nil:
		q.expect = found.Path
	case q.once(ctx, end, typed):
		q.expect = typed
	default:
		return err
	}
	q.names, err = namesOf(ctx, q.past, end, q.expect)
	return err
}

// once reports whether there was ever a note at a path.
func (q *queryQuestion) once(ctx context.Context, end, path string) bool {
	events, err := q.past.Note(ctx, end, path)
	return err == nil && len(events) > 0
}

// namesOf returns the paths that a note has had.
func namesOf(ctx context.Context, c *desk.Past, commit, path string) (map[string]bool, error) {
	names := map[string]bool{path: true}
	events, err := c.Note(ctx, commit, path)
	for _, e := range events {
		names[e.Change.Path] = true
		if e.Change.OldPath != "" {
			names[e.Change.OldPath] = true
		}
	}
	return names, err
}

// ask searches the tree of a commit on its day.
func (q *queryQuestion) ask(ctx context.Context, commit string, day time.Time) (bool, string, error) {
	v, err := q.base.Look(ctx, desk.Moment{Commit: commit, Day: day})
	if err != nil {
		return false, "", err
	}
	defer v.Close()
	s := v.Searcher
	answer, err := s.Search(ctx, index.Query{Text: q.cmd.Query, Mode: index.Mode(q.cmd.Mode), Limit: q.cmd.Top, ActiveOnly: true, Day: day})
	if err != nil {
		return false, "", err
	}
	for i, h := range answer.Hits {
		if q.names[h.Path] {
			return true, fmt.Sprintf("%s is hit %d", h.Path, i+1), nil
		}
	}
	if err := q.readable(ctx, s, commit, day); err != nil {
		return false, "", err
	}
	state := "the note is not there"
	for name := range q.names {
		record, err := s.NoteOn(ctx, name, day)
		if err != nil {
			continue
		}
		state = fmt.Sprintf("%s is not among the first %d", name, q.cmd.Top)
		if record.Inactive != "" {
			state = fmt.Sprintf("%s does not hold: %s", name, record.Inactive)
		}
		break
	}
	if len(answer.Hits) > 0 {
		state += "; the first hit is " + answer.Hits[0].Path
	}
	return false, state, nil
}

// readable is an error when the note is in the tree of a commit, and its bytes are not here:
// whether it answered is not known.
func (q *queryQuestion) readable(ctx context.Context, s *index.Searcher, commit string, day time.Time) error {
	tree, err := q.base.Repo.TreeAt(ctx, commit)
	if err != nil {
		return err
	}
	for _, f := range tree.Files {
		if !q.names[f.Path] {
			continue
		}
		if _, err := s.NoteOn(ctx, f.Path, day); errors.Is(err, index.ErrNoNote) {
			return app.WithHint(fmt.Errorf("%s could not be read", f.Path), "fetch what is missing: git fetch --refetch --no-filter")
		}
	}
	return nil
}

// change names what happened at the commit that was found.
func (q *queryQuestion) change(holds bool) string {
	if holds {
		return "the answer was gained"
	}
	return "the answer was lost"
}

// never says that the note answers at every commit, or at none.
func (q *queryQuestion) never(holds bool) string {
	if holds {
		return q.expect + " has always answered: nothing was lost"
	}
	return q.expect + " has never answered"
}
