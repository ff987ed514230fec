package find

import (
	"context"

	"github.com/9aea2451/kb/cmd/kb/internal/nearness"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/usage"
)

// readTogether are the notes that were shown or opened together with a note, by their paths of
// today. Of the past there are none, and without usage there are none either: that is no failure.
func readTogether(ctx context.Context, b *session.Base, s *index.Searcher, path string) (map[string]usage.Companion, error) {
	if b.Commit != "" {
		return nil, nil
	}
	u, err := usage.Look(b.Repo.StateDir())
	if err != nil {
		b.App.Remark("this answer leaves out what is read together: usage.db is %v", err)
		return nil, nil
	}
	defer u.Close()
	return nearness.ReadTogether(ctx, s, path, func(n usage.Note) ([]usage.Companion, error) { return u.Companions(ctx, n, b.App.Now()) })
}
