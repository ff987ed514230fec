package sqlite

import (
	"errors"
	"io/fs"
	"time"

	"github.com/ncruces/go-sqlite3"

	"github.com/9aea2451/kb/kb/store"
)

// discardWait bounds the time that others are waited for who write into a database that is to be emptied.
const discardWait = 10 * time.Second

// Discard removes the files of a database. Where they cannot be removed, as on Windows while another process has them
// open, it is emptied in its place, whatever it holds: who reads it goes on with what there was.
func Discard(path string) error {
	for _, suffix := range []string{"-wal", "-shm", ""} {
		if err := store.Remove(path + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			if empty(path) != nil {
				return err
			}
			return nil
		}
	}
	return nil
}

// empty makes a database one that has nothing yet, also one that SQLite cannot read.
func empty(path string) error {
	conn, err := sqlite3.OpenFlags(uri(path, nil), sqlite3.OPEN_READWRITE|sqlite3.OPEN_URI)
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := conn.BusyTimeout(discardWait); err != nil {
		return err
	}
	if _, err := conn.Config(sqlite3.DBCONFIG_RESET_DATABASE, true); err != nil {
		return err
	}
	return conn.Exec(`VACUUM`)
}
