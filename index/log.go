package index

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// maxLog is how many bytes the log of the records may have before it is worth to write it back.
const maxLog = 16 << 20

// ShortenLog writes the log of the records back into them once it is long. SQLite does so by itself
// only while nobody reads, and who answers all day has always a state open: the log would grow with
// each update. The searchers that this process has open take part, and go on with the same state.
// Where another process is in the way it is left for the next time.
func (x *Index) ShortenLog(ctx context.Context, open ...*Searcher) error {
	info, err := os.Stat(filepath.Join(x.dir, recordsFile+"-wal"))
	if err != nil || info.Size() < maxLog {
		return nil
	}
	return x.shortenLog(ctx, open)
}

func (x *Index) shortenLog(ctx context.Context, open []*Searcher) error {
	release, err := acquire(ctx, x.dir, 0, x.o.Warn)
	if errors.Is(err, ErrBusy) {
		return nil
	}
	if err != nil {
		return err
	}
	defer release()
	db, err := openStore(ctx, x.dir, true)
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
		if _, err := db.ExecContext(ctx, `PRAGMA busy_timeout(0); PRAGMA wal_checkpoint(`+mode+`)`); err != nil {
			return fmt.Errorf("shorten the log: %w", err)
		}
	}
	return nil
}

// renew begins to read the records anew, at the same state: the caller keeps writers away.
func (s *Searcher) renew(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	tx, err := s.db.BeginTx(s.life, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return err
	}
	now, err := loadView(ctx, tx, s.x.view)
	if err != nil || now.generation != s.view.generation {
		tx.Rollback()
		return err // a state that has been replaced meanwhile goes on with what it has
	}
	lib, err := newLibrary(ctx, tx)
	if err != nil {
		tx.Rollback()
		return err
	}
	s.lib.close()
	s.tx.Rollback()
	s.tx, s.lib = tx, lib
	return nil
}
