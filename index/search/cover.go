package search

import (
	"context"

	"github.com/9aea2451/kb/index/query"
)

// Cover is a note whose `files` speak of a file or folder that was asked for.
type Cover struct {
	Path string // of the note
	Glob string // of its files
	File string // as asked for
}

// covering is the globs of a note.
type covering struct {
	path  string
	globs []string
}

// Covering lists the notes whose `files` cover files, folders or globs of code, in order of path,
// each with the first pair that fits.
func (s *Searcher) Covering(ctx context.Context, files []string) ([]Cover, error) {
	all, err := s.coverings(ctx)
	if err != nil {
		return nil, err
	}
	var out []Cover
	for _, c := range all {
		if found, ok := c.first(files); ok {
			out = append(out, found)
		}
	}
	return out, ctx.Err()
}

// first gives the first file that a glob of the note covers, and that glob; false for none.
func (c *covering) first(files []string) (Cover, bool) {
	for _, f := range files {
		for _, g := range c.globs {
			if query.FileMatch(f, g) {
				return Cover{Path: c.path, Glob: g, File: f}, true
			}
		}
	}
	return Cover{}, false
}

// coverings reads the notes that have `files`. The state of a Searcher never changes, so that once is enough.
func (s *Searcher) coverings(ctx context.Context) ([]covering, error) {
	if s.members != nil {
		var out []covering
		err := s.each(func(m *Member) error {
			if m.aside() {
				return nil
			}
			list, err := m.Searcher.coverings(ctx)
			for _, c := range list {
				out = append(out, covering{m.outside(c.path), c.globs})
			}
			return err
		})
		return out, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.covers != nil {
		return s.covers, nil
	}
	out := []covering{}
	err := s.from.EachWithFiles(ctx, func(path string, globs []string) { out = append(out, covering{path, globs}) })
	if err != nil {
		return nil, err
	}
	s.covers = out
	return out, nil
}
