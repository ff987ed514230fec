package store

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"strconv"

	"github.com/9aea2451/kb/kb"
	"github.com/ncruces/go-sqlite3"
)

// NoteOf returns the note that a blob is at a path.
func (r Records) NoteOf(oid, path string) (*kb.Note, error) {
	n := &kb.Note{}
	err := r.record(n, path, `SELECT r.note FROM readings r JOIN blobs b ON b.id = r.blob WHERE b.oid = ? AND r.path = ?`, oid, path)
	return n, err
}

// ParsedOf returns the links of a blob; path is for the error.
func (r Records) ParsedOf(oid, path string) (*parsed, error) {
	for row, err := range r.Rows(`SELECT doc FROM blobs WHERE oid = ?`, oid) {
		if err != nil {
			return nil, err
		}
		doc, err := r.packed.inflate(row.ColumnRawBlob(0))
		if err != nil {
			return nil, err
		}
		p := &parsed{}
		if err := json.Unmarshal([]byte(doc), p); err != nil {
			return nil, fmt.Errorf("%w: record of %s: %s", ErrDamaged, path, err)
		}
		return p, nil
	}
	return nil, missingRecord(path)
}

// NameAt returns what the note at a path of a view is called.
func (r Records) NameAt(view int64, path string) (kb.Name, error) {
	for row, err := range r.Rows(`SELECT r.note FROM notes n CROSS JOIN readings r ON r.blob = n.blob AND r.path = n.path
		WHERE n.view = ? AND n.path = ?`, view, path) {
		if err != nil {
			return kb.Name{}, err
		}
		return NameOf(row.ColumnRawBlob(0))
	}
	return kb.Name{}, missingRecord(path)
}

// record decodes the JSON that a query selects; ErrDamaged where there is none, as of the note at path.
func (r Records) record(to any, path, sql string, args ...any) error {
	for row, err := range r.Rows(sql, args...) {
		if err != nil {
			return err
		}
		if err := json.Unmarshal(row.ColumnRawBlob(0), to); err != nil {
			return fmt.Errorf("%w: record of %s: %s", ErrDamaged, path, err)
		}
		return nil
	}
	return missingRecord(path)
}

// Record returns the note at a path of a view.
func (r Records) Record(view int64, path string) (*NoteRecord, error) {
	for row, err := range r.Rows(`SELECT r.note, n.pagerank, n.in_links, n.superseded_by, n.label FROM notes n
		CROSS JOIN readings r ON r.blob = n.blob AND r.path = n.path WHERE n.view = ? AND n.path = ?`, view, path) {
		if err != nil {
			return nil, err
		}
		return scanRecord(row)
	}
	return nil, missingRecord(path)
}

// ChunksOf returns the chunks of a blob in order.
func (r Records) ChunksOf(oid string) ([]Chunk, error) {
	var out []Chunk
	const sql = `SELECT first, data FROM chunks WHERE blob = (SELECT id FROM blobs WHERE oid = ?) ORDER BY first`
	for row, err := range r.Rows(sql, oid) {
		if err != nil {
			return nil, err
		}
		chunks, err := r.packed.chunks(row.ColumnInt(0), row.ColumnRawBlob(1))
		if err != nil {
			return nil, err
		}
		out = append(out, chunks...)
	}
	return out, nil
}

// ChunkOf returns one chunk of a blob.
func (r Records) ChunkOf(oid string, ord int) (Chunk, error) {
	const sql = `SELECT first, data FROM chunks WHERE blob = (SELECT id FROM blobs WHERE oid = ?) AND first <= ? ORDER BY first DESC LIMIT 1`
	for row, err := range r.Rows(sql, oid, ord) {
		if err != nil {
			return Chunk{}, err
		}
		first := row.ColumnInt(0)
		chunks, err := r.packed.chunks(first, row.ColumnRawBlob(1))
		if err != nil {
			return Chunk{}, err
		}
		if ord-first < len(chunks) {
			return chunks[ord-first].clone(), nil
		}
	}
	return Chunk{}, missingRecord(oid)
}

// Openings gives the chunks of each note of a view in order of path: at least the first count of
// them, and none after the group in which that many are.
func (r *Reader) Openings(ctx context.Context, count int) iter.Seq2[NoteChunks, error] {
	return func(yield func(NoteChunks, error) bool) {
		const sql = `SELECT n.path, c.first, c.data FROM notes n CROSS JOIN chunks c ON c.blob = n.blob AND c.first < ?
			WHERE n.view = ? ORDER BY n.path, c.first`
		for row, err := range r.Rows(ctx, sql, count, r.View.ID) {
			var g NoteChunks
			if err == nil {
				g.Path, g.First = row.ColumnText(0), row.ColumnInt(1)
				g.Chunks, err = r.Records.packed.chunks(g.First, row.ColumnRawBlob(2))
			}
			if !yield(g, err) || err != nil {
				return
			}
		}
	}
}

// NoteChunks is some chunks of a note that follow one another.
type NoteChunks struct {
	Path   string
	First  int // ordinal of the first
	Chunks []Chunk
}

func missingRecord(path string) error { return fmt.Errorf("%w: no record of %s", ErrDamaged, path) }

// RowTexts joins the rows of a query by their first column.
func (r Records) RowTexts(query string, args ...any) (map[string]string, error) {
	out := map[string]string{}
	for row, err := range r.Rows(query, args...) {
		if err != nil {
			return nil, err
		}
		values := make([]string, row.ColumnCount())
		for i := range values {
			if values[i] = row.ColumnText(i); row.ColumnType(i) == sqlite3.FLOAT {
				values[i] = strconv.FormatFloat(row.ColumnFloat(i), 'g', -1, 64)
			}
		}
		out[values[0]] += fmt.Sprintf("%q\n", values[1:])
	}
	return out, nil
}
