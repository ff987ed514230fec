package usage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/9aea2451/kb/kb/sqlite"
	disk "github.com/9aea2451/kb/kb/store"
	"github.com/gofrs/flock"
	"github.com/ncruces/go-sqlite3"
)

// busyWait is how long a command whose answer depends on the database waits for other processes.
const busyWait = 10 * time.Second

// repair sets a damaged database aside under a dated name, and puts a new one in its place with
// what could be read of it. One process does it at a time: one that comes later finds a sound
// database and does nothing. It gives the name of the damaged file, "" when there was nothing to
// do. wait is how long it waits for another process that repairs or creates.
func repair(path string, now time.Time, wait time.Duration) (aside string, err error) {
	release, err := lockFile(path, wait)
	if err != nil {
		return "", err
	}
	defer release()
	if exists(rescuedFile(path)) {
		return replaceDamaged(path, now)
	}
	if err := check(path); !errors.Is(err, errDamaged) {
		return "", err
	}
	fresh := path + ".new"
	defer removeDatabase(fresh)
	if err := rescue(path, fresh); err != nil {
		return "", err
	}
	if err := disk.Rename(fresh, rescuedFile(path)); err != nil {
		return "", fmt.Errorf("%w: %w", errUnwritable, err)
	}
	return replaceDamaged(path, now)
}

// rescuedFile is a whole database with what could be read of a damaged one, which is still to take its place.
func rescuedFile(path string) string { return path + ".rescued" }

// replaceDamaged sets a damaged database aside and puts the rescued one in its place. Who comes
// after a kill does the rest of it.
func replaceDamaged(path string, now time.Time) (aside string, err error) {
	if aside, err = setAside(path, now); err != nil {
		return "", err
	}
	if err := disk.Rename(rescuedFile(path), path); err != nil {
		return aside, fmt.Errorf("%w: %w", errUnwritable, err)
	}
	return aside, nil
}

// finishRepair does the rest of a repair that was interrupted, if there is one.
func finishRepair(path string, wait time.Duration) error {
	if !exists(rescuedFile(path)) {
		return nil
	}
	release, err := lockFile(path, wait)
	if err != nil {
		return err
	}
	defer release()
	if exists(rescuedFile(path)) { // nobody was faster
		_, err = replaceDamaged(path, time.Now())
	}
	return err
}

// lockFile keeps others from creating or replacing the database. The lock ends with the process
// that holds it.
func lockFile(path string, wait time.Duration) (release func(), err error) {
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	lock := flock.New(path + ".lock")
	ok, err := lock.TryLockContext(ctx, 5*time.Millisecond)
	switch {
	case ok:
		return func() { lock.Unlock() }, nil
	case err == nil || errors.Is(err, context.DeadlineExceeded):
		return nil, ErrBusy
	}
	return nil, fmt.Errorf("%w: %w", errUnwritable, err)
}

// check reads the whole database, and returns ErrDamaged where a page or a table of it is broken.
func check(path string) error {
	s, err := openExisting(path, busyWait)
	if err != nil {
		return err
	}
	defer s.Close()
	version, err := s.version() // of an older one the tables that came later are missing
	if err != nil {
		return err
	}
	verdict := ""
	err = s.Query(`PRAGMA integrity_check(1)`, nil, func(row *sqlite.Row) error {
		verdict = row.ColumnText(0)
		return nil
	})
	if err == nil && verdict != "ok" {
		err = fmt.Errorf("%w: %s", errDamaged, verdict)
	}
	for _, t := range recoverable() {
		if err == nil && t.version <= version {
			_, err = s.Number(fmt.Sprintf(`SELECT %s FROM %s LIMIT 1`, t.columns, t.name))
		}
	}
	return asKnown(err)
}

// setAside renames a database and its log, so that nothing of it is lost.
func setAside(path string, now time.Time) (string, error) {
	stem := filepath.Join(filepath.Dir(path), "usage-damaged-"+now.UTC().Format("20060102T150405Z"))
	aside := stem + ".db"
	for n := 2; exists(aside); n++ {
		aside = fmt.Sprintf("%s-%d.db", stem, n)
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := disk.Rename(path+suffix, aside+suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", fmt.Errorf("%w: set aside: %w", errUnwritable, err)
		}
	}
	return aside, nil
}

