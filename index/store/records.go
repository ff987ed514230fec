package store

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ncruces/go-sqlite3"

	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/kb/sqlite"
)

// ErrDamaged tells that the index on disk cannot be used and has to be built anew.
var ErrDamaged = errors.New("index cannot be used")

// RecordsFile is the database of Records, in the folder of the index.
const RecordsFile = "records" + inSchema + ".db"

// Records are the database of views, their notes and links, as one connection sees it, which is not for concurrent
// use, and what was read of all notes, which is.
type Records struct {
	*sqlite.Conn
	Notes *notes.Store // as of when the records were opened; a Reader's as of its view
}

// OpenRecords opens the records for reading, or for writing and then creates them where they are
// missing; statements stop when ctx ends. It returns ErrDamaged for a file that is not ours, of
// another schema, or corrupt, and ErrNoIndex when there is nothing to read.
func (x *Folder) OpenRecords(ctx context.Context, write bool) (Records, error) {
	path := filepath.Join(x.Dir, RecordsFile)
	if info, err := os.Stat(path); !write && (err != nil || info.Size() == 0) {
		return Records{}, ErrNoIndex
	}
	db, err := connect(ctx, path, write)
	if err != nil {
		return Records{}, fmt.Errorf("open records: %w", err)
	}
	if err := checkStore(db, write); err != nil {
		db.Close()
		return Records{}, AsDamage(err)
	}
	return Records{db, x.openNotes()}, nil
}

// openNotes opens what was read of the notes.
func (x *Folder) openNotes() *notes.Store { return notes.Open(notes.Folder(x.Dir)) }

// busyTimeout is how long a statement waits for another process.
const busyTimeout = 10 * time.Second

// connect opens a database of the index; one that is to be written is created where it is missing:
// with pages of 8 KiB, of which values of some hundred bytes leave less empty.
// Statements stop when ctx ends, and then give its error.
func connect(ctx context.Context, path string, write bool) (conn *sqlite.Conn, err error) {
	known := func(err error) error {
		if errors.Is(err, sqlite3.INTERRUPT) && conn != nil && conn.GetInterrupt().Err() != nil {
			return conn.GetInterrupt().Err()
		}
		return AsDamage(err)
	}
	flags := sqlite3.OPEN_READWRITE
	if write {
		flags |= sqlite3.OPEN_CREATE
	}
	if conn, err = sqlite.Open(path, flags, busyTimeout, known); err != nil {
		return nil, err
	}
	if write {
		if err = conn.Exec(`PRAGMA page_size=8192`); err == nil {
			err = conn.Log(`PRAGMA synchronous=normal; PRAGMA cache_size=-32768`)
		}
	} else {
		err = conn.Exec(`PRAGMA query_only=1`)
	}
	if err != nil {
		conn.Close()
		return nil, known(err)
	}
	conn.SetInterrupt(ctx)
	return conn, nil
}

// checkStore sees to it that the file is ours and of this schema; a new one is given both.
func checkStore(db *sqlite.Conn, write bool) error {
	application, version, err := marks(db)
	switch {
	case err != nil:
		return err
	case application == applicationID && version == Schema:
		return nil
	case application == 0 && version == 0 && write:
		return createStore(db)
	case application == 0 && version == 0:
		return ErrNoIndex
	case application == applicationID:
		return fmt.Errorf("%w: schema %d, this kb has %d", ErrDamaged, version, Schema)
	}
	return fmt.Errorf("%w: "+RecordsFile+" is not an index", ErrDamaged)
}

// marks are the application and the version that a database says it is of.
func marks(db *sqlite.Conn) (application, version int, err error) {
	const sql = `SELECT (SELECT application_id FROM pragma_application_id), (SELECT user_version FROM pragma_user_version)`
	_, err = db.One(sql, nil, &application, &version)
	return application, version, err
}

// createStore makes the tables in an empty database; ErrDamaged where it has tables already,
// which are not ours.
func createStore(db *sqlite.Conn) error {
	return db.Write(func() error {
		n, err := db.Number(`SELECT count(*) FROM sqlite_schema`)
		if err != nil {
			return err
		}
		if n > 0 {
			return fmt.Errorf("%w: "+RecordsFile+" is not an index", ErrDamaged)
		}
		return db.Exec(schema + fmt.Sprintf("PRAGMA application_id=%d; PRAGMA user_version=%d;", applicationID, Schema))
	})
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
