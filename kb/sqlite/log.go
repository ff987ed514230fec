package sqlite

import (
	"errors"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"github.com/ncruces/go-sqlite3"

	"github.com/9aea2451/kb/kb/store"
)

// Log has the database keep a log (SQLite's WAL): who reads and who writes do not wait for each other. Where the system
// has no memory for processes to share (an old Windows, some network file systems and sandboxes) it keeps a journal. Then the
// connection is set up by what is given.
func (c *Conn) Log(set string) error {
	for end := time.Now().Add(c.wait); ; time.Sleep(time.Millisecond) {
		mode := ""
		if _, err := c.One(`PRAGMA journal_mode`, nil, &mode); err != nil {
			return err
		}
		if mode != "delete" || !shares(filepath.Dir(c.path)) {
			return c.Exec(set)
		}
		// Of two processes that change it at once SQLite fails one without a wait.
		if err := c.Conn.Exec(`PRAGMA journal_mode=wal`); err != nil && (!errors.Is(err, sqlite3.BUSY) || time.Now().After(end)) {
			return c.known(err)
		}
	}
}

// Hold begins to read one state, until the connection is closed, which no writer has to wait for: without a log
// it reads a copy in memory.
func (c *Conn) Hold() error {
	mode := ""
	if _, err := c.One(`PRAGMA journal_mode`, nil, &mode); err != nil || mode != "delete" {
		c.Begin()
		return err
	}
	of, err := Open("", sqlite3.OPEN_READWRITE|sqlite3.OPEN_CREATE, 0, c.known)
	if err != nil {
		return err
	}
	if err := of.Restore("main", uri(c.path, nil)); err != nil {
		of.Close()
		return c.known(err)
	}
	of.SetInterrupt(c.GetInterrupt())
	c.Close()
	c.Conn, c.idle = of.Conn, of.idle
	return nil
}

// shares reports whether the processes that use a folder can share memory, by making a small database there.
func shares(dir string) bool {
	dir, remove, err := store.TemporaryDir(dir, "log-")
	if err != nil {
		return false
	}
	defer remove()
	conn, err := sqlite3.OpenFlags(uri(filepath.Join(dir, "a"), nil), sqlite3.OPEN_READWRITE|sqlite3.OPEN_CREATE|sqlite3.OPEN_URI)
	if err != nil {
		return false
	}
	defer conn.Close()
	return conn.Exec(`PRAGMA journal_mode=wal; CREATE TABLE t(n)`) == nil
}

// unlogged does what may be the first to read the database. One with a log, as it was left where memory
// could be shared, gets a journal where that cannot be.
func (c *Conn) unlogged(do func() error) error {
	err := do()
	refused := []error{sqlite3.IOERR_SHMMAP, sqlite3.IOERR_SHMOPEN, sqlite3.IOERR_SHMSIZE, sqlite3.IOERR_SHMLOCK}
	if len(c.idle) > 0 || !slices.ContainsFunc(refused, func(code error) bool { return errors.Is(err, code) }) {
		return err
	}
	was := c.Conn
	was.Close() // it has locked the file
	// Who is alone with a database from the start needs no shared memory to read its log.
	if alone, e := c.connect(); e == nil {
		alone.Exec(`PRAGMA locking_mode=exclusive; PRAGMA journal_mode=delete`)
		alone.Close()
	}
	again, e := c.connect()
	if e != nil {
		return err
	}
	again.SetInterrupt(was.GetInterrupt())
	c.Conn = again
	return do()
}

// unshared is set where a test forbids to share memory.
var unshared atomic.Bool

// Unshare has what is opened from now on share no memory, until end is called. It is for tests.
func Unshare() (end func()) {
	unshared.Store(true)
	return func() { unshared.Store(false) }
}