// removeDatabase removes a database with the files that SQLite keeps beside it. What cannot be
// removed stays.
func removeDatabase(path string) {
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		if _, err := os.Lstat(path + suffix); err == nil {
			disk.Remove(path + suffix)
		}
	}
}

// rescue writes a new database with what can be read of a damaged one. It reads a copy, and leaves
// the damaged one as it is.
func rescue(damaged, fresh string) error {
	removeDatabase(fresh)
	s, err := connect(fresh, sqlite3.OPEN_READWRITE|sqlite3.OPEN_CREATE, busyWait)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := s.Write(func() error { return s.migrate(Schema) }); err != nil {
		return err
	}
	copied := damaged + ".copy"
	defer removeDatabase(copied)
	if err := copyDatabase(damaged, copied); err != nil {
		return err
	}
	old, err := openBroken(copied)
	if err != nil {
		return err
	}
	if old == nil {
		return nil // nothing can be read
	}
	defer old.Close()
	return s.Write(func() error {
		for _, t := range recoverable() {
			if err := s.recoverTable(old, t); err != nil {
				return fmt.Errorf("recover %s: %w", t.name, err)
			}
		}
		return s.settle()
	})
}

// copyDatabase copies a database with its log of writes, which may be missing. ErrUnwritable where
// there is no room for it.
func copyDatabase(from, to string) error {
	removeDatabase(to)
	for _, suffix := range []string{"", "-wal"} {
		err := disk.Copy(from+suffix, to+suffix)
		if errors.Is(err, os.ErrNotExist) && suffix != "" {
			continue
		}
		if err != nil {
			return fmt.Errorf("%w: %w", errUnwritable, err)
		}
	}
	return nil
}

// openBroken opens a copy of a damaged database, nil when nothing of it can be read. Where the
// first page is what is broken it is replaced by that of a new database of version 1: the same
// statements made the tables of both, so that they begin on the same pages.
func openBroken(path string) (*store, error) {
	for try := range 2 {
		if err := trustSize(path); err != nil {
			return nil, err
		}
		s, err := connect(path, sqlite3.OPEN_READWRITE, busyWait)
		if err == nil {
			if _, err = s.Number(`SELECT 1 FROM notes LIMIT 0`); err == nil { // reads which tables there are, and no more
				return s, nil
			}
			s.Close()
		}
		if try > 0 {
			break
		}
		if err := replaceFirstPage(path); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// replaceFirstPage gives a copy the first page of a new database.
func replaceFirstPage(path string) error {
	model := path + ".model"
	defer removeDatabase(model)
	s, err := connect(model, sqlite3.OPEN_READWRITE|sqlite3.OPEN_CREATE, busyWait)
	if err != nil {
		return err
	}
	err = s.Write(func() error { return s.migrate(1) })
	s.Close()
	if err != nil {
		return err
	}
	page := make([]byte, pageSize)
	in, err := os.Open(model)
	if err != nil {
		return fmt.Errorf("%w: %w", errUnwritable, err)
	}
	defer in.Close()
	if _, err := io.ReadFull(in, page); err != nil {
		return fmt.Errorf("%w: %w", errUnwritable, err)
	}
	return patch(path, page, 0)
}

// trustSize lets SQLite take the number of pages from the size of a file that may have been cut
// short: it believes the number in the head only where the version beside it fits
// (https://sqlite.org/fileformat.html, the database header).
func trustSize(path string) error { return patch(path, []byte{0xff, 0xff, 0xff, 0xff}, 92) }

// patch overwrites bytes of a file at an offset.
func patch(path string, b []byte, offset int64) error {
	f, err := disk.Open(path)
	if err != nil {
		return fmt.Errorf("%w: %w", errUnwritable, err)
	}
	defer f.Close()
	if _, err := f.WriteAt(b, offset); err != nil {
		return fmt.Errorf("%w: %w", errUnwritable, err)
	}
	return nil
}

// pageSize is SQLite's default, with which every database of ours was made.
const pageSize = 4096
