package usage

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	disk "github.com/9aea2451/kb/kb/store"
)

// Store answers what is recorded, for commands that can wait for it. Its methods may be called from
// several goroutines. Close it.
type Store struct {
	path string

	mu     sync.Mutex
	s      *store
	memory bool // nothing was ever recorded, and s is not the file
}

// Open opens what is recorded in the state folder of a repository (kb.Repo.StateDir). Where nothing
// was ever recorded, it is empty and no file is made. A damaged database is set aside
// first, which warn is told; it may be nil. It returns ErrNewer and ErrForeign for one that is not to be
// touched, ErrBusy after ten seconds. A database that cannot be written is answered from as it is.
func Open(ctx context.Context, dir string, now time.Time, warn func(message string)) (*Store, error) {
	path := filepath.Join(dir, FileName)
	u := &Store{path: path}
	err := u.open(ctx)
	if !errors.Is(err, errDamaged) {
		return u, err
	}
	aside, err := repair(path, now, busyWait)
	if err != nil {
		return nil, err
	}
	if aside != "" && warn != nil {
		warn(Repaired(aside))
	}
	return u, u.open(ctx)
}

// Look opens what is recorded without changing anything: what waits in files is not counted, and a
// damaged database stays as it is.
func Look(dir string) (*Store, error) {
	u := &Store{path: filepath.Join(dir, FileName)}
	var err error
	if exists(u.path) {
		u.s, err = openExisting(u.path, busyWait)
	}
	if u.s == nil && (err == nil || errors.Is(err, os.ErrNotExist)) {
		u.s, err = openStore("", busyWait)
	}
	if err != nil {
		return nil, err
	}
	return u, nil
}

// Repair reads the whole database, and sets it aside when it is damaged. It returns the name of the
// damaged file, "" when there was no need.
func Repair(dir string, now time.Time) (aside string, err error) {
	path := filepath.Join(dir, FileName)
	if !exists(path) {
		return "", nil
	}
	return repair(path, now, busyWait)
}

// Repaired says what became of a damaged database.
func Repaired(aside string) string {
	return "usage.db was damaged: counting begins anew, and the damaged file is kept as " + filepath.Base(aside) +
		" (to read out of it what can be read: docs/usage.md, or sqlite3 with .dump)"
}

// open opens the database, and makes it where something is to go into it. Without anything
// recorded, or where no file can be written, it is kept in memory.
func (u *Store) open(ctx context.Context) (err error) {
	waiting := listPending(filepath.Dir(u.path))
	if !exists(u.path) && len(waiting) == 0 {
		u.memory = true
		u.s, err = openStore("", busyWait)
		return err
	}
	u.s, err = openOrCreate(u.path, busyWait)
	if errors.Is(err, errUnwritable) {
		u.s, err = openExisting(u.path, busyWait)
		if errors.Is(err, os.ErrNotExist) {
			u.s, err = openStore("", busyWait)
		}
		return err
	}
	if err != nil {
		return err
	}
	if err := u.takeAll(ctx); err != nil && !errors.Is(err, errUnwritable) {
		u.s.Close()
		return err
	}
	return nil
}

// materialise makes the file for something that is to be kept.
func (u *Store) materialise() error {
	u.mu.Lock()
	defer u.mu.Unlock()
	if !u.memory {
		return nil
	}
	if err := disk.MakeDir(filepath.Dir(u.path)); err != nil {
		return fmt.Errorf("%w: %w", errUnwritable, err)
	}
	s, err := openOrCreate(u.path, busyWait)
	if err != nil {
		return err
	}
	u.s.Close()
	u.s, u.memory = s, false
	return nil
}

// takeAll counts all events that wait in files.
func (u *Store) takeAll(ctx context.Context) error {
	for {
		waiting := listPending(filepath.Dir(u.path))
		if len(waiting) == 0 || ctx.Err() != nil {
			return ctx.Err()
		}
		if err := u.s.Write(func() error { return u.s.takePending(filepath.Dir(u.path), waiting) }); err != nil {
			return err
		}
		removePending(waiting)
	}
}

// Close ends the use of the store.
func (u *Store) Close() error {
	u.mu.Lock()
	defer u.mu.Unlock()
	return asKnown(u.s.Close())
}

// Path is where the database lies, or would lie.
func (u *Store) Path() string { return u.path }

// look does something on one state of the database.
func (u *Store) look(ctx context.Context, f func(s *store) error) error {
	return u.within(ctx, (*store).Read, f)
}

// change does something in one transaction.
func (u *Store) change(ctx context.Context, f func(s *store) error) error {
	return u.within(ctx, (*store).Write, f)
}

// within does something in a transaction of either sort, alone, until the context ends.
func (u *Store) within(ctx context.Context, transaction func(*store, func() error) error, f func(s *store) error) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	defer u.s.Interruptible(ctx)()
	if err := transaction(u.s, func() error { return f(u.s) }); err != nil {
		return cmp.Or(ctx.Err(), err)
	}
	return nil
}
