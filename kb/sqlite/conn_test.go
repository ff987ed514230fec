package sqlite

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ncruces/go-sqlite3"

	"github.com/9aea2451/kb/kb/store"
)

// errOurs is what the tests make of SQLite's complaints.
var errOurs = errors.New("ours")

func known(err error) error {
	if err == nil || errors.Is(err, errOurs) {
		return err
	}
	return errors.Join(errOurs, err)
}

func open(t *testing.T, path string) *Conn {
	t.Helper()
	c, err := Open(path, sqlite3.OPEN_READWRITE|sqlite3.OPEN_CREATE, 10*time.Millisecond, known)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func TestArgumentsComeBack(t *testing.T) {
	c := open(t, "")
	at := time.Date(2026, 5, 4, 12, 0, 0, 5e6, time.UTC)
	err := c.Query(`SELECT ?,?,?,?,?,?,?,?`, []any{nil, int64(-1), 2, true, 0.5, "text", []byte{0, 255}, at}, func(row *Row) error {
		if row.ColumnType(0) != sqlite3.NULL || row.ColumnInt64(1) != -1 || row.ColumnInt(2) != 2 || !row.ColumnBool(3) ||
			row.ColumnFloat(4) != 0.5 ||
			row.ColumnText(5) != "text" || string(row.ColumnRawBlob(6)) != "\x00\xff" ||
			!time.UnixMilli(row.ColumnInt64(7)).Equal(at) {
			t.Error("other values")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Run(`SELECT ?`, struct{}{}); err == nil || !strings.Contains(err.Error(), "struct {}") {
		t.Errorf("an argument that cannot be bound: %v", err)
	}
	if n, err := c.Number(`SELECT 1 WHERE ?`, false); n != 0 || err != nil {
		t.Errorf("no row: %d, %v", n, err)
	}
}

// A statement is prepared once, and again where it is asked for while its rows are read.
func TestStatementsAreKept(t *testing.T) {
	c := open(t, "")
	const sql = `SELECT ? UNION ALL SELECT 2`
	sum := int64(0)
	for range 3 {
		err := c.Query(sql, []any{1}, func(outer *Row) error {
			return c.Query(sql, []any{10 * outer.ColumnInt(0)}, func(inner *Row) error {
				sum += inner.ColumnInt64(0)
				return nil
			})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if sum != 3*(10+2+20+2) {
		t.Errorf("sum %d", sum)
	}
	if len(c.idle) != 1 {
		t.Errorf("%d statements are kept", len(c.idle))
	}
	if err := c.Query(sql, nil, func(row *Row) error {
		if row.ColumnType(0) == sqlite3.INTEGER && row.ColumnInt(0) != 2 {
			t.Error("an argument is left from the last time")
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// One reads the first row by the types of what is read into, and says where there is none; what ends
// an answer comes after its rows.
func TestRowsAreScanned(t *testing.T) {
	c := open(t, "")
	var text string
	var bytes []byte
	var small int
	var big int64
	var yes bool
	var half float64
	found, err := c.One(`SELECT 'a', x'00ff', 7, 1 << 40, 1, 0.5 UNION ALL SELECT 'b', 0, 0, 0, 0, 0`, nil, &text, &bytes, &small, &big,
		&yes, &half)
	if err != nil || !found || text != "a" || string(bytes) != "\x00\xff" || small != 7 || big != 1<<40 || !yes || half != 0.5 {
		t.Errorf("%v %v: %q %x %d %d %v %v", found, err, text, bytes, small, big, yes, half)
	}
	if found, err := c.One(`SELECT 1 WHERE ?`, []any{false}, &small); found || err != nil || small != 7 {
		t.Errorf("no row: %v, %v, %d", found, err, small)
	}
	seen := 0
	for row, e := range c.Rows(`SELECT 1 UNION ALL SELECT abs(-9223372036854775808)`) {
		if err = e; err == nil {
			seen += row.ColumnInt(0)
		}
	}
	if seen != 1 || !errors.Is(err, errOurs) {
		t.Errorf("%d rows, then %v", seen, err)
	}
}

// What fails undoes its transaction, and errors are the caller's: those of SQLite as it makes them,
// those of its own as they are.
func TestTransactions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	c := open(t, path)
	if err := c.Exec(`CREATE TABLE t(x INTEGER UNIQUE)`); err != nil {
		t.Fatal(err)
	}
	err := c.Write(func() error {
		if err := c.Run(`INSERT INTO t VALUES(?)`, 1); err != nil {
			return err
		}
		return c.Run(`INSERT INTO t VALUES(?)`, 1)
	})
	if !errors.Is(err, errOurs) || !errors.Is(err, sqlite3.CONSTRAINT) {
		t.Errorf("the same twice: %v", err)
	}
	if n, err := c.Number(`SELECT count(*) FROM t`); n != 0 || err != nil {
		t.Errorf("%d rows are left: %v", n, err)
	}
	stop := errors.New("stop")
	if err := c.Query(`SELECT 1`, nil, func(*Row) error { return stop }); err != stop {
		t.Errorf("an error of the caller's: %v", err)
	}
	if err := c.Run(`SELECT nothing`); !errors.Is(err, errOurs) {
		t.Errorf("a wrong statement: %v", err)
	}
	other := open(t, path)
	err = c.Write(func() error {
		return other.Write(func() error { return nil })
	})
	if !errors.Is(err, errOurs) || !errors.Is(err, sqlite3.BUSY) {
		t.Errorf("two writers: %v", err)
	}
	if _, err := Open(filepath.Join(path, "b.db"), sqlite3.OPEN_READWRITE, time.Millisecond, known); !errors.Is(err, errOurs) {
		t.Errorf("no such folder: %v", err)
	}
}

func TestReadSeesOneState(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	c := open(t, path)
	if err := c.Exec(`PRAGMA journal_mode=wal; CREATE TABLE t(x INTEGER)`); err != nil {
		t.Fatal(err)
	}
	other := open(t, path)
	err := c.Read(func() error {
		for range 2 {
			if n, err := c.Number(`SELECT count(*) FROM t`); n != 0 || err != nil {
				t.Errorf("%d rows, %v", n, err)
			}
			if err := other.Run(`INSERT INTO t VALUES(1)`); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n, err := c.Number(`SELECT count(*) FROM t`); n != 2 || err != nil {
		t.Errorf("%d rows, %v", n, err)
	}
}

func TestStatementsStopWhenTheContextEnds(t *testing.T) {
	c := open(t, "")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	restore := c.Interruptible(ctx)
	const endless = `WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM n) SELECT sum(x) FROM n`
	if err := c.Run(endless); !errors.Is(err, sqlite3.INTERRUPT) {
		t.Errorf("%v", err)
	}
	restore()
	if n, err := c.Number(`SELECT 1`); n != 1 || err != nil {
		t.Errorf("afterwards: %d, %v", n, err)
	}
}

// A complaint that names no file gets its name, once, and that the disk may be full where it may be.
func TestFilesOfComplaints(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	full := func(store.Op, func() error) error { return syscall.ENOSPC }
	room := func(_ store.Op, do func() error) error { return do() }
	for _, c := range []struct {
		err  error
		disk store.Watcher
		want string
	}{
		{sqlite3.IOERR_WRITE, full, path + ": sqlite3: disk I/O error (is the disk full?)"},
		{sqlite3.IOERR_SHMMAP, room, path + ": sqlite3: disk I/O error"},
		{sqlite3.FULL, room, path + ": sqlite3: database or disk is full (is the disk full?)"},
		{sqlite3.CANTOPEN, room, path + ": sqlite3: unable to open database file"},
		{sqlite3.IOERR_SHORT_READ, full, "sqlite3: disk I/O error"},
		{sqlite3.BUSY, full, "sqlite3: database is locked"},
	} {
		end := store.Watch(c.disk)
		err := atFile(path, fmt.Errorf("open: %w", atFile(path, c.err)))
		end()
		if !errors.Is(err, c.err) || err.Error() != "open: "+c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*")); len(left) > 1 { // but for the lock
		t.Errorf("left: %q", left)
	}
	if _, err := Open(filepath.Join(path, "b.db"), sqlite3.OPEN_READWRITE, time.Millisecond, known); !strings.Contains(err.Error(), path) {
		t.Error(err)
	}
}
