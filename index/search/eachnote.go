package search

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/index/words"
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

// Derived is a note as the state has it before it is judged by a day, and its links: what of it can
// change although its bytes do not. Neither is to be changed.
func (s *Searcher) Derived(ctx context.Context, path string) (*store.NoteRecord, []store.LinkRecord, error) {
	n, ok := s.gen.Rows.Note(path)
	if !ok {
		return nil, nil, fmt.Errorf("%w: %s", store.ErrNoNote, path)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	known, err := s.known(ctx, n)
	if err != nil {
		return nil, nil, store.AsDamage(err)
	}
	links, err := s.from.LinksFrom(path)
	return known.record, links, store.AsDamage(err)
}

// Parts are the chunks of a note in order, each with its vector as store.Quantise packs it, nil
// where there is none.
func (s *Searcher) Parts(ctx context.Context, path string) (chunks []store.Chunk, vectors [][]byte, err error) {
	n, ok := s.gen.Rows.Note(path)
	if !ok {
		return nil, nil, fmt.Errorf("%w: %s", store.ErrNoNote, path)
	}
	if chunks, err = s.chunks(ctx, n); err != nil || s.gen.Vectors == nil {
		return chunks, make([][]byte, len(chunks)), store.AsDamage(err)
	}
	err = s.mapped(func() error {
		for row := s.gen.Rows.First[n]; row < s.gen.Rows.First[n+1]; row++ {
			var packed []byte
			if slot := s.gen.Vectors.Slots[row]; slot != store.NoSlot {
				packed = bytes.Clone(s.gen.Vectors.Slot(slot))
			}
			vectors = append(vectors, packed)
		}
		return nil
	})
	return chunks, vectors, store.AsDamage(err)
}

// Terms are the words that a search for a text looks for, in rising order.
func Terms(text string) []string {
	var out []string
	for _, t := range terms(words.NewAnalyzer(), text, false) {
		out = append(out, t.forms()...)
	}
	slices.Sort(out) // the forms with other marks last
	return slices.Compact(out)
}
