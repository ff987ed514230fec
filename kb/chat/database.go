package chat

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/ncruces/go-sqlite3"
)

// database is a foreign program's SQLite file, open to read.
type database struct {
	*sqlite3.Conn
	copied string // the folder of a copy, removed at the end
	path   string // of the foreign file
	budget budget
}

// budget is a context that is over after so many looks at it, and at a time. SQLite looks at each
// statement, each row and each thousand steps: where a view stands in the place of a table, rows may
// have no end.
type budget struct {
	context.Context
	looks int
	until time.Time
	over  bool
}

// Err is what SQLite looks at.
func (b *budget) Err() error {
	if b.looks--; b.looks < 0 || time.Now().After(b.until) {
		b.over = true
		return context.DeadlineExceeded
	}
	return b.Context.Err()
}

// readDatabase opens a live database without changing it or what lies beside it: read only, waiting
// two seconds for a writer. A database whose log nobody has open would be given files by that: it
// is read as it stands where the log is empty, else copied with its log, which holds what was said
// last, to a private folder.
func readDatabase(ctx context.Context, path string) (*database, error) {
	first, err := head(path)
	if err != nil {
		return nil, err
	}
	logged := len(first) > 19 && first[18] == 2
	switch {
	case logged && !exists(path+"-wal"):
		return openReadOnly(ctx, path, url.Values{"immutable": {"1"}})
	case logged && !exists(path+"-shm"):
		return openCopy(ctx, path)
	}
	db, err := openReadOnly(ctx, path, nil)
	if errors.Is(err, sqlite3.BUSY) || errors.Is(err, sqlite3.CANTOPEN) || errors.Is(err, sqlite3.READONLY) {
		return openCopy(ctx, path)
	}
	return db, err
}

// openCopy opens a copy of a database and of the log of what was written last, in a temporary folder:
// there SQLite may lock and create what it needs, beside the agent's own file it may not.
func openCopy(ctx context.Context, path string) (db *database, err error) {
	dir, err := os.MkdirTemp("", "kb-sessions-")
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			os.RemoveAll(dir)
		}
	}()
	name := filepath.Join(dir, "copy.db")
	for _, end := range []string{"", "-wal"} {
		if err := copyFile(path+end, name+end); err != nil && (end == "" || !errors.Is(err, os.ErrNotExist)) {
			return nil, err
		}
	}
	conn, err := sqlite3.OpenFlags(name, sqlite3.OPEN_READWRITE)
	if err != nil {
		return nil, err
	}
	db = &database{Conn: conn, copied: dir, path: path}
	if err := db.check(ctx); err != nil {
		conn.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return db, nil
}

// openReadOnly opens a database to read, and waits two seconds for whoever writes it. q is added to
// its name for SQLite: immutable=1 takes no locks, and is for a file that nobody changes meanwhile.
func openReadOnly(ctx context.Context, path string, q url.Values) (*database, error) {
	name := url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: q.Encode()}
	conn, err := sqlite3.OpenFlags(name.String(), sqlite3.OPEN_READONLY|sqlite3.OPEN_URI)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	db := &database{Conn: conn, path: path}
	err = conn.BusyTimeout(2 * time.Second)
	if err == nil {
		err = db.check(ctx)
	}
	if err != nil {
		conn.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return db, nil
}

// check reads the schema, at which a database that cannot be read fails. What follows is bounded by
// the size of the file, of which no program has less than 16 bytes a row.
func (db *database) check(ctx context.Context) error {
	size := int64(0)
	for _, end := range []string{"", "-wal"} {
		if info, err := os.Stat(db.path + end); err == nil {
			size += info.Size()
		}
	}
	db.budget = budget{Context: ctx, looks: 1000 + int(size/16), until: time.Now().Add(time.Duration(20+size>>22) * time.Second)}
	db.SetInterrupt(&db.budget)
	db.Limit(sqlite3.LIMIT_LENGTH, 4*MaxLine) // one longer ends the answer; text leaves out those above MaxLine
	return db.rows("SELECT count(*) FROM sqlite_schema", nil, func(*sqlite3.Stmt) {})
}

// rows calls f with each row of an answer.
func (db *database) rows(sql string, args []string, f func(*sqlite3.Stmt)) (err error) {
	defer func() {
		if db.budget.over {
			err = fmt.Errorf("%s: what it answers has no end: a view seems to stand in the place of a table", db.path)
		}
	}()
	stmt, _, err := db.Prepare(sql)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stmt.Close()) }()
	for i, a := range args {
		if err := stmt.BindText(i+1, a); err != nil {
			return err
		}
	}
	for stmt.Step() {
		f(stmt)
	}
	return stmt.Err()
}

// value returns the value of a key, nil when there is none. table is one that the reader names.
func (db *database) value(table, key string) (v []byte) {
	_ = db.rows("SELECT value FROM "+table+" WHERE key = ?", []string{key}, func(s *sqlite3.Stmt) {
		v = text(s, 0)
	})
	return v
}

// text is a column's bytes, nil for NULL and for what is larger than MaxLine.
func text(s *sqlite3.Stmt, col int) []byte {
	raw := s.ColumnRawText(col)
	if len(raw) > MaxLine {
		return nil
	}
	return append([]byte(nil), raw...)
}

// has tells whether there is a table or a view of this name; false as well where the schema cannot
// be read.
func (db *database) has(table string) (found bool) {
	_ = db.rows("SELECT 1 FROM sqlite_schema WHERE type IN ('table','view') AND name = ?", []string{table}, func(*sqlite3.Stmt) {
		found = true
	})
	return found
}

// Close ends the connection and removes the copy.
func (db *database) Close() error {
	err := db.Conn.Close()
	if db.copied != "" {
		err = errors.Join(err, os.RemoveAll(db.copied))
	}
	return err
}

// copyFile copies a file to a path at which there must be none yet; the copy is the user's alone to
// read.
func copyFile(from, to string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	_, err = io.Copy(out, in)
	return err
}
