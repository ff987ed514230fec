package stale

import (
	"context"
	"time"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/history/walk"
)

// A commit that changes more than massShare of all notes that there were, and at least massNotes
// and massToday of those of today, is a new layout or a move: nobody looked at each of them.
const (
	massShare = 0.3
	massToday = 0.05
	massNotes = 20
)

// maxListed bounds how many paths of a commit are counted.
const maxListed = 100_000

// touch finds out when somebody last saw to a note.
func (j *Judge) touch(ctx context.Context, q *inquiry) error {
	file := q.entry.File
	if blob := j.tree.blobs[file.Path]; blob != file.Blob {
		q.facts.Touch, q.facts.Touched = Touch{By: "uncommitted", Date: day(j.o.Now)}, j.o.Now
		if j.line != nil {
			q.place, q.placed = j.line.Tip(), true
		}
		return nil
	}
	life, err := j.life(ctx, file.Path)
	if err != nil {
		return err
	}
	for i := range life {
		commit, when, err := j.touchedAt(ctx, &life[i])
		if err != nil {
			return err
		}
		if commit == nil {
			continue
		}
		q.place, q.placed = life[i].Place, true
		if !life[i].Cut {
			q.facts.Touched = when
			q.facts.Touch = Touch{By: "commit", Date: day(when), Commit: commit}
		}
		break
	}
	j.verified(q)
	return nil
}

// touchedAt gives the commit that touched a note, and when, at a place of its life; nil when it was no touch.
func (j *Judge) touchedAt(ctx context.Context, l *history.Landing) (*CommitRef, time.Time, error) {
	begins := l.Cut || l.Change.Status == walk.Added || l.Change.Status == walk.Copied
	if !begins {
		if l.Change.OldBlob == l.Change.NewBlob {
			return nil, time.Time{}, nil
		}
		if mass, err := j.massTouch(ctx, l.Place); err != nil {
			return nil, time.Time{}, err
		} else if mass {
			return j.touchedWithin(ctx, l)
		}
	}
	commit, err := j.commit(ctx, l.Place)
	return commit, j.line.When(l.Place), err
}

// touchedWithin looks for a touch among the commits that came in with a great merge.
func (j *Judge) touchedWithin(ctx context.Context, l *history.Landing) (*CommitRef, time.Time, error) {
	events, err := j.line.Within(ctx, l.Place, l.Change.Path)
	if err != nil {
		return nil, time.Time{}, err
	}
	for _, e := range events {
		if e.Change.OldBlob == e.Change.NewBlob {
			continue
		}
		notes, ok := j.within[e.Commit.ID]
		if !ok {
			c, err := j.history.Commit(ctx, e.Commit.ID)
			if err != nil {
				return nil, time.Time{}, err
			}
			for _, change := range c.Changes {
				if kb.IsMarkdown(change.Path) {
					notes++
				}
			}
			j.within[e.Commit.ID] = notes
		}
		if notes < j.leastMass() {
			return shortCommit(e.Commit), e.Commit.Committer.When, nil
		}
	}
	return nil, time.Time{}, nil
}

// leastMass is how many notes a commit must change to be a touch of none, by those of today.
func (j *Judge) leastMass() int {
	return max(massNotes, int(massToday*float64(len(j.notes.Entries))))
}

// massTouch tells whether the commit at a place changed so many notes that it was a touch of none.
func (j *Judge) massTouch(ctx context.Context, place int) (bool, error) {
	if mass, ok := j.massive[place]; ok {
		return mass, nil
	}
	paths, err := j.line.Changed(ctx, place, maxListed)
	if err != nil {
		return false, err
	}
	changed, all := 0, 0
	for _, p := range paths {
		if kb.IsMarkdown(p) {
			changed++
		}
	}
	if changed >= j.leastMass() {
		c, err := j.commit(ctx, place)
		if err != nil {
			return false, err
		}
		files, err := j.repo.Files(ctx, c.ID)
		if err != nil {
			return false, err
		}
		for _, f := range files {
			if kb.IsMarkdown(f.Path) {
				all++
			}
		}
	}
	mass := changed >= j.leastMass() && float64(changed) > massShare*float64(all)
	j.massive[place] = mass
	return mass, nil
}

// verified lets a later date of the front matter count as a touch: of what had been committed by
// the end of that day.
func (j *Judge) verified(q *inquiry) {
	end := j.verifiedUntil(q)
	if !end.After(q.facts.Touched) || day(end) <= q.facts.Touch.Date {
		return
	}
	q.facts.Touched = end
	q.facts.Touch.By, q.facts.Touch.Date = "verified", day(end)
	if place := j.line.Before(end); place > q.place || !q.placed && place >= 0 {
		q.place, q.placed = place, true
	}
}

// verifiedUntil gives the end of the day on which a person checked the note, the zero time when nobody did.
func (j *Judge) verifiedUntil(q *inquiry) time.Time {
	date, err := time.Parse(time.DateOnly, q.entry.Note.Verified)
	if err != nil {
		if date, err = time.Parse(time.RFC3339, q.entry.Note.Verified); err != nil {
			return time.Time{}
		}
	}
	end := time.Date(date.Year(), date.Month(), date.Day(), 23, 59, 59, 0, time.UTC)
	if j.o.Now.Before(end) {
		end = j.o.Now
	}
	return end
}

// passedOver tells whether a note cites what went at a place although it was touched since: it
// cited it before, and nobody has verified the note as it is.
func (j *Judge) passedOver(ctx context.Context, q *inquiry, text string, place int) (bool, error) {
	if !j.line.When(place).After(j.verifiedUntil(q)) {
		return false, nil
	}
	return j.citedBefore(ctx, q, text, place)
}
