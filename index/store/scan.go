package store

import (
	"bytes"
	"context"
	"errors"
	"runtime"
	"sync/atomic"

	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/kb/workers"
)

// Scan reads the chunks of the view's notes for which wanted is true, and calls f for each group
// from several goroutines at once, in no order.
func (r *Reader) Scan(ctx context.Context, wanted func(path string) bool, f func(NoteChunks)) error {
	const together = 16 // notes that follow one another mostly lie in one block
	var group workers.Group
	var next atomic.Int64
	failed := make([]error, runtime.GOMAXPROCS(0))
	for w := range failed {
		group.Go(func() {
			for failed[w] == nil {
				from := int(next.Add(together)) - together
				if from >= len(r.Gen.Rows.Paths) {
					return
				}
				for n := from; n < min(from+together, len(r.Gen.Rows.Paths)) && failed[w] == nil; n++ {
					if path := r.Gen.Rows.Paths[n]; wanted(path) {
						failed[w] = r.groups(ctx, n, func(g notes.Group) error {
							chunks, err := g.Chunks()
							if err == nil {
								f(NoteChunks{path, g.First, chunks})
							}
							return err
						})
					}
				}
			}
		})
	}
	group.Wait()
	return errors.Join(failed...)
}

// Batch is the chunks of notes that follow one another in order of path.
type Batch struct {
	Last   string // the path of the last note, "" where there are no more notes
	groups []pathGroup
	ready  []NoteChunks // that are decoded
}

// pathGroup is some chunks of the note at a path.
type pathGroup struct {
	path string
	notes.Group
}

// NewBatch returns the last batch of notes whose chunks are at hand.
func NewBatch(ready []NoteChunks) Batch { return Batch{ready: ready} }

// After reads the chunks of the view's notes that come after a path: of whole notes, until they are so many
// bytes.
func (r *Reader) After(ctx context.Context, path string, most int) (b Batch, err error) {
	n, found := r.Gen.Rows.Note(path)
	if found {
		n++
	}
	for size := 0; n < len(r.Gen.Rows.Paths) && size < most; n++ {
		b.Last = r.Gen.Rows.Paths[n]
		err := r.groups(ctx, n, func(g notes.Group) error {
			b.groups, size = append(b.groups, pathGroup{b.Last, g}), size+len(g.Text)
			return nil
		})
		if err != nil {
			return b, err
		}
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
	var lower []byte
	for _, g := range b.groups {
		if lower = appendLower(lower[:0], g.Text); !bytes.Contains(lower, []byte(text)) {
			continue // most are not read any further
		}
		chunks, err := g.Chunks()
		if err != nil || !f(NoteChunks{g.path, g.First, chunks}) {
			return false, err
		}
	}
	return true, nil
}

// appendLower appends bytes with the letters of English in lower case, whose place stays the same.
func appendLower(to []byte, from string) []byte {
	to = append(to, from...)
	for i, c := range to {
		if c >= 'A' && c <= 'Z' {
			to[i] = c + 'a' - 'A'
		}
	}
	return to
}
