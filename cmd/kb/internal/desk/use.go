package desk

import (
	"context"
	"time"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/usage"
)

// OpenUsage opens the record of use to count and to change what is in it. Close it.
func (d *Desk) OpenUsage(ctx context.Context) (*usage.Store, error) {
	return usage.Open(ctx, d.Repo.StateDir(), d.Now(), d.o.Remark)
}

// accesses returns how often each note was opened; nil where nothing is recorded, or it cannot be
// read.
func (d *Desk) accesses(ctx context.Context) func(*kb.Note) (int, time.Time) {
	u, err := usage.Look(d.Repo.StateDir())
	if err != nil {
		return nil
	}
	defer u.Close()
	counts, err := u.Counts(ctx)
	if err != nil || len(counts.All) == 0 {
		return nil
	}
	return func(n *kb.Note) (int, time.Time) {
		c := counts.Of(usage.Note{Path: n.Path, ID: n.ID})
		return c.Opened, c.LastOpened
	}
}

// FollowRenames lets the use of notes that are no longer where they were follow them to where the
// history says that they went. It is part of answers that are about something else, and a rename
// that is not found loses nothing: what goes wrong is left to the next one.
func (d *Desk) FollowRenames(ctx context.Context) {
	if d.o.Untracked != "" {
		return
	}
	lost, there, err := d.lostNotes(ctx)
	if err != nil || len(lost) == 0 {
		return
	}
	past, err := d.HistoryAt(ctx, "")
	if err != nil {
		return
	}
	u, err := usage.Open(ctx, d.Repo.StateDir(), d.Now(), nil)
	if err != nil {
		return
	}
	defer u.Close()
	for _, from := range lost {
		to, err := past.WhereTo(ctx, from, there)
		if err == nil && to != "" {
			err = u.Rename(ctx, from, to)
		}
		if err != nil {
			return
		}
	}
}

// lostNotes lists the paths of used notes that are no notes any more, and tells the paths that are.
func (d *Desk) lostNotes(ctx context.Context) (lost []string, there map[string]bool, err error) {
	s, err := d.Index.Searcher(ctx)
	if err != nil {
		return nil, nil, err
	}
	defer s.Close()
	u, err := usage.Look(d.Repo.StateDir())
	if err != nil {
		return nil, nil, err
	}
	defer u.Close()
	counts, err := u.Counts(ctx)
	if err != nil || len(counts.All) == 0 {
		return nil, nil, err
	}
	names, err := s.Names(ctx)
	if err != nil {
		return nil, nil, err
	}
	there, ids := make(map[string]bool, len(names)), map[string]bool{}
	for _, n := range names {
		there[n.Path] = true
		if n.ID != "" {
			ids[n.ID] = true
		}
	}
	for _, c := range counts.All {
		if !there[c.Note.Path] && !ids[c.Note.ID] {
			lost = append(lost, c.Note.Path)
		}
	}
	return lost, there, nil
}

// maxRenames is how often a note may have been renamed since it was last used.
const maxRenames = 20

// WhereTo follows a path through the renames that are recorded to one that is there, "" for none.
func (p *Past) WhereTo(ctx context.Context, path string, there map[string]bool) (string, error) {
	seen := map[string]bool{path: true}
	for at := []string{path}; len(at) > 0 && len(seen) <= maxRenames; at = at[1:] {
		next, err := p.RenamedTo(ctx, at[0])
		if err != nil {
			return "", err
		}
		for _, to := range next {
			if there[to] {
				return to, nil
			}
			if !seen[to] {
				seen[to] = true
				at = append(at, to)
			}
		}
	}
	return "", nil
}

// Moved lets the use of notes follow those that the index has just found under another path. It is
// done before an answer, so it waits for nobody, and says nothing: kb index and kb usage find from
// the history what is missed here.
func (d *Desk) Moved(moves []index.Move) {
	if len(moves) == 0 || d.o.Untracked != "" {
		return
	}
	renames := make([]usage.Rename, len(moves))
	for i, m := range moves {
		renames[i] = usage.Rename{From: m.From, To: m.To}
	}
	usage.TryRename(d.Repo.StateDir(), renames)
}
