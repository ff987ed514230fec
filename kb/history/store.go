package history

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/9aea2451/kb/kb/history/walk"
	"github.com/9aea2451/kb/kb/sqlite"
	disk "github.com/9aea2451/kb/kb/store"
	"github.com/ncruces/go-sqlite3"
)

// errDamaged tells that the database cannot be used. Open and Update build it anew.
var errDamaged = errors.New("history cannot be used")

// ErrBusy tells that another process kept the database for itself for too long.
var ErrBusy = errors.New("another kb is reading the history")

// busyTimeout is how long a statement waits for another process.
const busyTimeout = 10 * time.Second

// File is the name of the database in its folder.
const File = "history.db"

// store is the database. Not for concurrent use.
type store struct {
	*sqlite.Conn
	path   string       // "" in memory
	people walk.Mailmap // by which those who signed commits are shown
}

// openStore opens the database in a folder, and creates it where there is none. A database that is
// not ours, damaged or of another schema is removed first. Where the folder cannot be written it
// lies in memory.
func openStore(dir string) (*store, error) {
	if disk.MakeDir(dir) != nil || disk.Ensure(filepath.Join(dir, File)) != nil {
		return newStore("")
	}
	path := filepath.Join(dir, File)
	s, err := newStore(path)
	if errors.Is(err, errDamaged) {
		if err := removeStore(path); err != nil {
			return nil, err
		}
		s, err = newStore(path)
	}
	return s, err
}

// removeStore forgets a database. A process that has it open keeps what it has.
func removeStore(path string) error {
	if err := sqlite.Discard(path); err != nil {
		return fmt.Errorf("remove history: %w", err)
	}
	return nil
}

// newStore opens a database and makes its tables.
func newStore(path string) (*store, error) {
	conn, err := sqlite.Open(path, sqlite3.OPEN_READWRITE|sqlite3.OPEN_CREATE, busyTimeout, asDamage)
	if err != nil {
		return nil, fmt.Errorf("open history: %w", err)
	}
	s := &store{Conn: conn, path: path}
	if err := s.prepare(); err != nil {
		s.Close()
		return nil, asDamage(fmt.Errorf("open history: %w", err))
	}
	return s, nil
}

// prepare sets a connection up, and makes the tables where there are none. Of several processes one
// makes them.
func (s *store) prepare() error {
	if err := s.Log(`PRAGMA synchronous=normal; PRAGMA cache_size=-32768`); err != nil {
		return err
	}
	made, err := s.made()
	if made || err != nil {
		return err
	}
	return s.Write(func() error {
		if made, err := s.made(); made || err != nil {
			return err // another process was faster
		}
		s.unmark()
		return s.Exec(schema + fmt.Sprintf("PRAGMA application_id=%d; PRAGMA user_version=%d;", applicationID, Schema))
	})
}

// made tells whether the tables are there.
func (s *store) made() (bool, error) {
	application, err := s.Number(`PRAGMA application_id`)
	if err != nil {
		return false, err
	}
	version, err := s.Number(`PRAGMA user_version`)
	switch {
	case err != nil:
		return false, err
	case application == 0 && version == 0:
		return false, nil
	case application != applicationID || version != Schema:
		return false, fmt.Errorf("%w: not of schema %d", errDamaged, Schema)
	}
	return true, nil
}

// meta reads a word about the database, "" for none.
func (s *store) meta(key string) (string, error) {
	value := ""
	_, err := s.One(`SELECT value FROM meta WHERE key=?`, []any{key}, &value)
	return value, err
}

func (s *store) setMeta(key, value string) error {
	return s.Run(`INSERT OR REPLACE INTO meta VALUES(?,?)`, key, value)
}

// metaNumber reads a number that is kept under a key, 0 where there is none.
func (s *store) metaNumber(key string) (int, error) {
	value, err := s.meta(key)
	n, _ := strconv.Atoi(value)
	return n, err
}

// emptiedKey is the word that says how often all was removed.
const emptiedKey = "emptied"

// holds tells whether there are the commits of a graph and no others, of whatever process.
func (s *store) holds(commits int, g *graph) (bool, error) {
	n, err := s.Number(`SELECT coalesce(max(first + commits), 0) FROM graph`)
	if err != nil || int(n) != commits {
		return false, err
	}
	emptied, err := s.metaNumber(emptiedKey)
	return emptied == g.emptied, err
}

// shrink gives back what many transactions have left empty between the rows, a tenth of the file. Where
// that cannot be done, for the disk is full or another process writes, all is as it was.
func (s *store) shrink() { _ = s.Exec(`VACUUM`) }

// clear removes all that is recorded, and gives how often that was done.
func (s *store) clear() (emptied int, err error) {
	if emptied, err = s.metaNumber(emptiedKey); err != nil {
		return 0, err
	}
	emptied++
	s.unmark()
	err = s.Exec(
		`DELETE FROM commits; DELETE FROM touches; DELETE FROM paths; DELETE FROM folders; DELETE FROM people; DELETE FROM graph; ` +
			`DELETE FROM meta`,
	)
	if err == nil {
		err = s.setMeta(emptiedKey, strconv.Itoa(emptied))
	}
	return emptied, err
}

// Close ends the connection.
func (s *store) Close() error {
	if err := s.Conn.Close(); err != nil {
		return fmt.Errorf("close history: %w", err)
	}
	return nil
}

// asDamage turns SQLite's complaints about the file's content into errDamaged, and of others' locks
// into ErrBusy.
func asDamage(err error) error {
	if err == nil || errors.Is(err, errDamaged) || errors.Is(err, ErrBusy) {
		return err
	}
	for _, code := range []sqlite3.ErrorCode{sqlite3.CORRUPT, sqlite3.NOTADB, sqlite3.FORMAT, sqlite3.SCHEMA} {
		if errors.Is(err, code) {
			return fmt.Errorf("%w: %w", errDamaged, err)
		}
	}
	if errors.Is(err, sqlite3.IOERR_SHORT_READ) || strings.Contains(err.Error(), "no such table") ||
		strings.Contains(err.Error(), "no such column") {
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	if errors.Is(err, sqlite3.BUSY) {
		return fmt.Errorf("%w: %w", ErrBusy, err)
	}
	return err
}
