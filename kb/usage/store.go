package usage

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/9aea2451/kb/kb/sqlite"
	"github.com/ncruces/go-sqlite3"
)

// store is a connection to the database. Not for concurrent use.
type store struct{ *sqlite.Conn }

// openStore opens the database, creates it where there is none, and brings it to this version. wait
// is how long each statement waits for other processes. In memory it lies with the path "".
func openStore(path string, wait time.Duration) (*store, error) {
	s, err := connect(path, sqlite3.OPEN_READWRITE|sqlite3.OPEN_CREATE, wait)
	if err != nil {
		return nil, err
	}
	if err := s.prepare(path != ""); err != nil {
		s.Close()
		return nil, asKnown(err)
	}
	return s, nil
}

// openOrCreate is openStore for a database that other processes may be creating or replacing at the
// same time.
func openOrCreate(path string, wait time.Duration) (*store, error) {
	if !exists(path) {
		release, err := lockFile(path, wait)
		if err != nil {
			return nil, err
		}
		defer release()
	}
	return openStore(path, wait)
}

// openExisting opens the database for reading, and writes nothing. Tables of later migrations may be missing.
func openExisting(path string, wait time.Duration) (*store, error) {
	s, err := connect(path, sqlite3.OPEN_READONLY, wait)
	if err != nil {
		return nil, err
	}
	version, err := s.version()
	if err == nil && version == 0 {
		err = os.ErrNotExist
	}
	if err != nil {
		s.Close()
		return nil, asKnown(err)
	}
	return s, nil
}

// connect opens a connection whose errors are those of this package.
func connect(path string, flags sqlite3.OpenFlag, wait time.Duration) (*store, error) {
	conn, err := sqlite.Open(path, flags, wait, asKnown)
	if err != nil {
		return nil, err
	}
	return &store{conn}, nil
}

// prepare sets the connection up and migrates the tables.
func (s *store) prepare(file bool) error {
	version, err := s.version() // before anything is written: a file that is not ours stays as it is
	if err != nil {
		return err
	}
	if file {
		if err := s.Log(`PRAGMA synchronous=normal`); err != nil {
			return err
		}
		// Each command is often the only one that has the database open: without this each would
		// end with a checkpoint, which waits for the disk.
		if _, err := s.Config(sqlite3.DBCONFIG_NO_CKPT_ON_CLOSE, true); err != nil {
			return err
		}
		if err := s.WALAutoCheckpoint(0); err != nil { // see shorten
			return err
		}
	}
	if version == Schema {
		return nil
	}
	return s.Write(func() error { return s.migrate(Schema) })
}

// logSize is the length of the log in bytes from which on it is written back: about ten searches.
// Who opens the database alone reads all of the log, so that a short one keeps searches fast.
const logSize = 800 << 10

// migrate brings the tables to a version, one after the other. It runs in a transaction, so that
// two processes do not both do it.
func (s *store) migrate(to int) error {
	version, err := s.version()
	if err != nil {
		return err
	}
	for ; version < to; version++ {
		if err := s.Exec(migrations()[version]); err != nil {
			return err
		}
		if err := s.Exec(fmt.Sprintf("PRAGMA application_id=%d; PRAGMA user_version=%d", applicationID, version+1)); err != nil {
			return err
		}
	}
	return nil
}

// version gives the version of the tables, 0 when there are none yet. It returns ErrNewer and
// ErrForeign for databases that are not to be touched.
func (s *store) version() (int, error) {
	var application, version, tables int64
	// In one statement, so that another process which makes the tables meanwhile has made all of it
	// or nothing.
	err := s.Query(
		`SELECT (SELECT application_id FROM pragma_application_id), (SELECT user_version FROM pragma_user_version), (SELECT count(*) `+
			`FROM sqlite_schema)`,
		nil,
		func(row *sqlite.Row) error {
			application, version, tables = row.ColumnInt64(0), row.ColumnInt64(1), row.ColumnInt64(2)
			return nil
		},
	)
	switch {
	case err != nil:
		return 0, err
	case application == 0 && version == 0 && tables == 0:
		return 0, nil
	case application != applicationID || version < 1:
		return 0, ErrForeign
	case version > Schema:
		return 0, fmt.Errorf("%w (version %d, this kb knows %d)", ErrNewer, version, Schema)
	}
	return int(version), nil
}

func millis(t time.Time) int64 { return t.UnixMilli() }

// timeOf is the inverse of millis; 0 is no time at all.
func timeOf(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// dayOf is the number of the day, in UTC, since 1970.
func dayOf(t time.Time) int64 { return floorDiv(t.Unix(), 24*60*60) }

// floorDiv divides and rounds down, also what lies before 1970.
func floorDiv(a, b int64) int64 {
	if a < 0 {
		return (a - b + 1) / b
	}
	return a / b
}

// exists tells whether a database was ever written.
func exists(path string) bool {
	info, err := os.Stat(path)
	return !errors.Is(err, os.ErrNotExist) && (err != nil || info.Size() > 0)
}
