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

// keptNote is a note that is kept.
type keptNote struct {
	records    Records
	path, blob string
}

// Name returns what the note is called.
func (n *keptNote) Name() (kb.Name, error) { return n.records.NameOf(n.blob, n.path) }

// Read decodes the note.
func (n *keptNote) Read(extra bool) (kb.Note, error) {
	note, _, err := n.records.noteOf(n.blob, n.path, extra)
	if err != nil {
		return kb.Note{}, err
	}
	return *note, nil
}

// EachNote calls f for every note of the view in order of path, with what the index derived.
func (r *Reader) EachNote(ctx context.Context, f func(note Unread, rec *NoteRecord) error) error {
	const sql = `SELECT path, pagerank, in_links, superseded_by, disputed_by FROM notes WHERE view = ? ORDER BY path`
	for row, err := range r.Rows(ctx, sql, r.View.ID) {
		if err != nil {
			return err
		}
		rec := &NoteRecord{
			PageRank: row.ColumnFloat(1), InLinks: row.ColumnInt(2), SupersededBy: row.ColumnText(3), DisputedBy: row.ColumnText(4),
		}
		note := &keptNote{r.Records, row.ColumnText(0), ""}
		note.blob = r.blobOf(note.path)
		if err := f(note, rec); err != nil {
			return err
		}
	}
	return nil
}

// EachWithFiles calls f for every note of the view that says of which files it speaks, in order of path.
func (r *Reader) EachWithFiles(ctx context.Context, f func(path string, globs []string)) error {
	for row, err := range r.Rows(ctx, `SELECT path FROM notes WHERE view = ? AND files ORDER BY path`, r.View.ID) {
		if err != nil {
			return err
		}
		path := row.ColumnText(0)
		note, _, err := r.Records.noteOf(r.blobOf(path), path, false)
		if err != nil {
			return err
		}
		f(path, note.Files)
	}
	return nil
}

// What follows are the questions of the records, asked of the view.

// NoteOf returns the note that a blob is at a path.
func (r *Reader) NoteOf(oid, path string) (*kb.Note, error) { return r.Records.NoteOf(oid, path) }

// ChunksOf returns the chunks of the note that a blob is at a path, in order.
func (r *Reader) ChunksOf(oid, path string) ([]Chunk, error) { return r.Records.ChunksOf(oid, path) }

// ChunkOf returns one chunk of the note that a blob is at a path.
func (r *Reader) ChunkOf(oid, path string, ord int) (Chunk, error) {
	return r.Records.ChunkOf(oid, path, ord)
}

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
