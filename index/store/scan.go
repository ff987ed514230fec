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
	failed error // the first error of a goroutine
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
