package usage

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/9aea2451/kb/kb/sqlite"
	disk "github.com/9aea2451/kb/kb/store"
	"github.com/gofrs/flock"
)

// busyWait is how long a command whose answer depends on the database waits for other processes.
const busyWait = 10 * time.Second

// repair sets a damaged database aside under a dated name: the next to open the database makes a new
// one. One process does it at a time: one that comes later finds a sound database and does nothing.
// It returns the name of the damaged file, "" when there was nothing to do. wait is how long it waits
// for another process that repairs or creates.
func repair(path string, now time.Time, wait time.Duration) (aside string, err error) {
	release, err := lockFile(path, wait)
	if err != nil {
		return "", err
	}
	defer release()
	if !exists(path) { // another process has set it aside
		return "", nil
	}
	if err := check(path); !errors.Is(err, errDamaged) {
		return "", err
	}
	return setAside(path, now)
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

// check reads the whole database, and returns errDamaged where a page or a table of it is broken.
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
	for _, t := range tables() {
		if err == nil && t.version <= version {
			_, err = s.Number(fmt.Sprintf(`SELECT %s FROM %s LIMIT 1`, t.columns, t.name))
		}
	}
	return asKnown(err)
}

// setAside renames a database and its log, so that nothing of it is lost. The log goes first: a new
// database would take it for its own after a kill, and empty it.
func setAside(path string, now time.Time) (string, error) {
	stem := filepath.Join(filepath.Dir(path), "usage-damaged-"+now.UTC().Format("20060102T150405Z"))
	aside := stem + ".db"
	for n := 2; exists(aside) || exists(aside+"-wal"); n++ {
		aside = fmt.Sprintf("%s-%d.db", stem, n)
	}
	for _, suffix := range []string{"-wal", "-shm", ""} {
		if err := disk.Rename(path+suffix, aside+suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", fmt.Errorf("%w: set aside: %w", errUnwritable, err)
		}
	}
	return aside, nil
}
