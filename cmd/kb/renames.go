package main

import (
	"context"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/usage"
)

// movesKnown lets the use of notes follow those that the index has just found under another path. It is done before an answer, so it waits for nobody,
// and says nothing: kb index and kb usage find from the history what is missed here.
func (b *base) movesKnown(moves []index.Move) {
	if len(moves) == 0 || b.app.untracked() != "" {
		return
	}
	renames := make([]usage.Rename, len(moves))
	for i, m := range moves {
		renames[i] = usage.Rename{From: m.From, To: m.To}
	}
	usage.TryRename(b.repo.StateDir(), renames)
}

// followRenames lets the use of notes that are no longer where they were follow them to where the history says that they went.
func (a *app) followRenames(ctx context.Context, repo *kb.Repo, u *usage.Store, s *index.Searcher) error {
	names, err := s.Names(ctx)
	if err != nil {
		return err
	}
	lost, err := lostNotes(ctx, u, names)
	if err != nil || len(lost) == 0 {
		return err
	}
	c, err := a.openChronicle(ctx, repo)
	if err != nil {
		return err
	}
	defer c.Close()
	there := make(map[string]bool, len(names))
	for _, n := range names {
		there[n.Path] = true
	}
	for _, from := range lost {
		to, err := c.whereTo(ctx, from, there)
		if err != nil {
			return err
		}
		if to == "" {
			continue
		}
		if err := u.Rename(ctx, from, to); err != nil {
			return err
		}
	}
	return nil
}

// followQuietly is followRenames for a verb that is about something else: what goes wrong is left to kb usage.
func (b *base) followQuietly(ctx context.Context) {
	u, err := usage.Look(b.repo.StateDir())
	if err != nil {
		return
	}
	s, err := b.index.Searcher(ctx)
	if err != nil {
		u.Close()
		return
	}
	defer s.Close()
	names, err := s.Names(ctx)
	var lost []string
	if err == nil {
		lost, err = lostNotes(ctx, u, names)
	}
	u.Close()
	if err != nil || len(lost) == 0 || b.app.untracked() != "" {
		return
	}
	if u, err = usage.Open(ctx, b.repo.StateDir(), b.app.now(), nil); err == nil {
		b.app.followRenames(ctx, b.repo, u, s)
		u.Close()
	}
}

// lostNotes lists the paths of used notes that are no notes any more.
func lostNotes(ctx context.Context, u *usage.Store, names []kb.Name) ([]string, error) {
	counts, err := u.Counts(ctx)
	if err != nil {
		return nil, err
	}
	known := make(map[string]bool, 2*len(names))
	for _, n := range names {
		known["path "+n.Path] = true
		if n.ID != "" {
			known["id "+n.ID] = true
		}
	}
	var lost []string
	for _, c := range counts.All {
		if !known["path "+c.Note.Path] && !(c.Note.ID != "" && known["id "+c.Note.ID]) {
			lost = append(lost, c.Note.Path)
		}
	}
	return lost, nil
}

// maxRenames is how often a note may have been renamed since it was last used.
const maxRenames = 20

// whereTo follows a path through the renames that are recorded to one that is there, "" for none.
func (c *chronicle) whereTo(ctx context.Context, path string, there map[string]bool) (string, error) {
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
