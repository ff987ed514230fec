package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/9aea2451/kb/kb/sqlite"
	"github.com/9aea2451/kb/kb/store"
)

// Wipe removes what an update makes, but for the lock and the vectors of servers. Nothing is lost:
// it is a function of the repository. What others keep in the folder, such as the history, is
// theirs to judge and to remove.
func (x *Folder) Wipe(ctx context.Context) error {
	if !x.EmbeddingsSound(ctx) {
		if err := x.mendEmbeddings(ctx); err != nil {
			return err
		}
	}
	// Vectors of servers were paid for: they leave records of an older kb before these go.
	x.keepEmbeddings(ctx)
	if err := sqlite.Discard(filepath.Join(x.Dir, RecordsFile)); err != nil {
		return err
	}
	entries, err := os.ReadDir(x.Dir)
	for _, e := range entries {
		state := strings.HasPrefix(e.Name(), workTreePrefix) && strings.HasSuffix(e.Name(), ".json")
		path := filepath.Join(x.Dir, e.Name())
		if state {
			err = errors.Join(err, store.RemoveAll(path))
		} else if e.Name() == GenerationsDir || e.Name() == modelsDir {
			store.RemoveAll(path) // what another process has open stays, unused, and goes with a later generation
		}
	}
	return err
}

// keepEmbeddings moves the vectors of servers out of records that are about to go, where an older
// kb kept them.
func (x *Folder) keepEmbeddings(ctx context.Context) {
	records := filepath.Join(x.Dir, RecordsFile)
	if _, err := os.Stat(filepath.Join(x.Dir, EmbeddingsFile)); err == nil || !hasBought(ctx, records) {
		return
	}
	if db, err := x.OpenEmbeddings(ctx); err == nil {
		saveEmbeddings(ctx, records, db)
		db.Close()
	}
}

// DropDamagedVectors forgets the vectors of servers whose sums do not hold.
func (x *Folder) DropDamagedVectors(ctx context.Context) error {
	path := filepath.Join(x.Dir, EmbeddingsFile)
	if _, err := os.Stat(path); err != nil {
		return nil
	}
	db, err := x.OpenEmbeddings(ctx)
	if errors.Is(err, ErrNewer) {
		return nil
	}
	if err != nil {
		return err
	}
	defer db.Close()
	type key struct {
		model string
		hash  []byte
	}
	var damaged []key
	err = EachVector(db, func(model string, hash []byte, sound bool) {
		if !sound {
			damaged = append(damaged, key{model, hash})
		}
	})
	for _, k := range damaged {
		err = errors.Join(err, db.Run(`DELETE FROM vectors WHERE model = ? AND hash = ?`, k.model, k.hash))
	}
	return err
}

// EachVector calls f for every vector of a cache, with whether its sum holds.
func EachVector(db *sqlite.Conn, f func(model string, hash []byte, sound bool)) error {
	for row, err := range db.Rows(`SELECT model, hash, vector, sum FROM vectors`) {
		if err != nil {
			return err
		}
		var model string
		var hash, packed []byte
		var sum int64
		sqlite.Scan(row, &model, &hash, &packed, &sum)
		f(model, hash, sum == VectorSum(model, hash, packed))
	}
	return nil
}

// Erase removes everything in the folder but the lock: also what Wipe leaves. It waits for another
// process that writes.
func (x *Folder) Erase(ctx context.Context) error {
	release, err := x.Acquire(ctx, x.Options.LockTimeout)
	if err != nil {
		return err
	}
	defer release()
	entries, err := os.ReadDir(x.Dir)
	for _, e := range entries {
		if e.Name() != lockFile {
			err = errors.Join(err, store.RemoveAll(filepath.Join(x.Dir, e.Name())))
		}
	}
	return err
}
