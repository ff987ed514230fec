package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/ncruces/go-sqlite3"
	_ "github.com/ncruces/go-sqlite3/driver" // registers "sqlite3"

	"github.com/9aea2451/kb/kb/sqlite"
)

// ErrDamaged tells that the index on disk cannot be used and has to be built anew.
var ErrDamaged = errors.New("index cannot be used")

const RecordsFile = "records.db"

// OpenRecords opens the records for reading, or for writing and then creates them where they are
// missing. It returns ErrDamaged for a file that is not ours, of another schema, or corrupt, and
// ErrNoIndex when there is nothing to read.
func (x *Folder) OpenRecords(ctx context.Context, write bool) (*sql.DB, error) {
	path := filepath.Join(x.Dir, RecordsFile)
	if info, err := os.Stat(path); !write && (err != nil || info.Size() == 0) {
		return nil, ErrNoIndex
	}
	db, err := sql.Open("sqlite3", storeURI(path, write))
	if err != nil {
		return nil, AsDamage(fmt.Errorf("open records: %w", err))
	}
	if err := checkStore(ctx, db, write); err != nil {
		db.Close()
		return nil, AsDamage(err)
	}
	return db, nil
}

func storeURI(path string, write bool) string {
	q := url.Values{}
	q.Add("_pragma", "busy_timeout(10000)")
	if write {
		q.Add("_pragma", "journal_mode(wal)")
		q.Add("_pragma", "synchronous(normal)")
		q.Add("_pragma", "cache_size(-32768)")
		q.Add("_txlock", "immediate")
	} else {
		q.Add("_pragma", "query_only(1)")
	}
	return sqlite.URI(path, q)
}

// checkStore sees to it that the file is ours and of this schema; a new one is given both.
func checkStore(ctx context.Context, db *sql.DB, write bool) error {
	application, version, err := marks(ctx, db)
	switch {
	case err != nil:
		return err
	case application == applicationID && version == Schema:
		return nil
	case application == 0 && version == 0 && write:
		return createStore(ctx, db)
	case application == 0 && version == 0:
		return ErrNoIndex
	case application == applicationID:
		return fmt.Errorf("%w: schema %d, this kb has %d", ErrDamaged, version, Schema)
	}
	return fmt.Errorf("%w: records.db is not an index", ErrDamaged)
}

// marks are the application and the version that a database says it is of.
func marks(ctx context.Context, db *sql.DB) (application, version int, err error) {
	err = db.QueryRowContext(
		ctx,
		`SELECT (SELECT application_id FROM pragma_application_id), (SELECT user_version FROM pragma_user_version)`,
	).Scan(
		&application,
		&version,
	)
	return application, version, err
}

func createStore(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var tables int
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema`).Scan(&tables); err != nil {
		return err
	}
	if tables > 0 {
		return fmt.Errorf("%w: records.db is not an index", ErrDamaged)
	}
	if _, err := tx.ExecContext(ctx, schema+fmt.Sprintf("PRAGMA application_id=%d; PRAGMA user_version=%d;", applicationID, Schema)); err != nil {
		return err
	}
	return tx.Commit()
}

// AsDamage turns SQLite's complaints about the file's content into ErrDamaged.
func AsDamage(err error) error {
	if err == nil || errors.Is(err, ErrDamaged) {
		return err
	}
	for _, code := range []sqlite3.ErrorCode{sqlite3.CORRUPT, sqlite3.NOTADB, sqlite3.FORMAT, sqlite3.SCHEMA} {
		if errors.Is(err, code) {
			return fmt.Errorf("%w: %s", ErrDamaged, err)
		}
	}
	if errors.Is(err, sqlite3.IOERR_SHORT_READ) || strings.Contains(err.Error(), "no such table") {
		return fmt.Errorf("%w: %s", ErrDamaged, err)
	}
	return err
}

// AsFull says where it was when SQLite could not write, and the usual reason: its own message names neither.
func (x *Folder) AsFull(err error) error {
	if errors.Is(err, sqlite3.IOERR) || errors.Is(err, sqlite3.FULL) {
		return fmt.Errorf("write %s: %w (is the disk full?)", filepath.Join(x.Dir, RecordsFile), err)
	}
	return err
}

// storeLooksSound reads the head of the records alone: that it is SQLite's, ours, and of this schema
// (https://sqlite.org/fileformat.html, the database header).
func storeLooksSound(dir string) bool {
	f, err := os.Open(filepath.Join(dir, RecordsFile))
	if err != nil {
		return false
	}
	defer f.Close()
	var head [100]byte
	if _, err := io.ReadFull(f, head[:]); err != nil {
		return false
	}
	return string(head[:16]) == "SQLite format 3\x00" && binary.BigEndian.Uint32(head[60:]) == Schema &&
		binary.BigEndian.Uint32(head[68:]) == applicationID
}
