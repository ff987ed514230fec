package sqlite

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/ncruces/go-sqlite3"
)

// mode returns how a database keeps what was not written into it yet.
func mode(t *testing.T, c *Conn) (mode string) {
	t.Helper()
	if _, err := c.One(`PRAGMA journal_mode`, nil, &mode); err != nil {
		t.Fatal(err)
	}
	return mode
}

// logged opens a database that is to have a log.
func logged(t *testing.T, path string) *Conn {
	t.Helper()
	c := open(t, path)
	if err := c.Log(`PRAGMA synchronous=normal`); err != nil {
		t.Fatal(err)
	}
	return c
}

// Without shared memory a database has a journal, whether it is new or had a log, whoever opens it first;
// who holds a state keeps it, and no writer waits for it. Where memory can be shared again it has a log.
func TestWithoutSharedMemory(t *testing.T) {
	for _, was := range []string{"new", "with a log", "with a log, read first"} {
		t.Run(was, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "a.db")
			if was != "new" {
				c, err := Open(path, sqlite3.OPEN_READWRITE|sqlite3.OPEN_CREATE, 0, known)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := c.Config(sqlite3.DBCONFIG_NO_CKPT_ON_CLOSE, true); err != nil {
					t.Fatal(err)
				}
				if err := c.Log(`CREATE TABLE t(n); INSERT INTO t VALUES(1)`); err != nil || mode(t, c) != "wal" {
					t.Fatal(err, mode(t, c))
				}
				c.Close() // the log stays
			}
			end := Unshare()
			defer end()
			if was == "with a log, read first" {
				r := open(t, path)
				if err := r.Exec(`PRAGMA query_only=1`); err != nil {
					t.Fatal(err)
				}
				if n, err := r.Number(`SELECT count(*) FROM t`); n != 1 || err != nil {
					t.Fatal(n, err)
				}
			}
			c := logged(t, path)
			if got := mode(t, c); got != "delete" {
				t.Errorf("mode %s", got)
			}
			if err := c.Exec(`CREATE TABLE IF NOT EXISTS t(n); DELETE FROM t; INSERT INTO t VALUES(1)`); err != nil {
				t.Fatal(err)
			}
			r := open(t, path)
			if err := r.Hold(); err != nil {
				t.Fatal(err)
			}
			for n := range 3 {
				other := logged(t, path)
				if err := other.Run(`INSERT INTO t VALUES(?)`, n); err != nil {
					t.Fatal(err)
				}
				if n, err := r.Number(`SELECT count(*) FROM t`); n != 1 || err != nil {
					t.Errorf("what is held has %d rows, %v", n, err)
				}
				other.Close()
			}
			if n, err := c.Number(`SELECT count(*) FROM t`); n != 4 || err != nil {
				t.Errorf("%d rows, %v", n, err)
			}
			c.Close()
			r.Close()
			end()
			if got := mode(t, logged(t, path)); got != "wal" {
				t.Errorf("afterwards: mode %s", got)
			}
			if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "log-*")); left != nil {
				t.Errorf("left: %q", left)
			}
		})
	}
}

// The first to make a database without shared memory are several at once.
func TestManyMakeOneWithoutSharedMemory(t *testing.T) {
	defer Unshare()()
	path := filepath.Join(t.TempDir(), "a.db")
	done := make(chan error)
	for n := range 4 {
		go func() {
			c, err := Open(path, sqlite3.OPEN_READWRITE|sqlite3.OPEN_CREATE, 10e9, known)
			if err != nil {
				done <- err
				return
			}
			defer c.Close()
			if err = c.Log(``); err == nil {
				err = c.Write(func() error { return c.Exec(fmt.Sprintf(`CREATE TABLE t%d(n)`, n)) })
			}
			done <- err
		}()
	}
	for range 4 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}
