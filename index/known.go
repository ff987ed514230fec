package index

import (
	"context"
	"slices"
	"time"

	"github.com/9aea2451/kb/kb"
)

// maxKnown is how many records a Searcher keeps that it has read: about 2 KB each.
const maxKnown = 20_000

// knownRecord is a note of the tree before it is judged by a day.
type knownRecord struct {
	record      *NoteRecord
	superseders []*kb.Note // in order of path

	on  int         // calendar day of the judgement that was asked for last
	now *NoteRecord // judged by it; nil before the first
}

// judged is the record as the note stands on a day. It is not to be changed. The caller holds the lock.
func (k *knownRecord) judged(on int, day time.Time) *NoteRecord {
	if k.now == nil || k.on != on {
		rec := *k.record
		rec.judge(k.superseders, day)
		k.now, k.on = &rec, on
	}
	return k.now
}

// calendarDay numbers the days as they are written.
func calendarDay(t time.Time) int {
	y, m, d := t.Date()
	return (y*12+int(m))*31 + d
}

// known reads the record of a note; what was read once is kept, for a Searcher that answers many
// questions. The caller holds the lock.
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
