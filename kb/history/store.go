package history

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/ncruces/go-sqlite3"
)

// ErrDamaged tells that the database cannot be used. Open and Update build it anew.
var ErrDamaged = errors.New("history cannot be used")

// ErrBusy tells that another process kept the database for itself for too long.
var ErrBusy = errors.New("another kb is reading the history")

// busyTimeout is how long a statement waits for another process.
const busyTimeout = 10 * time.Second

// File is the name of the database in its folder.
const File = "history.db"

// store is the database. Not for concurrent use.
type store struct {
	conn *sqlite3.Conn
	path string                   // "" in memory
	idle map[string]*sqlite3.Stmt // prepared before, and not in use
}

// openStore opens the database in a folder, and creates it where there is none. A database that is not ours, damaged or
// of another schema is removed first. Where the folder cannot be written it lies in memory.
func openStore(dir string) (*store, error) {
	if os.MkdirAll(dir, 0o777) != nil || !writable(dir) {
		return newStore("")
	}
	path := filepath.Join(dir, File)
	s, err := newStore(path)
	if errors.Is(err, ErrDamaged) {
		if err := removeStore(path); err != nil {
			return nil, err
		}
		s, err = newStore(path)
	}
	return s, err
}

func writable(dir string) bool {
	f, err := os.OpenFile(filepath.Join(dir, File), os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return false
	}
	return f.Close() == nil
}

// removeStore removes the files of a database. A process that has it open keeps what it has.
func removeStore(path string) error {
	for _, suffix := range []string{"-wal", "-shm", ""} {
		if err := os.Remove(path + suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("remove history: %w", err)
		}
	}
	return nil
}

// newStore opens a database and makes its tables.
func newStore(path string) (*store, error) {
	name := path
	if path == "" {
		name = ":memory:"
	}
	conn, err := sqlite3.OpenFlags(name, sqlite3.OPEN_READWRITE|sqlite3.OPEN_CREATE)
	if err != nil {
		return nil, asDamage(fmt.Errorf("open history: %w", err))
	}
	s := &store{conn: conn, path: path, idle: map[string]*sqlite3.Stmt{}}
	if err := s.prepare(); err != nil {
		conn.Close()
		return nil, asDamage(fmt.Errorf("open history: %w", err))
	}
	return s, nil
}

func (s *store) prepare() error {
	if err := s.conn.BusyTimeout(busyTimeout); err != nil {
		return err
	}
	if err := s.conn.Exec(`PRAGMA journal_mode=wal; PRAGMA synchronous=normal; PRAGMA cache_size=-32768`); err != nil {
		return err
	}
	made, err := s.made()
	if made || err != nil {
		return err
	}
	return s.write(func() error {
		if made, err := s.made(); made || err != nil {
			return err // another process was faster
		}
		return s.conn.Exec(schema + fmt.Sprintf("PRAGMA application_id=%d; PRAGMA user_version=%d;", applicationID, Schema))
	})
}

// made tells whether the tables are there.
func (s *store) made() (bool, error) {
	application, err := s.number(`PRAGMA application_id`)
	if err != nil {
		return false, err
	}
	version, err := s.number(`PRAGMA user_version`)
	switch {
	case err != nil:
		return false, err
	case application == 0 && version == 0:
		return false, nil
	case application != applicationID || version != Schema:
		return false, fmt.Errorf("%w: not of schema %d", ErrDamaged, Schema)
	}
	return true, nil
}

// write does something in one transaction, which is undone when it fails.
func (s *store) write(f func() error) (err error) {
	tx, err := s.conn.BeginImmediate()
	if err != nil {
		return asDamage(err)
	}
	defer tx.End(&err)
	return asDamage(f())
}

// number asks for one number, 0 when there is none.
func (s *store) number(sql string, args ...any) (int64, error) {
	n := int64(0)
	err := s.query(sql, args, func(row *sqlite3.Stmt) error {
		n = row.ColumnInt64(0)
		return nil
	})
	return n, err
}

