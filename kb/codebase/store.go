package codebase

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/ncruces/go-sqlite3"

	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/record"
	"github.com/9aea2451/kb/kb/sqlite"
	kbstore "github.com/9aea2451/kb/kb/store"
)

// What the database is, for SQLite and for who opens it.
const (
	applicationID = 0x6b626364 // "kbcd"
	schema        = 2          // with whatever changes the form of a column
)

// A source is kept by its blob and by what read it. head has the symbols and imports, uses the rest:
// a graph is made of the heads of all files first.
const tables = `
CREATE TABLE source(
	blob TEXT NOT NULL, reader TEXT NOT NULL,
	head BLOB, uses BLOB, -- both NULL for one that cannot be read
	PRIMARY KEY(blob, reader)) STRICT;
CREATE TABLE worded( -- what a search keeps of a source; empty for one that cannot be read
	source INTEGER PRIMARY KEY, blob TEXT NOT NULL, reader TEXT NOT NULL, data BLOB NOT NULL,
	UNIQUE(blob, reader)) STRICT;
CREATE TABLE term(
	term TEXT NOT NULL, source INTEGER NOT NULL, data BLOB NOT NULL,
	PRIMARY KEY(term, source)) STRICT, WITHOUT ROWID;
`

// errDamaged is the error of a database that cannot be read: it is made anew.
var errDamaged = errors.New("the database of symbols is damaged")

// sourceKey is what a source is kept by.
type sourceKey struct{ blob, reader string }

func keyOf(f git.File) sourceKey { return sourceKey{f.Blob, versionOf(languageOf(f.Path))} }

// store is the open database.
type store struct {
	*sqlite.Conn
	path string
}

// openStore opens the database, and makes it where there is none, or one of another kind or form.
func openStore(path string) (*store, error) {
	if err := kbstore.MakeDir(filepath.Dir(path)); err != nil {
		return nil, err
	}
	s, err := tryStore(path)
	if errors.Is(err, errDamaged) {
		if err := sqlite.Discard(path); err != nil {
			return nil, err
		}
		s, err = tryStore(path)
	}
	return s, err
}

// tryStore opens the database and makes its tables; errDamaged for a file that is of another form
// or no database at all.
func tryStore(path string) (*store, error) {
	conn, err := sqlite.Open(path, sqlite3.OPEN_READWRITE|sqlite3.OPEN_CREATE, busy, func(err error) error { return known(path, err) })
	if err != nil {
		return nil, err
	}
	s := &store{conn, path}
	if err := s.prepare(); err != nil {
		conn.Close()
		return nil, err
	}
	return s, nil
}

// known makes our errors of SQLite's.
func known(path string, err error) error {
	if err == nil || errors.Is(err, errDamaged) {
		return err
	}
	for _, c := range []sqlite3.ErrorCode{sqlite3.CORRUPT, sqlite3.NOTADB, sqlite3.FORMAT, sqlite3.SCHEMA} {
		if errors.Is(err, c) {
			return fmt.Errorf("%w: %s: %w", errDamaged, path, err)
		}
	}
	if errors.Is(err, sqlite3.BUSY) {
		return errBusy
	}
	return err
}

// prepare makes the tables where they are not.
func (s *store) prepare() error {
	if err := s.Log(`PRAGMA synchronous=normal`); err != nil {
		return known(s.path, err)
	}
	version, err := s.Number("SELECT user_version FROM pragma_user_version")
	if err != nil || version == schema {
		return err
	}
	if version != 0 {
		return fmt.Errorf("%w: of form %d", errDamaged, version)
	}
	return s.Write(func() error {
		if version, err := s.Number("SELECT user_version FROM pragma_user_version"); err != nil || version == schema {
			return err // another process was quicker
		}
		return s.Exec(tables + fmt.Sprintf("PRAGMA application_id=%d; PRAGMA user_version=%d", applicationID, schema))
	})
}

// keysOf lists what is kept in a table.
func (s *store) keysOf(table string) (map[sourceKey]bool, error) {
	out := map[sourceKey]bool{}
	err := s.Query("SELECT blob, reader FROM "+table, nil, func(row *sqlite.Row) error {
		out[sourceKey{row.ColumnText(0), row.ColumnText(1)}] = true
		return nil
	})
	return out, err
}

// has reports whether a source is kept.
func (s *store) has(k sourceKey) (bool, error) {
	n, err := s.Number("SELECT count(*) FROM source WHERE blob = ? AND reader = ?", k.blob, k.reader)
	return n > 0, err
}

// put keeps what was read of a source, nil for one that cannot be read.
func (s *store) put(k sourceKey, f *code.File) error {
	if f == nil {
		return s.Run("INSERT OR REPLACE INTO source(blob, reader, head, uses) VALUES (?, ?, NULL, NULL)", k.blob, k.reader)
	}
	var head, uses record.Writer
	writeHead(&head, f)
	writeUses(&uses, f.Uses)
	return s.Run("INSERT OR REPLACE INTO source(blob, reader, head, uses) VALUES (?, ?, ?, ?)", k.blob, k.reader, head.Data, uses.Data)
}

// head reads the symbols and imports of a source; not ok for one that cannot be read, or is not kept.
func (s *store) head(k sourceKey) (f code.File, ok bool, err error) {
	var data []byte
	found, err := s.One("SELECT head FROM source WHERE blob = ? AND reader = ? AND head IS NOT NULL", []any{k.blob, k.reader}, &data)
	if err != nil || !found {
		return code.File{}, false, err
	}
	if f, err = readHead(record.Read(string(data))); err != nil {
		return code.File{}, false, fmt.Errorf("%w: symbols of %s: %w", errDamaged, k.blob, err)
	}
	return f, true, nil
}

// uses reads what a source uses.
func (s *store) uses(k sourceKey) ([]code.Use, error) {
	var data []byte
	if found, err := s.One("SELECT uses FROM source WHERE blob = ? AND reader = ? AND uses IS NOT NULL",
		[]any{k.blob, k.reader}, &data); err != nil || !found {
		return nil, err
	}
	uses, err := readUses(record.Read(string(data)))
	if err != nil {
		return nil, fmt.Errorf("%w: uses of %s: %w", errDamaged, k.blob, err)
	}
	return uses, nil
}

// file reads all of a source; code.ErrUnreadable for one that cannot be read.
func (s *store) file(k sourceKey) (code.File, error) {
	f, ok, err := s.head(k)
	if err != nil {
		return code.File{}, err
	}
	if !ok {
		return code.File{}, code.ErrUnreadable
	}
	f.Uses, err = s.uses(k)
	return f, err
}

// prune removes what none of these files is, once that is most of what is kept.
func (s *store) prune(kept map[sourceKey]bool, wanted map[sourceKey]bool) error {
	if len(kept) < keepAtLeast+keepTimes*len(wanted) {
		return nil
	}
	return s.Write(func() error {
		for k := range kept {
			if !wanted[k] {
				if err := s.Run("DELETE FROM source WHERE blob = ? AND reader = ?", k.blob, k.reader); err != nil {
					return err
				}
			}
		}
		return s.Exec("DELETE FROM worded; DELETE FROM term") // which the next search makes of what is left
	})
}

// How much is kept of files that the tree has no longer: branches come back.
const (
	keepAtLeast = 5_000
	keepTimes   = 8
)
