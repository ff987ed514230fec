// Package sqlite is a connection to an SQLite database that keeps the statements it has prepared,
// binds their arguments by type, and gives SQLite's complaints as the errors of who uses it.
//
// # Limitations
//
// A connection is not for concurrent use. What a database is for, its tables and their versions are
// the caller's.
package sqlite

import (
	"context"
	"errors"
	"path/filepath"
	"syscall"
	"time"

	"github.com/ncruces/go-sqlite3"

	"github.com/9aea2451/kb/kb/store"
)

// Row is a row of an answer; it is valid until the next one.
type Row = sqlite3.Stmt

// Conn is one connection. Close it.
type Conn struct {
	*sqlite3.Conn
	path    string // "" in memory
	wait    time.Duration
	connect func() (*sqlite3.Conn, error)
	known   func(error) error
	idle    map[string]*sqlite3.Stmt // prepared before, and not in use
}

// Open opens a database; the path "" is one in memory. wait is how long each statement waits for
// other processes. ours makes the caller's errors of SQLite's; it is given nil too, and errors
// that it has made.
func Open(path string, flags sqlite3.OpenFlag, wait time.Duration, ours func(error) error) (*Conn, error) {
	known := func(err error) error { return ours(atFile(path, err)) }
	name := ":memory:"
	if path != "" {
		name, flags = uri(path, nil), flags|sqlite3.OPEN_URI
	}
	connect := func() (*sqlite3.Conn, error) {
		conn, err := sqlite3.OpenFlags(name, flags)
		if err == nil {
			if err = conn.BusyTimeout(wait); err != nil {
				conn.Close()
			}
		}
		return conn, err
	}
	conn, err := connect()
	if err != nil {
		return nil, known(err)
	}
	return &Conn{Conn: conn, path: path, wait: wait, connect: connect, known: known, idle: map[string]*sqlite3.Stmt{}}, nil
}

// fileError is a complaint of SQLite's about a file that cannot be read or written, and why.
type fileError struct {
	error
	path, why string
}

func (e *fileError) Error() string { return e.path + ": " + e.error.Error() + e.why }
func (e *fileError) Unwrap() error { return e.error }

// atFile names the file that SQLite could not work with, which its own messages do not, and says that the
// disk is full where a small file beside it cannot be written.
func atFile(path string, err error) error {
	var said *fileError
	if path == "" || errors.As(err, &said) || errors.Is(err, sqlite3.IOERR_SHORT_READ) ||
		!errors.Is(err, sqlite3.IOERR) && !errors.Is(err, sqlite3.FULL) && !errors.Is(err, sqlite3.CANTOPEN) {
		return err
	}
	e := &fileError{error: err, path: path}
	probe, release, made := store.TemporaryDir(filepath.Dir(path), "room-")
	if made == nil {
		defer release()
		made = store.Write(filepath.Join(probe, "page"), make([]byte, 256<<10)) // some pages more than a log begins with
	}
	if errors.Is(err, sqlite3.FULL) || errors.Is(made, syscall.ENOSPC) || errors.Is(made, syscall.EDQUOT) {
		e.why = " (is the disk full?)"
	}
	return e
}

// Exec runs statements that give nothing.
func (c *Conn) Exec(sql string) error {
	return c.known(c.unlogged(func() error { return c.Conn.Exec(sql) }))
}

// Write does something in one transaction, which is undone when it fails.
func (c *Conn) Write(f func() error) (err error) {
	tx, err := c.BeginImmediate()
	if err != nil {
		return c.known(err)
	}
	defer func() { err = c.known(err) }()
	defer tx.End(&err)
	return f()
}

// Read does something on one state of the database.
func (c *Conn) Read(f func() error) (err error) {
	tx := c.Begin()
	defer func() { err = c.known(err) }()
	defer tx.End(&err)
	return f()
}

// Interruptible makes statements stop when ctx ends, until restore is called.
func (c *Conn) Interruptible(ctx context.Context) (restore func()) {
	old := c.SetInterrupt(ctx)
	return func() { c.SetInterrupt(old) }
}

// Close ends the connection. A statement that is left open would keep the log of the database.
func (c *Conn) Close() error {
	for _, stmt := range c.idle {
		stmt.Close()
	}
	c.idle = nil
	return c.Conn.Close()
}
