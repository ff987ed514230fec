package session

import (
	"context"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/usage"
)

// FollowRenames lets the use of notes that are no longer where they were follow them to where the
// history says that they went. It is part of verbs that are about something else, and a rename that
// is not found loses nothing: what goes wrong is left to the next one.
func (b *Base) FollowRenames(ctx context.Context) {
	s, err := b.Index.Searcher(ctx)
	if err != nil || Untracked(b.App) != "" {
		return
	}
	defer s.Close()
	lost, there, err := b.lostNotes(ctx, s)
	if err != nil || len(lost) == 0 {
		return
	}
	quiet := *b.App
	quiet.Quiet = true // what the history lacks is said by the verb itself, where it matters to it
	c, err := OpenChronicle(ctx, &quiet, b.Repo)
	if err != nil {
		return
	}
	defer c.Close()
	u, err := usage.Open(ctx, b.Repo.StateDir(), b.App.Now(), nil)
	if err != nil {
		return
	}
	defer u.Close()
	for _, from := range lost {
		to, err := c.whereTo(ctx, from, there)
		if err == nil && to != "" {
			err = u.Rename(ctx, from, to)
		}
		if err != nil {
			return
		}
	}
}

// lostNotes lists the paths of used notes that are no notes any more, and tells the paths that are.
func (b *Base) lostNotes(ctx context.Context, s *index.Searcher) (lost []string, there map[string]bool, err error) {
	u, err := usage.Look(b.Repo.StateDir())
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

// whereTo follows a path through the renames that are recorded to one that is there, "" for none.
func (c *Chronicle) whereTo(ctx context.Context, path string, there map[string]bool) (string, error) {
	seen := map[string]bool{path: true}
	for at := []string{path}; len(at) > 0 && len(seen) <= maxRenames; at = at[1:] {
		next, err := c.RenamedTo(ctx, at[0])
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
