package usage

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ncruces/go-sqlite3"
)

var (
	// ErrNewer tells that a newer kb wrote the database: it is not touched.
	ErrNewer = errors.New("written by a newer kb")
	// ErrForeign tells that the file is not a database of kb's: it is not touched.
	ErrForeign = errors.New("not a usage database")
	// ErrBusy tells that another process kept the database for itself for too long.
	ErrBusy = errors.New("locked by another process")
	// errDamaged tells that the file's content is broken.
	errDamaged = errors.New("damaged")
	// errUnwritable tells that the file, its folder or the disk takes no more.
	errUnwritable = errors.New("cannot be written")
)

// asKnown turns SQLite's complaints into the errors of this package.
func asKnown(err error) error {
	if err == nil {
		return nil
	}
	for _, known := range []error{ErrNewer, ErrForeign, ErrBusy, errDamaged, errUnwritable} {
		if errors.Is(err, known) {
			return err
		}
	}
	switch {
	case isAny(err, sqlite3.CORRUPT, sqlite3.NOTADB, sqlite3.FORMAT) || errors.Is(err, sqlite3.IOERR_SHORT_READ) || incomplete(err):
		return fmt.Errorf("%w: %w", errDamaged, err)
	case isAny(err, sqlite3.BUSY, sqlite3.LOCKED, sqlite3.PROTOCOL):
		return fmt.Errorf("%w: %w", ErrBusy, err)
	case isAny(err, sqlite3.READONLY, sqlite3.FULL, sqlite3.CANTOPEN, sqlite3.IOERR, sqlite3.PERM):
		return fmt.Errorf("%w: %w", errUnwritable, err)
	}
	return err
}

// isAny reports whether SQLite gave one of the codes.
func isAny(err error, codes ...sqlite3.ErrorCode) bool {
	return slices.ContainsFunc(codes, func(code sqlite3.ErrorCode) bool { return errors.Is(err, code) })
}

// incomplete tells that a table which the version promises is not there.
func incomplete(err error) bool {
	return strings.Contains(err.Error(), "no such table") || strings.Contains(err.Error(), "no such column")
}
