package desk

import (
	"context"
	"path/filepath"

	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/validate"
)

// Snapshot reads the notes of the work tree with their statements. What is new is kept for the next
// answer, where it can be written.
func (d *Desk) Snapshot(ctx context.Context) (*snapshot.Snapshot, error) {
	tree, err := d.Repo.Present(ctx)
	if err != nil {
		return nil, err
	}
	cache := snapshot.CacheFile(d.Repo)
	progress := func(done, total int) { d.o.Progress("reading", done, total) }
	s, err := snapshot.Load(ctx, d.Repo, tree, snapshot.Options{Cache: cache, Progress: progress})
	d.o.rest()
	if err != nil {
		return nil, err
	}
	s.Save(cache)
	return s, nil
}

// keepSnapshot keeps what was read of notes that are judged.
func (d *Desk) keepSnapshot(s *snapshot.Snapshot) { s.Save(snapshot.CacheFile(d.Repo)) }

// keeping says where the judgement of all statements is kept.
func (d *Desk) keeping() validate.Keeping {
	return validate.Keeping{File: filepath.Join(d.Repo.StateDir(), "index", "judgement"), Version: d.o.Version}
}
