package walk

import (
	"context"
	"fmt"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/workers"
)

// readAhead is how many commits are read while the renames of one are looked for.
const readAhead = 64

// Missing is what a walk would have needed to tell every rename.
type Missing struct {
	Blobs int    // that are not here
	Blob  string // one of them, "" for none
}

// Walk reads commits, parents before children, and gives each to f with its renames; an error of f
// ends it. It returns what was missing.
func Walk(ctx context.Context, repo *kb.Repo, w git.CommitWalk, f func(*Commit) error) (Missing, error) {
	blobs, err := repo.RawBlobs(ctx)
	if err != nil {
		return Missing{}, fmt.Errorf("walk history: %w", err)
	}
	defer blobs.Close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	raws := make(chan *git.RawCommit, readAhead)
	var reader workers.Group
	var walkErr error
	reader.Go(func() {
		defer close(raws)
		walkErr = repo.Commits(ctx, w, func(raw *git.RawCommit) error {
			select {
			case raws <- raw:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
	})
	r := renames{read: func(id string) ([]byte, error) { return blobs.Read(git.Blob(id)) }}
	for raw := range raws {
		if err != nil {
			continue
		}
		if err = r.commit(raw, f); err != nil {
			cancel()
		}
	}
	if reader.Wait(); err == nil {
		err = walkErr
	}
	if err != nil {
		return r.missing, fmt.Errorf("walk history: %w", err)
	}
	return r.missing, nil
}

// commit gives a commit with its renames to f.
func (r *renames) commit(raw *git.RawCommit, f func(*Commit) error) (err error) {
	c := parseCommit(raw.ID, raw.Data)
	c.Cut, c.Unknown = raw.Cut, raw.Unknown
	if c.Changes, err = r.detect(raw.Touches); err != nil {
		return fmt.Errorf("commit %s: %w", raw.ID, err)
	}
	return f(c)
}
