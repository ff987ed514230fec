package search

import (
	"context"
	"fmt"
	"sort"
	"time"

	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/rank"
)

// packedNote is a note as the records have it: what is not asked for is not decoded.
type packedNote struct {
	records     store.Records
	path, blob  string
	note, extra []byte // valid until the next one
}

func (p *packedNote) name() (kb.Name, error) { return store.ReadName(p.path, p.note) }

// read decodes the note.
func (p *packedNote) read() (kb.Note, error) {
	return p.records.ReadNote(p.path, p.blob, p.note, p.extra)
}

// eachRecord calls f for every note in order of path.
func (s *Searcher) eachRecord(ctx context.Context, f func(note *packedNote, rec *store.NoteRecord) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	const sql = `SELECT n.path, r.note, r.extra, n.pagerank, n.in_links, n.superseded_by FROM notes n
		CROSS JOIN readings r ON r.blob = n.blob AND r.path = n.path WHERE n.view = ? ORDER BY n.path`
	for row, err := range s.from.Rows(ctx, sql, s.view.ID) {
		if err != nil {
			return err
		}
		rec := &store.NoteRecord{PageRank: row.ColumnFloat(3), InLinks: row.ColumnInt(4), SupersededBy: row.ColumnText(5)}
		note := &packedNote{records: s.from.Records, path: row.ColumnText(0), note: row.ColumnRawBlob(1), extra: row.ColumnRawBlob(2)}
		if n, ok := s.gen.Rows.Note(note.path); ok {
			note.blob = s.gen.Rows.Blobs[n]
		}
		if err := f(note, rec); err != nil {
			return err
		}
	}
	return nil
}

// Names lists path, id, title and aliases of every note, for resolving and completion.
func (s *Searcher) Names(ctx context.Context) ([]kb.Name, error) {
	out := make([]kb.Name, 0, len(s.gen.Rows.Paths))
	err := s.eachRecord(ctx, func(note *packedNote, _ *store.NoteRecord) error {
		n, err := note.name()
		out = append(out, n)
		return err
	})
	return out, err
}

// Tags lists every tag with its number of notes.
func (s *Searcher) Tags(ctx context.Context) (map[string]int, error) {
	out := map[string]int{}
	err := s.eachRecord(ctx, func(note *packedNote, _ *store.NoteRecord) error {
		note.extra = nil
		n, err := note.read()
		if err != nil {
			return err
		}
		for _, t := range n.Tags {
			out[t]++
		}
		return nil
	})
	return out, err
}

// Note returns the record of the note at path; kb.ErrNoNote when there is none.
func (s *Searcher) Note(ctx context.Context, path string) (*store.NoteRecord, error) {
	return s.NoteOn(ctx, path, time.Time{})
}

// NoteOn is Note as it stands on a day; the zero day is today.
func (s *Searcher) NoteOn(ctx context.Context, path string, day time.Time) (*store.NoteRecord, error) {
	n, ok := s.gen.Rows.Note(path)
	if !ok {
		return nil, fmt.Errorf("%w: %s", store.ErrNoNote, path)
	}
	records, err := s.records(ctx, []int{n}, s.day(day))
	if err != nil {
		return nil, err
	}
	return records[0], nil
}

// listAll answers a query that is nothing but filters: every note that passes, best linked first.
func (r *run) listAll(ctx context.Context) error {
	if r.request.Filter.Empty() {
		return nil
	}
	r.answer.Tried = append(r.answer.Tried, "filters")
	r.score = make([]float64, len(r.gen.Rows.Paths))
	r.best = chunkScores{}
	r.match = "filter"
	var numbers []int
	err := r.eachRecord(ctx, func(_ *packedNote, rec *store.NoteRecord) error {
		n := len(numbers)
		numbers = append(numbers, n)
		r.score[n] = rank.Round(0.5 + 0.5*rec.PageRank)
		return nil
	})
	if err != nil {
		return err
	}
	sort.SliceStable(numbers, func(i, j int) bool { return r.score[numbers[i]] > r.score[numbers[j]] })
	return r.collect(ctx)
}
