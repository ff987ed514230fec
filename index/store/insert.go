package store

import (
	"errors"
	"fmt"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/markdown"
)

// ParsedFile is a file that has been parsed: a row of readings, and of blobs and chunks where the
// blob is new. A Packer must have had it before it is inserted.
type ParsedFile struct {
	File     git.File
	Source   []byte
	Doc      *markdown.Document
	Note     kb.Note
	Problems []markdown.Problem

	links, note, extra []byte // see Packer
	groups             []group
}

// Unread lists those of the files that have no reading in the records yet.
func (r Records) Unread(files []git.File) ([]git.File, error) {
	const sql = `SELECT EXISTS(SELECT 1 FROM readings r JOIN blobs b ON b.id = r.blob WHERE b.oid = ? AND r.path = ?)`
	var out []git.File
	for _, f := range files {
		known, err := r.Number(sql, f.Blob, f.Path)
		if err != nil {
			return nil, err
		}
		if known == 0 {
			out = append(out, f)
		}
	}
	return out, nil
}

// Insert writes a batch of readings in one transaction; with full those of known blobs again.
func (r Records) Insert(batch []ParsedFile, full bool) error {
	if len(batch) == 0 {
		return nil
	}
	return r.Write(func() error {
		for i := range batch {
			if err := r.insert(&batch[i], full); err != nil {
				return fmt.Errorf("write records of %s: %w", batch[i].File.Path, err)
			}
		}
		return nil
	})
}

// insert writes the reading of a file at its path, and what is in its blob where that is new; with
// full in any case. The caller has begun a transaction.
func (r Records) insert(f *ParsedFile, full bool) error {
	id := int64(0)
	known, err := r.One(`SELECT id FROM blobs WHERE oid = ?`, []any{f.File.Blob}, &id)
	if err == nil && (!known || full) {
		id, err = r.insertBlob(f, id)
	}
	if err != nil {
		return err
	}
	return r.Run(`INSERT OR REPLACE INTO readings(blob, path, note, extra, files) VALUES(?,?,?,?,?)`, id, f.File.Path, f.note,
		emptyForNil(f.extra), len(f.Note.Files) > 0)
}

// emptyForNil keeps SQLite from taking nothing for NULL.
func emptyForNil(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

// insertBlob writes what was found in a blob: again under the id that it has, or for 0 under a new one.
func (r Records) insertBlob(f *ParsedFile, id int64) (int64, error) {
	var err error
	if id == 0 {
		err = r.Run(`INSERT INTO blobs(oid, links) VALUES(?, ?)`, f.File.Blob, f.links)
		id = r.LastInsertRowID()
	} else {
		err = errors.Join(r.Run(`UPDATE blobs SET links = ? WHERE id = ?`, f.links, id), r.Run(`DELETE FROM chunks WHERE blob = ?`, id))
	}
	for _, g := range f.groups {
		if err != nil {
			return 0, err
		}
		err = r.Run(`INSERT INTO chunks(blob, first, data) VALUES(?, ?, ?)`, id, g.first, g.data)
	}
	return id, err
}
