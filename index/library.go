package index

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/9aea2451/kb/kb"
)

// library reads notes and chunks from the records by blob and path.
type library struct {
	note, record, chunks, chunk, parsed *sql.Stmt
}

func newLibrary(ctx context.Context, q querier) (*library, error) {
	l := &library{}
	for _, s := range []struct {
		to  **sql.Stmt
		sql string
	}{
		{&l.note, `SELECT r.note FROM readings r JOIN blobs b ON b.id = r.blob WHERE b.oid = ? AND r.path = ?`},
		{&l.record, `SELECT r.note, n.pagerank, n.in_links, n.superseded_by, n.label FROM notes n CROSS JOIN readings r ON r.blob = n.blob AND r.path = n.path WHERE n.view = ? AND n.path = ?`},
		{&l.chunks, selectChunks},
		{&l.chunk, selectChunk},
		{&l.parsed, `SELECT doc FROM blobs WHERE oid = ?`},
	} {
		stmt, err := q.PrepareContext(ctx, s.sql)
		if err != nil {
			l.close()
			return nil, err
		}
		*s.to = stmt
	}
	return l, nil
}

func (l *library) close() {
	for _, s := range []*sql.Stmt{l.note, l.record, l.chunks, l.chunk, l.parsed} {
		if s != nil {
			s.Close()
		}
	}
}

// noteOf returns the note that a blob is at a path.
func (l *library) noteOf(ctx context.Context, oid, path string) (*kb.Note, error) {
	var b []byte
	if err := l.note.QueryRowContext(ctx, oid, path).Scan(&b); err != nil {
		return nil, missingRecord(err, path)
	}
	n := &kb.Note{}
	if err := json.Unmarshal(b, n); err != nil {
		return nil, fmt.Errorf("%w: record of %s: %s", errDamaged, path, err)
	}
	return n, nil
}

// parsedOf returns the links and anchors of a blob.
func (l *library) parsedOf(ctx context.Context, oid, path string) (*parsed, error) {
	var b []byte
	if err := l.parsed.QueryRowContext(ctx, oid).Scan(&b); err != nil {
		return nil, missingRecord(err, path)
	}
	p := &parsed{}
	if err := json.Unmarshal(b, p); err != nil {
		return nil, fmt.Errorf("%w: record of %s: %s", errDamaged, path, err)
	}
	return p, nil
}

func (l *library) chunksOf(ctx context.Context, oid string) ([]chunk, error) {
	return chunksOf(ctx, l.chunks, oid)
}

// chunkOf returns one chunk of a blob.
func (l *library) chunkOf(ctx context.Context, oid string, ord int) (chunk, error) {
	c, err := scanChunk(l.chunk.QueryRowContext(ctx, oid, ord))
	return c, missingRecord(err, oid)
}

func missingRecord(err error, path string) error {
	if errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("%w: no record of %s", errDamaged, path)
	}
	return err
}
