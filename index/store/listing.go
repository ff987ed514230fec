package store

import (
	"context"

	"github.com/9aea2451/kb/kb"
)

// Unread is a note of a list: what is not asked for is not decoded. It is valid until the next one.
type Unread interface {
	Name() (kb.Name, error)
	// Read decodes the note; extra: with the unknown keys of its front matter.
	Read(extra bool) (kb.Note, error)
}

// packedNote is a note as the records have it.
type packedNote struct {
	records     Records
	path, blob  string
	note, extra []byte
}

func (p *packedNote) Name() (kb.Name, error) { return readName(p.path, p.note) }

// Read decodes the note; its unknown keys stay packed where nobody asks for them.
func (p *packedNote) Read(extra bool) (kb.Note, error) {
	if !extra {
		return p.records.readNote(p.path, p.blob, p.note, nil)
	}
	return p.records.readNote(p.path, p.blob, p.note, p.extra)
}

// EachNote calls f for every note of the view in order of path, with what the index derived.
func (r *Reader) EachNote(ctx context.Context, f func(note Unread, rec *NoteRecord) error) error {
	const sql = `SELECT n.path, r.note, r.extra, n.pagerank, n.in_links, n.superseded_by, n.disputed_by FROM notes n
		CROSS JOIN readings r ON r.blob = n.blob AND r.path = n.path WHERE n.view = ? ORDER BY n.path`
	for row, err := range r.Rows(ctx, sql, r.View.ID) {
		if err != nil {
			return err
		}
		rec := &NoteRecord{
			PageRank: row.ColumnFloat(3), InLinks: row.ColumnInt(4), SupersededBy: row.ColumnText(5), DisputedBy: row.ColumnText(6),
		}
		note := &packedNote{records: r.Records, path: row.ColumnText(0), note: row.ColumnRawBlob(1), extra: row.ColumnRawBlob(2)}
		if n, ok := r.Gen.Rows.Note(note.path); ok {
			note.blob = r.Gen.Rows.Blobs[n]
		}
		if err := f(note, rec); err != nil {
			return err
		}
	}
	return nil
}

// EachWithFiles calls f for every note of the view that says of which files it speaks, in order of path.
func (r *Reader) EachWithFiles(ctx context.Context, f func(path string, globs []string)) error {
	const sql = `SELECT r.path, r.note FROM notes n CROSS JOIN readings r ON r.blob = n.blob AND r.path = n.path
		WHERE n.view = ? AND r.files ORDER BY n.path`
	for row, err := range r.Rows(ctx, sql, r.View.ID) {
		if err != nil {
			return err
		}
		path := row.ColumnText(0)
		note, err := r.Records.readNote(path, "", row.ColumnRawBlob(1), nil)
		if err != nil {
			return err
		}
		f(path, note.Files)
	}
	return nil
}

// What follows are the questions of the records, asked of the view.

// Record returns the note at a path.
func (r *Reader) Record(path string) (*NoteRecord, error) { return r.Records.Record(r.View.ID, path) }

// NoteOf returns the note that a blob is at a path.
func (r *Reader) NoteOf(oid, path string) (*kb.Note, error) { return r.Records.NoteOf(oid, path) }

// ChunksOf returns the chunks of a blob in order.
func (r *Reader) ChunksOf(oid string) ([]Chunk, error) { return r.Records.ChunksOf(oid) }

// ChunkOf returns one chunk of a blob.
func (r *Reader) ChunkOf(oid string, ord int) (Chunk, error) { return r.Records.ChunkOf(oid, ord) }

// LinksFrom lists the links of the note at a path, in order of place.
func (r *Reader) LinksFrom(path string) ([]LinkRecord, error) {
	return r.Records.LinksFrom(r.View.ID, path)
}

// LinksTo lists the links to the note at a path, in order of place.
func (r *Reader) LinksTo(path string) ([]LinkRecord, error) {
	return r.Records.LinksTo(r.View.ID, path)
}

// EachLinks calls f with the links of every note that has any.
func (r *Reader) EachLinks(f func(links []LinkRecord) error) error {
	return r.Records.EachLinks(r.View.ID, f)
}

// Interruptible lets ctx end what is asked until the returned function is called.
func (r *Reader) Interruptible(ctx context.Context) func() { return r.Records.Interruptible(ctx) }
