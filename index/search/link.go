package search

import (
	"context"
	"fmt"
	"slices"

	"github.com/9aea2451/kb/index/store"
)

// Links returns what the note at path links to, and what links to it, in order of place.
func (s *Searcher) Links(ctx context.Context, path string) (out, in []store.LinkRecord, err error) {
	if _, ok := s.numberOf(path); !ok {
		return nil, nil, fmt.Errorf("%w: %s", store.ErrNoNote, path)
	}
	if s.members != nil {
		m, there := s.memberOf(path)
		out, in, err = m.Searcher.Links(ctx, there)
		return m.links(out), m.links(in), err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.from.Interruptible(ctx)()
	if out, err = s.from.LinksFrom(path); err != nil {
		return nil, nil, err
	}
	in, err = s.from.LinksTo(path)
	return out, in, err
}

// AllLinks returns every link of the tree that is no external one.
func (s *Searcher) AllLinks(ctx context.Context) ([]store.LinkRecord, error) {
	return s.links(ctx, func(l *store.LinkRecord) bool { return l.State != "external" })
}

// links lists those of the tree that are asked for, in order of note and place.
func (s *Searcher) links(ctx context.Context, wanted func(l *store.LinkRecord) bool) ([]store.LinkRecord, error) {
	if s.members != nil {
		out := []store.LinkRecord{}
		err := s.each(func(m *Member) error {
			list, err := m.Searcher.links(ctx, wanted)
			out = append(out, m.links(list)...)
			return err
		})
		return out, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.from.Interruptible(ctx)()
	out := []store.LinkRecord{}
	err := s.from.EachLinks(func(links []store.LinkRecord) error {
		for i := range links {
			if wanted(&links[i]) {
				out = append(out, links[i])
			}
		}
		return nil
	})
	return out, err
}

// destinations lists the notes that each of some notes links to, each once. The lists are not to be changed.
func (s *Searcher) destinations(ctx context.Context, notes []int) ([][]int, error) {
	if s.members != nil {
		out := make([][]int, len(notes))
		for i, n := range notes {
			m := s.member(n)
			lists, err := m.Searcher.destinations(ctx, []int{n - m.firstNote})
			if err != nil {
				return nil, m.blame(err)
			}
			for _, to := range lists[0] {
				out[i] = append(out[i], to+m.firstNote)
			}
		}
		return out, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.readDestinations(ctx, notes); err != nil {
		return nil, err
	}
	out := make([][]int, len(notes))
	for i, n := range notes {
		out[i] = s.dests[n]
	}
	return out, nil
}

// readDestinations reads those that are not known yet. The caller holds the lock.
func (s *Searcher) readDestinations(ctx context.Context, notes []int) error {
	if s.dests == nil {
		s.dests = map[int][]int{}
	}
	defer s.from.Interruptible(ctx)()
	for _, n := range notes {
		if _, known := s.dests[n]; known {
			continue
		}
		links, err := s.from.LinksFrom(s.gen.Rows.Paths[n])
		if err != nil {
			return err
		}
		dests, seen := make([]int, 0, len(links)), map[int]bool{}
		for i := range links {
			if to, ok := s.numberOf(links[i].To); ok && links[i].State == "ok" && !seen[to] {
				dests, seen[to] = append(dests, to), true
			}
		}
		s.dests[n] = slices.Clip(dests)
	}
	return nil
}
