package index

import (
	"context"

	"github.com/9aea2451/kb/index/words"
)

// maxHeldText bounds the bytes of the chunks that a Searcher keeps; maxHeldStems the chunks whose
// stems it keeps, some kilobytes each.
const (
	maxHeldText  = 8 << 20
	maxHeldStems = 1000
)

// chunk reads the chunk of a row. It is not to be changed.
func (s *Searcher) chunk(ctx context.Context, row int) (*chunk, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.chunksKnown[row]; c != nil {
		return c, nil
	}
	c, err := s.lib.chunkOf(ctx, s.gen.rows.blobs[s.gen.rows.noteOf[row]], s.gen.rows.ordinal(row))
	if err != nil {
		return nil, err
	}
	s.holdChunk(row, &c)
	return &c, nil
}

// holdChunk keeps a chunk for the next question, in the place of others when they have become too
// many. The caller holds the lock.
func (s *Searcher) holdChunk(row int, c *chunk) {
	size := func(c *chunk) int { return 256 + len(c.text) + len(c.identifiers) }
	if s.chunksKnown == nil {
		s.chunksKnown = map[int]*chunk{}
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
	a.Tokens(c.text, func(t words.Token) { stems[t.Term] = true })
	s.analyzers.Put(a)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stemsKnown == nil || len(s.stemsKnown) >= maxHeldStems {
		s.stemsKnown = map[int]map[string]bool{}
	}
	s.stemsKnown[row] = stems
	return stems, nil
}
