package store

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/kb/record"
	"github.com/9aea2451/kb/markdown"
	"github.com/ncruces/go-sqlite3"
)

// Unread returns those of the files of which nothing is kept.
func (r Records) Unread(files []git.File) []git.File {
	return slices.DeleteFunc(slices.Clone(files), func(f git.File) bool { return r.Notes.Has(f.Path, f.Blob) })
}

// NoteOf returns the note that a blob is at a path.
func (r Records) NoteOf(oid, path string) (*kb.Note, error) {
	note, _, err := r.noteOf(oid, path, true)
	return note, err
}

// noteOf returns the note that a blob is at a path, with what was read of it.
func (r Records) noteOf(oid, path string, extra bool) (*kb.Note, *notes.Reading, error) {
	note, reading := r.Notes.Note(path, oid, extra)
	if reading == nil {
		return nil, nil, missingRecord(path)
	}
	return &note, reading, nil
}

// NameOf returns what the note that a blob is at a path is called.
func (r Records) NameOf(oid, path string) (kb.Name, error) {
	name, ok := r.Notes.Name(path, oid)
	if !ok {
		return name, missingRecord(path)
	}
	return name, nil
}

// LinksIn returns the links of the note that a blob is at a path, and the note.
func (r Records) LinksIn(oid, path string) ([]markdown.Link, *kb.Note, error) {
	note, reading, err := r.noteOf(oid, path, false)
	if err != nil {
		return nil, nil, err
	}
	return reading.Links(), note, asMissing(path, reading.Err())
}

// ChunksOf returns the chunks of the note that a blob is at a path, in order.
func (r Records) ChunksOf(oid, path string) ([]Chunk, error) {
	_, reading, err := r.noteOf(oid, path, false)
	if err != nil {
		return nil, err
	}
	chunks, err := reading.Chunks()
	return chunks, asMissing(path, err)
}

// ChunkOf returns one chunk of the note that a blob is at a path.
func (r Records) ChunkOf(oid, path string, ord int) (Chunk, error) {
	_, reading, err := r.noteOf(oid, path, false)
	if err != nil {
		return Chunk{}, err
	}
	chunk, err := reading.Chunk(ord)
	return chunk, asMissing(path, err)
}

// Record returns the note at a path.
func (r *Reader) Record(path string) (*NoteRecord, error) {
	const sql = `SELECT pagerank, in_links, superseded_by, disputed_by, label FROM notes WHERE view = ? AND path = ?`
	for row, err := range r.Records.Rows(sql, r.View.ID, path) {
		if err != nil {
			return nil, err
		}
		rec := &NoteRecord{PageRank: row.ColumnFloat(0), InLinks: row.ColumnInt(1), SupersededBy: row.ColumnText(2)}
		rec.DisputedBy = row.ColumnText(3)
		label := row.ColumnText(4)
		note, err := r.NoteOf(r.blobOf(path), path)
		if err != nil {
			return nil, err
		}
		if rec.Note = *note; label != "" {
			rec.Label = label
		}
		return rec, nil
	}
	return nil, missingRecord(path)
}

// blobOf returns the blob of the note at a path, "" for none.
func (r *Reader) blobOf(path string) string {
	n, ok := r.Gen.Rows.Note(path)
	if !ok {
		return ""
	}
	return r.Gen.Rows.Blobs[n]
}

// Openings reads the chunks of each note in order of path: at least the first count of
// them, and none after the group in which that many are.
func (r *Reader) Openings(ctx context.Context, count int) iter.Seq2[NoteChunks, error] {
	return func(yield func(NoteChunks, error) bool) {
		for n, path := range r.Gen.Rows.Paths {
			more := true
			err := r.groups(ctx, n, func(g notes.Group) error {
				if g.First >= count || !more {
					return nil
				}
				chunks, err := g.Chunks()
				if err == nil {
					more = yield(NoteChunks{path, g.First, chunks}, nil)
				}
				return err
			})
			if err != nil {
				yield(NoteChunks{}, err)
			}
			if err != nil || !more {
				return
			}
		}
	}
}

// groups calls f for the groups of chunks of the n-th note, in order.
func (r *Reader) groups(ctx context.Context, n int, f func(notes.Group) error) error {
	path := r.Gen.Rows.Paths[n]
	_, reading, err := r.Records.noteOf(r.Gen.Rows.Blobs[n], path, false)
	if err != nil {
		return err
	}
	for g, err := range reading.Groups() {
		if err == nil {
			err = f(notes.Group(g))
		}
		if err != nil {
			return asMissing(path, err)
		}
	}
	return ctx.Err()
}

// NoteChunks is some chunks of a note that follow one another.
type NoteChunks struct {
	Path   string
	First  int // ordinal of the first
	Chunks []Chunk
}

// missingRecord is ErrDamaged: a tree that is indexed names nothing that is not kept.
func missingRecord(path string) error { return fmt.Errorf("%w: no record of %s", ErrDamaged, path) }

// asMissing returns ErrDamaged for what is damaged in the record of a note, and other errors as they are.
func asMissing(path string, err error) error {
	if errors.Is(err, record.ErrDamaged) {
		return fmt.Errorf("%w: record of %s: %w", ErrDamaged, path, err)
	}
	return err
}

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
