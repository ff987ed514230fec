package search

import (
	"context"
	"strings"

	"github.com/9aea2451/kb/index/store"
)

// EachNote calls f for every note in order of path, with the text of its first chunks: as many whole ones as
// begin within the first maxText bytes. It reads no file. The Searcher must not be used in f.
func (s *Searcher) EachNote(ctx context.Context, maxText int, f func(rec *store.NoteRecord, text string) error) error {
	texts, err := s.openingTexts(ctx, maxText)
	if err != nil {
		return err
	}
	return s.eachRecord(ctx, func(note store.Unread, rec *store.NoteRecord) (err error) {
		if rec.Note, err = note.Read(true); err != nil {
			return err
		}
		return f(rec, texts[rec.Path])
	})
}

// maxOpening is the number of chunks of a note that an opening may have.
const maxOpening = 6

// openingTexts reads the beginning of every note.
func (s *Searcher) openingTexts(ctx context.Context, maxText int) (map[string]string, error) {
	if s.members != nil {
		out := map[string]string{}
		return out, s.each(func(m *Member) error {
			texts, err := m.Searcher.openingTexts(ctx, maxText)
			for path, text := range texts {
				out[m.outside(path)] = text
			}
			return err
		})
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make(map[string]string, len(s.gen.Rows.Paths))
	path := ""
	var text strings.Builder
	for g, err := range s.from.Openings(ctx, maxOpening) {
		if err != nil {
			return nil, err
		}
		if g.Path != path {
			out[path] = text.String()
			path = g.Path
			text.Reset()
		}
		for i := range g.Chunks {
			if g.First+i < maxOpening && text.Len() < maxText {
				text.WriteString(g.Chunks[i].Text)
			}
		}
	}
	out[path] = text.String()
	return out, nil
}
