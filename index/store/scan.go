package store

import (
	"bytes"
	"context"
	"runtime"
	"sync"

	"github.com/9aea2451/kb/kb/workers"
)

// scanBatch is how many bytes of packed groups go to a goroutine at once: a group alone is too small
// for what it costs to hand it over.
const scanBatch = 64 << 10

// packedGroup is a group of chunks with the note that it is of.
type packedGroup struct {
	path  string
	first int
	data  []byte
}

// Scan unpacks the chunks of the view's notes for which wanted is true, and calls f for each group
// from several goroutines at once, in no order. The Reader must not be used in f.
func (r *Reader) Scan(ctx context.Context, wanted func(path string) bool, f func(NoteChunks)) error {
	s := scan{f: f, batches: make(chan []packedGroup, 2*runtime.GOMAXPROCS(0))}
	var err error
	if s.words, err = r.Records.Dictionary(); err != nil {
		return err
	}
	var group workers.Group
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			unpack := inflater{load: func() ([]byte, error) { return s.words, nil }}
			for batch := range s.batches {
				group.Do(func() { s.unpack(&unpack, batch) })
			}
		})
	}
	err = s.read(ctx, r, wanted)
	close(s.batches)
	group.Wait()
	if err == nil {
		err = s.failed
	}
	return err
}

// scan is one pass over the chunks of a view.
type scan struct {
	f       func(NoteChunks)
	words   []byte // the dictionary
	batches chan []packedGroup

	mu     sync.Mutex
	failed error // an error of a goroutine, of several the last
}

// read hands out what the database holds.
func (s *scan) read(ctx context.Context, r *Reader, wanted func(path string) bool) error {
	const sql = `SELECT n.path, c.first, c.data FROM notes n CROSS JOIN chunks c ON c.blob = n.blob WHERE n.view = ? ` +
		`ORDER BY n.path, c.first`
	var batch []packedGroup
	size := 0
	for row, err := range r.Rows(ctx, sql, r.View.ID) {
		if err != nil {
			return err
		}
		path := row.ColumnText(0)
		if !wanted(path) {
			continue
		}
		// SQLite's row is gone with the next one: the bytes are copied, unpacking is left to others.
		g := packedGroup{path, row.ColumnInt(1), bytes.Clone(row.ColumnRawBlob(2))}
		batch, size = append(batch, g), size+len(g.data)
		if size >= scanBatch {
			s.batches <- batch
			batch, size = nil, 0
		}
	}
	s.batches <- batch
	return nil
}

// unpack gives f the chunks of a batch. What cannot be unpacked ends the batch
// and is kept for Scan.
func (s *scan) unpack(with *inflater, batch []packedGroup) {
	for _, g := range batch {
		chunks, err := with.chunks(g.first, g.data)
		if err != nil {
			s.mu.Lock()
			s.failed = err
			s.mu.Unlock()
			return
		}
		s.f(NoteChunks{g.path, g.first, chunks})
	}
}

// Batch is the packed chunks of notes that follow one another in order of path. It needs no Reader any more.
type Batch struct {
	Last   string // the path of the last note, "" where there are no more notes
	groups []packedGroup
	words  []byte       // the dictionary
	ready  []NoteChunks // that need no unpacking
}

// NewBatch is the last batch of notes whose chunks are at hand.
func NewBatch(ready []NoteChunks) Batch { return Batch{ready: ready} }

// After reads the chunks of the view's notes that come after a path: of whole notes, until they are so many
// bytes, packed.
func (r *Reader) After(ctx context.Context, path string, most int) (b Batch, err error) {
	if b.words, err = r.Records.Dictionary(); err != nil {
		return b, err
	}
	const sql = `SELECT n.path, c.first, c.data FROM notes n CROSS JOIN chunks c ON c.blob = n.blob WHERE n.view = ? AND n.path > ? ` +
		`ORDER BY n.path, c.first`
	size := 0
	for row, err := range r.Rows(ctx, sql, r.View.ID, path) {
		if err != nil {
			return b, err
		}
		note := row.ColumnText(0)
		if size >= most && note != b.Last {
			break
		}
		g := packedGroup{note, row.ColumnInt(1), bytes.Clone(row.ColumnRawBlob(2))}
		b.groups, b.Last, size = append(b.groups, g), note, size+len(g.data)
	}
	return b, nil
}

// Holding calls f for the groups of the batch, in order, that may hold a text in lower case, whatever the case of
// English letters there; it stops and reports false where f does.
func (b *Batch) Holding(text string, f func(NoteChunks) bool) (more bool, err error) {
	for _, g := range b.ready {
		if !f(g) {
			return false, nil
		}
	}
	unpack := inflater{load: func() ([]byte, error) { return b.words, nil }}
	var lower []byte
	for _, g := range b.groups {
		if err := unpack.fill(g.data); err != nil {
			return false, err
		}
		if lower = appendLower(lower[:0], unpack.text.Bytes()); !bytes.Contains(lower, []byte(text)) {
			continue // most are not read any further
		}
		chunks, err := readChunks(g.first, unpack.text.String())
		if err != nil || !f(NoteChunks{g.path, g.first, chunks}) {
			return false, err
		}
	}
	return true, nil
}

// appendLower appends bytes with the letters of English in lower case, whose place stays the same.
func appendLower(to, from []byte) []byte {
	to = append(to, from...)
	for i, c := range to {
		if c >= 'A' && c <= 'Z' {
			to[i] = c + 'a' - 'A'
		}
	}
	return to
}
