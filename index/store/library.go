package store

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"strconv"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/kept"
	"github.com/9aea2451/kb/kb/record"
	"github.com/9aea2451/kb/markdown"
	"github.com/ncruces/go-sqlite3"
)

// NoteOf returns the note that a blob is at a path.
func (r Records) NoteOf(oid, path string) (*kb.Note, error) {
	const sql = `SELECT r.note, r.extra FROM readings r JOIN blobs b ON b.id = r.blob WHERE b.oid = ? AND r.path = ?`
	for row, err := range r.Rows(sql, oid, path) {
		if err != nil {
			return nil, err
		}
		n, err := r.readNote(path, oid, row.ColumnRawBlob(0), row.ColumnRawBlob(1))
		return &n, err
	}
	return nil, missingRecord(path)
}

// readNote decodes the note that a blob is at a path out of its record.
func (r Records) readNote(path, oid string, note, extra []byte) (kb.Note, error) {
	in := record.Read(string(note))
	n := kept.ReadNote(in, path, oid)
	err := in.End()
	if err == nil && len(extra) > 0 {
		var text string
		if text, err = r.packed.inflate(extra); err == nil {
			err = json.Unmarshal([]byte(text), &n.Extra)
		}
	}
	if err != nil {
		return kb.Note{}, fmt.Errorf("%w: record of %s: %s", ErrDamaged, path, err)
	}
	return n, nil
}

// readName decodes only what the note at a path is called.
func readName(path string, note []byte) (kb.Name, error) {
	in := record.Read(string(note))
	name := kept.ReadName(in, path)
	if err := in.Err(); err != nil {
		return kb.Name{}, fmt.Errorf("%w: record of %s: %w", ErrDamaged, path, err)
	}
	return name, nil
}

// LinksIn returns the links of a blob; path is for the error.
func (r Records) LinksIn(oid, path string) ([]markdown.Link, error) {
	for row, err := range r.Rows(`SELECT links FROM blobs WHERE oid = ?`, oid) {
		if err != nil {
			return nil, err
		}
		text, err := r.packed.inflate(row.ColumnRawBlob(0))
		if err != nil {
			return nil, err
		}
		in := record.Read(text)
		links := kept.ReadLinks(in)
		if err := in.End(); err != nil {
			return nil, fmt.Errorf("%w: links of %s: %w", ErrDamaged, path, err)
		}
		return links, nil
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
		return readName(path, row.ColumnRawBlob(0))
	}
	return kb.Name{}, missingRecord(path)
}

// Record returns the note at a path of a view.
func (r Records) Record(view int64, path string) (*NoteRecord, error) {
	for row, err := range r.Rows(`SELECT r.note, r.extra, b.oid, n.pagerank, n.in_links, n.superseded_by, n.label, n.disputed_by
		FROM notes n
		CROSS JOIN readings r ON r.blob = n.blob AND r.path = n.path CROSS JOIN blobs b ON b.id = n.blob
		WHERE n.view = ? AND n.path = ?`, view, path) {
		if err != nil {
			return nil, err
		}
		rec := &NoteRecord{PageRank: row.ColumnFloat(3), InLinks: row.ColumnInt(4), SupersededBy: row.ColumnText(5)}
		rec.Note, err = r.readNote(path, row.ColumnText(2), row.ColumnRawBlob(0), row.ColumnRawBlob(1))
		rec.DisputedBy = row.ColumnText(7)
		if label := row.ColumnText(6); label != "" {
			rec.Label = label
		}
		return rec, err
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
	if g := &r.packed.last; g.oid == oid && ord >= g.first && ord-g.first < len(g.chunks) {
		return g.chunks[ord-g.first].clone(), nil
	}
	const sql = `SELECT first, data FROM chunks WHERE blob = (SELECT id FROM blobs WHERE oid = ?) AND first <= ? ORDER BY first DESC ` +
		`LIMIT 1`
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
			r.packed.last = unpackedGroup{oid, first, chunks}
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

// missingRecord is ErrDamaged: a tree that is indexed names nothing that the records do not have.
func missingRecord(path string) error { return fmt.Errorf("%w: no record of %s", ErrDamaged, path) }

// RowTexts joins the rows of a query by their first column. Of packed values, which are in columns
// that are named so, it takes what they hold: the same is packed otherwise with another dictionary.
func (r Records) RowTexts(query string, args ...any) (map[string]string, error) {
	out := map[string]string{}
	for row, err := range r.Rows(query, args...) {
		if err != nil {
			return nil, err
		}
		values := make([]string, row.ColumnCount())
		for i := range values {
			switch {
			case row.ColumnType(i) == sqlite3.FLOAT:
				values[i] = strconv.FormatFloat(row.ColumnFloat(i), 'g', -1, 64)
			case row.ColumnName(i) == "packed":
				if values[i], err = r.packed.inflate(row.ColumnRawBlob(i)); err != nil {
					values[i] = err.Error()
				}
			default:
				values[i] = row.ColumnText(i)
			}
		}
		out[values[0]] += fmt.Sprintf("%q\n", values[1:])
	}
	return out, nil
}
