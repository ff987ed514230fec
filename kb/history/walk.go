package history

import (
	"context"
	"fmt"

	"github.com/9aea2451/kb/kb"
)

// Walk reads commits, parents before children, and gives each to f with its renames; an error of f ends it. It returns
// how many blobs were missing that could have told of a rename.
func Walk(ctx context.Context, repo *kb.Repo, w kb.CommitWalk, f func(*Commit) error) (missing int, err error) {
	blobs, err := repo.Blobs(ctx)
	if err != nil {
		return 0, fmt.Errorf("walk history: %w", err)
	}
	defer blobs.Close()
	r := renames{read: func(id string) ([]byte, error) { return blobs.Read(kb.Blob(id)) }}
	err = repo.Commits(ctx, w, func(raw *kb.RawCommit) error {
		c := parseCommit(raw.ID, raw.Data)
		c.Cut, c.Unknown = raw.Cut, raw.Unknown
		if c.Changes, err = r.detect(raw.Touches); err != nil {
			return fmt.Errorf("commit %s: %w", raw.ID, err)
		}
		return f(c)
	})
	if err != nil {
		return r.missing, fmt.Errorf("walk history: %w", err)
	}
	return r.missing, nil
}