// query gives each row of an answer to f; arguments are int64, string and []byte.
func (s *store) query(sql string, args []any, f func(row *sqlite3.Stmt) error) error {
	stmt, err := s.prepared(sql)
	if err != nil {
		return err
	}
	defer s.done(sql, stmt)
	if err := bind(stmt, args...); err != nil {
		return err
	}
	for stmt.Step() {
		if err := f(stmt); err != nil {
			return err
		}
	}
	return asDamage(stmt.Err())
}

// prepared gives a statement that nobody uses; done takes it back.
func (s *store) prepared(sql string) (*sqlite3.Stmt, error) {
	if stmt, ok := s.idle[sql]; ok {
		delete(s.idle, sql)
		return stmt, nil
	}
	stmt, _, err := s.conn.Prepare(sql)
	return stmt, asDamage(err)
}

func (s *store) done(sql string, stmt *sqlite3.Stmt) {
	if s.idle[sql] != nil || stmt.Reset() != nil || stmt.ClearBindings() != nil {
		stmt.Close()
		return
	}
	s.idle[sql] = stmt
}

// bind gives a statement its arguments.
func bind(stmt *sqlite3.Stmt, args ...any) error {
	for i, arg := range args {
		var err error
		switch v := arg.(type) {
		case int64:
			err = stmt.BindInt64(i+1, v)
		case string:
			err = stmt.BindText(i+1, v)
		case []byte:
			err = stmt.BindBlob(i+1, v)
		case nil:
			err = stmt.BindNull(i + 1)
		default:
			err = fmt.Errorf("argument of type %T", arg)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// meta reads a word about the database, "" for none.
func (s *store) meta(key string) (string, error) {
	value := ""
	err := s.query(`SELECT value FROM meta WHERE key=?`, []any{key}, func(row *sqlite3.Stmt) error {
		value = row.ColumnText(0)
		return nil
	})
	return value, err
}

func (s *store) setMeta(key, value string) error {
	return s.query(`INSERT OR REPLACE INTO meta VALUES(?,?)`, []any{key, value}, nil)
}

func (s *store) metaNumber(key string) (int, error) {
	value, err := s.meta(key)
	n, _ := strconv.Atoi(value)
	return n, err
}

// interruptible makes statements stop when ctx ends, until restore is called.
func (s *store) interruptible(ctx context.Context) (restore func()) {
	old := s.conn.SetInterrupt(ctx)
	return func() { s.conn.SetInterrupt(old) }
}

// clear removes all that is recorded.
func (s *store) clear() error {
	return s.conn.Exec(`DELETE FROM commits; DELETE FROM changes; DELETE FROM paths; DELETE FROM people; DELETE FROM graph; DELETE FROM meta`)
}

func (s *store) Close() error {
	for _, stmt := range s.idle {
		stmt.Close()
	}
	s.idle = nil
	if err := s.conn.Close(); err != nil {
		return fmt.Errorf("close history: %w", err)
	}
	return nil
}

// asDamage turns SQLite's complaints about the file's content into ErrDamaged, and of others' locks into ErrBusy.
func asDamage(err error) error {
	if err == nil || errors.Is(err, ErrDamaged) || errors.Is(err, ErrBusy) {
		return err
	}
	for _, code := range []sqlite3.ErrorCode{sqlite3.CORRUPT, sqlite3.NOTADB, sqlite3.FORMAT, sqlite3.SCHEMA} {
		if errors.Is(err, code) {
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		}
	}
	if errors.Is(err, sqlite3.IOERR_SHORT_READ) || strings.Contains(err.Error(), "no such table") || strings.Contains(err.Error(), "no such column") {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if errors.Is(err, sqlite3.BUSY) {
		return fmt.Errorf("%w: %w", ErrBusy, err)
	}
	return err
}
