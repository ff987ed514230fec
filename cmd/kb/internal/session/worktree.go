package session

import (
	"context"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/kb/snapshot"
)

// Notes opens the repository, and reads the notes of its work tree with their statements.
func Notes(ctx context.Context, a *app.App) (*Base, *snapshot.Snapshot, error) {
	repo, err := OpenRepo(ctx, a)
	if err != nil {
		return nil, nil, err
	}
	b := In(a, repo)
	s, err := b.Snapshot(ctx)
	if err != nil {
		return nil, nil, err
	}
	RemarkNoNotes(a, len(s.Entries), "")
	return b, s, nil
}
