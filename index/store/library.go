package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"github.com/9aea2451/kb/kb"
)

// Library reads notes and chunks from the records by blob and path.
type Library struct {
	note, Record, chunks, chunk, parsed *sql.Stmt
}

func NewLibrary(ctx context.Context, q Querier) (*Library, error) {
	l := &Library{}
	for _, s := range []struct {
		to  **sql.Stmt
		sql string
	}{
		{&l.note, `SELECT r.note FROM readings r JOIN blobs b ON b.id = r.blob WHERE b.oid = ? AND r.path = ?`},
		{&l.Record, `SELECT r.note, n.pagerank, n.in_links, n.superseded_by, n.label FROM notes n CROSS JOIN readings r ON r.blob = n.blob AND r.path = n.path WHERE n.view = ? AND n.path = ?`},
		{&l.chunks, selectChunks},
		{&l.chunk, selectChunk},
		{&l.parsed, `SELECT doc FROM blobs WHERE oid = ?`},
	} {
		stmt, err := q.PrepareContext(ctx, s.sql)
		if err != nil {
			l.Close()
			return nil, err
		}
		*s.to = stmt
	}
	return l, nil
}

func (l *Library) Close() {
	for _, s := range []*sql.Stmt{l.note, l.Record, l.chunks, l.chunk, l.parsed} {
		if s != nil {
			s.Close()
		}
	}
}

// NoteOf returns the note that a blob is at a path.
func (l *Library) NoteOf(ctx context.Context, oid, path string) (*kb.Note, error) {
	var b []byte
	if err := l.note.QueryRowContext(ctx, oid, path).Scan(&b); err != nil {
		return nil, MissingRecord(err, path)
	}
	n := &kb.Note{}
	if err := json.Unmarshal(b, n); err != nil {
		return nil, fmt.Errorf("%w: record of %s: %s", ErrDamaged, path, err)
	}
	return n, nil
}

// ParsedOf returns the links and anchors of a blob.
func (l *Library) ParsedOf(ctx context.Context, oid, path string) (*parsed, error) {
	var b []byte
	if err := l.parsed.QueryRowContext(ctx, oid).Scan(&b); err != nil {
		return nil, MissingRecord(err, path)
	}
	p := &parsed{}
	if err := json.Unmarshal(b, p); err != nil {
		return nil, fmt.Errorf("%w: record of %s: %s", ErrDamaged, path, err)
	}
	return p, nil
}

func (l *Library) ChunksOf(ctx context.Context, oid string) ([]Chunk, error) {
	return chunksOf(ctx, l.chunks, oid)
}

// ChunkOf returns one chunk of a blob.
func (l *Library) ChunkOf(ctx context.Context, oid string, ord int) (Chunk, error) {
	c, err := scanChunk(l.chunk.QueryRowContext(ctx, oid, ord))
	return c, MissingRecord(err, oid)
}
