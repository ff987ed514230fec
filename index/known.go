package index

import (
	"context"
	"slices"

	"github.com/9aea2451/kb/kb"
)

// maxKnown is how many records a Searcher keeps that it has read: about 2 KB each.
const maxKnown = 20_000

// knownRecord is a note of the tree before it is judged by a day.
type knownRecord struct {
	record      *NoteRecord
	superseders []*kb.Note // in order of path
}

// known reads the record of a note; what was read once is kept, for a Searcher that answers many questions. The caller holds the lock.
func (s *Searcher) known(ctx context.Context, note int) (*knownRecord, error) {
	if k := s.notes[note]; k != nil {
		return k, nil
	}
	path := s.gen.rows.paths[note]
	rec, err := scanRecord(s.lib.record.QueryRowContext(ctx, s.view.id, path))
	if err != nil {
		return nil, missingRecord(err, path)
	}
	superseders, err := s.superseders(ctx, rec)
	if err != nil {
		return nil, err
	}
	k := &knownRecord{record: rec, superseders: slices.Clip(superseders)}
	if s.notes == nil {
		s.notes = map[int]*knownRecord{}
	}
	if len(s.notes) < maxKnown {
		s.notes[note] = k
	}
	return k, nil
}
