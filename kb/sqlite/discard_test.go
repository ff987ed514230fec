package sqlite

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/9aea2451/kb/kb/store"
)

// A database that another process has open, where that keeps it from being removed, is emptied: sound, of another
// version or garbage. Who reads a sound one goes on.
func TestDiscardWhatCannotBeRemoved(t *testing.T) {
	for name, harm := range map[string]func(path string) error{
		"sound": func(string) error { return nil },
		"garbage": func(path string) error {
			f, err := os.OpenFile(path, os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			_, err = f.WriteAt(bytes.Repeat([]byte("no database "), 50), 0)
			return errors.Join(err, f.Close())
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "a.db")
			reader := logged(t, path)
			if err := reader.Exec(`CREATE TABLE t(n); INSERT INTO t VALUES(7); PRAGMA user_version=27; PRAGMA application_id=5;
				PRAGMA wal_checkpoint(TRUNCATE)`); err != nil {
				t.Fatal(err)
			}
			if err := reader.Hold(); err != nil {
				t.Fatal(err)
			}
			if n, err := reader.Number(`SELECT n FROM t`); n != 7 || err != nil {
				t.Fatal(n, err)
			}
			if err := harm(path); err != nil {
				t.Fatal(err)
			}
			held := store.Watch(func(op store.Op, do func() error) error {
				if op.Verb == "remove" && filepath.Dir(op.Path) == filepath.Dir(path) {
					return errors.New("sharing violation")
				}
				return do()
			})
			err := Discard(path)
			held()
			if err != nil {
				t.Fatal(err)
			}
			c := logged(t, path)
			if n, err := c.Number(`SELECT (SELECT count(*) FROM sqlite_schema) + user_version + application_id
				FROM pragma_user_version, pragma_application_id`); n != 0 || err != nil {
				t.Errorf("something is left: %d, %v", n, err)
			}
			if err := c.Exec(`CREATE TABLE other(n)`); err != nil {
				t.Error(err)
			}
			if n, err := reader.Number(`SELECT n FROM t`); name == "sound" && (n != 7 || err != nil) {
				t.Errorf("who reads has %d, %v", n, err)
			}
		})
	}
}
