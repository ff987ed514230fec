package sqlite

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/9aea2451/kb/kb/store"
)

// Nobody else may read a database, nor what SQLite keeps beside it, whether it is new or was there with wider rights.
func TestDatabasesArePrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no rights of others")
	}
	for name, there := range map[string]bool{"new": false, "there": true} {
		path := filepath.Join(t.TempDir(), "a.db")
		if there {
			if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chmod(path, 0o644)); err != nil {
				t.Fatal(err)
			}
		}
		c := open(t, path)
		if err := c.Exec(`PRAGMA journal_mode=wal; CREATE TABLE t(n); INSERT INTO t VALUES(1)`); err != nil {
			t.Fatal(err)
		}
		for _, suffix := range []string{"", "-wal", "-shm"} {
			if info, err := os.Stat(path + suffix); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%s: %s: %v, %v", name, suffix, info, err)
			}
		}
	}
}

// A test that watches sees each write of a database, and can have it fail; a file that SQLite keeps for itself has no
// name, and is none of kb's.
func TestWritesAreWatched(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	seen, full := map[string]int{}, false
	defer store.Watch(func(op store.Op, do func() error) error {
		if op.Path == "" {
			t.Errorf("%s of a file without a name", op.Verb)
		}
		seen[op.Verb]++
		if full && op.Verb == "write" {
			return errors.New("no space left")
		}
		return do()
	})()
	c := open(t, path)
	insert := `INSERT INTO t VALUES(randomblob(5000))`
	if err := c.Exec(`CREATE TABLE t(n); ` + insert); err != nil {
		t.Fatal(err)
	}
	for _, verb := range []string{"write", "sync", "remove"} { // the journal is removed
		if seen[verb] == 0 {
			t.Errorf("no %s was seen: %v", verb, seen)
		}
	}
	full = true
	if err := c.Exec(insert); err == nil {
		t.Error("a write that failed is no error")
	}
	full = false
	if err := c.Exec(insert); err != nil {
		t.Error(err)
	}
	if n, err := c.Number(`SELECT count(*) FROM t`); err != nil || n != 2 {
		t.Errorf("%d rows, %v", n, err)
	}
	const spill = `PRAGMA temp_store=1; CREATE TEMP TABLE s(n); INSERT INTO s WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM i
		WHERE n < 2000) SELECT randomblob(2000) FROM i`
	if err := c.Exec(spill); err != nil {
		t.Error(err)
	}
}
