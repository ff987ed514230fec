package search

import (
	"context"
	"slices"
	"time"

	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb"
)

// maxKnown is how many records a Searcher keeps that it has read: about 2 KB each.
const maxKnown = 20_000

// knownRecord is a note of the tree before it is judged by a day.
type knownRecord struct {
	record      *store.NoteRecord
	superseders []*kb.Note // in order of path

	on  int               // calendar day of the judgement that was asked for last
	now *store.NoteRecord // judged by it; nil before the first
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
	if m := s.member(note); m != nil {
		m.Searcher.mu.Lock()
		k, err := m.Searcher.known(ctx, note-m.firstNote)
		m.Searcher.mu.Unlock()
		if err != nil {
			return nil, m.blame(err)
		}
		rec := *k.record
		rec.Path, rec.SupersededBy, rec.DisputedBy = m.outside(rec.Path), m.outside(rec.SupersededBy), m.outside(rec.DisputedBy)
		out := &knownRecord{record: &rec}
		for _, n := range k.superseders {
			out.superseders = append(out.superseders, m.note(n))
		}
		return out, nil
	}
	path := s.gen.Rows.Paths[note]
	rec, err := s.from.Record(path)
	if err != nil {
		return nil, err
	}
	superseders, err := s.superseders(rec)
	if err != nil {
		return nil, err
	}
	if rec.DisputedBy != "" {
		var by *kb.Note
		if n, ok := s.numberOf(rec.DisputedBy); ok {
			if by, err = s.from.NoteOf(s.gen.Rows.Blobs[n], rec.DisputedBy); err != nil {
				return nil, err
			}
		}
		rec.Dispute(by)
	}
	if n, ok := s.numberOf(kb.Feature(path)); ok {
		tasks, err := s.from.NoteOf(s.gen.Rows.Blobs[n], s.gen.Rows.Paths[n])
		if err != nil {
			return nil, err
		}
		rec.Tasks = tasks.RawStatus
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

// maxHeldText bounds the bytes of the chunks that a Searcher keeps; maxHeldStems the chunks whose
// stems it keeps, some kilobytes each.
const (
	maxHeldText  = 8 << 20
	maxHeldStems = 1000
)

// chunk reads the chunk of a row. It is not to be changed.
func (s *Searcher) chunk(ctx context.Context, row int) (*store.Chunk, error) {
	if m := s.memberAt(row); m != nil {
		return m.Searcher.chunk(ctx, row-m.firstRow)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.chunksKnown[row]; c != nil {
		return c, nil
	}
	note := s.gen.Rows.NoteOf[row]
	c, err := s.from.ChunkOf(s.gen.Rows.Blobs[note], s.gen.Rows.Paths[note], s.gen.Rows.Ordinal(row))
	if err != nil {
		return nil, err
	}
	s.holdChunk(row, &c)
	return &c, nil
}

// holdChunk keeps a chunk for the next question, in the place of others when they have become too
// many. The caller holds the lock.
func (s *Searcher) holdChunk(row int, c *store.Chunk) {
	size := func(c *store.Chunk) int { return 256 + len(c.Text) }
	if s.chunksKnown == nil {
		s.chunksKnown = map[int]*store.Chunk{}
	}
	s.heldText += size(c)
	for other, held := range s.chunksKnown { // whichever comes
		if s.heldText <= maxHeldText {
			break
		}
		delete(s.chunksKnown, other)
		s.heldText -= size(held)
	}
	s.chunksKnown[row] = c
}

// stems are the stems of the text of a row's chunk. They are not to be changed.
func (s *Searcher) stems(ctx context.Context, row int) (map[string]bool, error) {
	if m := s.memberAt(row); m != nil {
		return m.Searcher.stems(ctx, row-m.firstRow)
	}
	s.mu.Lock()
	known := s.stemsKnown[row]
	s.mu.Unlock()
	if known != nil {
		return known, nil
	}
	c, err := s.chunk(ctx, row)
	if err != nil {
		return nil, err
	}
	stems := map[string]bool{}
	a := s.analyzers.Get().(*words.Analyzer)
	for _, stem := range a.Terms(c.Text) {
		stems[stem] = true
	}
	s.analyzers.Put(a)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stemsKnown == nil || len(s.stemsKnown) >= maxHeldStems {
		s.stemsKnown = map[int]map[string]bool{}
	}
	s.stemsKnown[row] = stems
	return stems, nil
}
