package search

import (
	"context"
	"errors"
	"fmt"

	"github.com/9aea2451/kb/index/store"
)

// ShortenLog writes the log of the records back into them. SQLite does so by itself only while
// nobody reads, and who answers all day has always a state open: the log would grow with each
// update. The searchers that this process has open take part, and go on with the same state. Where
// another process is in the way it is left for the next time.
func ShortenLog(ctx context.Context, x *store.Folder, open ...*Searcher) error {
	release, err := x.Acquire(ctx, 0)
	if errors.Is(err, store.ErrBusy) {
		return nil
	}
	if err != nil {
		return err
	}
	defer release()
	db, err := x.OpenRecords(ctx, true)
	if err != nil {
		return err
	}
	defer db.Close()
	// Nobody holds up the pages that all see, and who begins to read when all are written back
	// needs no log (https://sqlite.org/wal.html#concurrency).
	for _, mode := range []string{"passive", "truncate"} {
		for _, s := range open {
			if err := s.renew(ctx); err != nil {
				return fmt.Errorf("shorten the log: %w", err)
			}
		}
		if err := db.Exec(`PRAGMA busy_timeout(0); PRAGMA wal_checkpoint(` + mode + `)`); err != nil {
			return fmt.Errorf("shorten the log: %w", err)
		}
	}
	return nil
}

// renew lets go of the log that is read, and goes on with the same state; see store.Reader.Renew.
func (s *Searcher) renew(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.from.Renew(ctx)
}
