package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/markdown"
)

// parsed is what the records keep of a blob beside its chunks.
type parsed struct {
	Links []markdown.Link `json:"links,omitempty"`
}

// ParsedFile is a file that has been parsed: a row of readings, and of blobs and chunks where the
// blob is new.
type ParsedFile struct {
	File     kb.File
	Source   []byte
	Doc      *markdown.Document
	Note     kb.Note
	Problems []markdown.Problem
}

// Unread tells which of the files have no reading in the records yet.
func Unread(ctx context.Context, db *sql.DB, files []kb.File) ([]kb.File, error) {
	stmt, err := db.PrepareContext(
		ctx,
		`SELECT EXISTS(SELECT 1 FROM readings r JOIN blobs b ON b.id = r.blob WHERE b.oid = ? AND r.path = ?)`,
	)
	if err != nil {
		return nil, err
	}
	defer stmt.Close()
	var out []kb.File
	for _, f := range files {
		var known bool
		if err := stmt.QueryRowContext(ctx, f.Blob, f.Path).Scan(&known); err != nil {
			return nil, err
		}
		if !known {
			out = append(out, f)
		}
	}
	return out, nil
}

// Insert writes a batch of readings in one transaction.
func Insert(ctx context.Context, db *sql.DB, batch []ParsedFile, full bool) error {
	if len(batch) == 0 {
		return nil
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("write records: %w", err)
	}
	defer tx.Rollback()
	in, err := newInserter(ctx, tx, full)
	if err != nil {
		return fmt.Errorf("write records: %w", err)
	}
	for i := range batch {
		if err := in.reading(ctx, &batch[i]); err != nil {
			return fmt.Errorf("write records of %s: %w", batch[i].File.Path, err)
		}
	}
	return tx.Commit()
}

// inserter holds the statements of one transaction.
type inserter struct {
	find, blob, renew, clear, chunk, reads *sql.Stmt

	full bool // write known blobs again
}

func newInserter(ctx context.Context, tx *sql.Tx, full bool) (*inserter, error) {
	in := &inserter{full: full}
	for _, s := range []struct {
		to  **sql.Stmt
		sql string
	}{
		{&in.find, `SELECT id FROM blobs WHERE oid = ?`},
		{&in.blob, `INSERT INTO blobs(oid, doc) VALUES(?, ?)`},
		{&in.renew, `UPDATE blobs SET doc = ? WHERE id = ?`},
		{&in.clear, `DELETE FROM chunks WHERE blob = ?`},
		{&in.chunk, `INSERT INTO chunks(blob, ord, kind, language, heading, anchor, start_line, end_line, start_byte, end_byte, identifiers, text) VALUES(?,?,?,?,?,?,?,?,?,?,?,?)`},
		{&in.reads, `INSERT OR REPLACE INTO readings(blob, path, note, problems) VALUES(?,?,?,?)`},
	} {
		stmt, err := tx.PrepareContext(ctx, s.sql)
		if err != nil {
			return nil, err
		}
		*s.to = stmt
	}
	return in, nil
}

func (in *inserter) reading(ctx context.Context, r *ParsedFile) error {
	var id int64
	err := in.find.QueryRowContext(ctx, r.File.Blob).Scan(&id)
	if fresh := errors.Is(err, sql.ErrNoRows); fresh || err == nil && in.full {
		id, err = in.document(ctx, r, id, fresh)
	}
	if err != nil {
		return err
	}
	note, err := json.Marshal(&r.Note)
	if err != nil {
		return err
	}
	problems, err := json.Marshal(r.Problems)
	if err != nil {
		return err
	}
	_, err = in.reads.ExecContext(ctx, id, r.File.Path, string(note), string(problems))
	return err
}

// document writes what was found in a blob: under a new id, or again under the one that it has.
func (in *inserter) document(ctx context.Context, r *ParsedFile, id int64, fresh bool) (int64, error) {
	b, err := json.Marshal(parsed{Links: r.Doc.Links})
	if err != nil {
		return 0, err
	}
	if fresh {
		result, err := in.blob.ExecContext(ctx, r.File.Blob, b)
		if err != nil {
			return 0, err
		}
		if id, err = result.LastInsertId(); err != nil {
			return 0, err
		}
	} else if _, err := in.renew.ExecContext(ctx, b, id); err != nil {
		return 0, err
	} else if _, err := in.clear.ExecContext(ctx, id); err != nil {
		return 0, err
	}
	return id, in.chunks(ctx, r, id)
}

func (in *inserter) chunks(ctx context.Context, r *ParsedFile, id int64) error {
	for i := range r.Doc.Chunks {
		c := &r.Doc.Chunks[i]
		heading, err := json.Marshal(c.HeadingPath)
		if err != nil {
			return err
		}
		if _, err := in.chunk.ExecContext(ctx, id, c.Ordinal, string(c.Kind), c.Language, string(heading), c.Anchor, c.Span.StartLine, c.Span.EndLine,
			c.Span.Start, c.Span.End, strings.Join(c.Identifiers, "\n"), c.Text(r.Source)); err != nil {
			return err
		}
	}
	return nil
}
