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
	"time"

	"github.com/ncruces/go-sqlite3"
)

// Row is a row of an answer; it is valid until the next one.
type Row = sqlite3.Stmt

// Conn is one connection. Close it.
type Conn struct {
	*sqlite3.Conn
	known func(error) error
	idle  map[string]*sqlite3.Stmt // prepared before, and not in use
}

// Open opens a database; the path "" is one in memory. wait is how long each statement waits for
// other processes. known makes the caller's errors of SQLite's; it is given nil too, and errors
// that it has made.
func Open(path string, flags sqlite3.OpenFlag, wait time.Duration, known func(error) error) (*Conn, error) {
	name := ":memory:"
	if path != "" {
		name, flags = uri(path, nil), flags|sqlite3.OPEN_URI
	}
	conn, err := sqlite3.OpenFlags(name, flags)
	if err != nil {
		return nil, known(err)
	}
	c := &Conn{Conn: conn, known: known, idle: map[string]*sqlite3.Stmt{}}
	if err := conn.BusyTimeout(wait); err != nil {
		c.Close()
		return nil, known(err)
	}
	return c, nil
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
