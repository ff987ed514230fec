package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/encoding"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/move"
	"github.com/9aea2451/kb/kb/snapshot"
)

// pair is a note's path and the one that it gets.
type pair struct{ from, to string }

// willRenameFiles writes the links anew before the editor renames files or folders.
func (s *Server) willRenameFiles(ctx context.Context, p *renameFilesParams) (any, error) {
	s.exactly()
	now, err := s.now(ctx)
	if err != nil {
		return nil, err
	}
	var moves []pair
	for _, f := range p.Files {
		from, ok := s.pathOf(f.OldURI)
		to, inside := s.pathOf(f.NewURI)
		if !ok || !inside {
			continue // links to what leaves the repository break, which the findings say
		}
		for _, e := range now.Entries {
			switch note := e.File.Path; {
			case note == from && kb.IsMarkdown(to):
				moves = append(moves, pair{note, to})
			case strings.HasPrefix(note, from+"/"):
				moves = append(moves, pair{note, to + strings.TrimPrefix(note, from)})
			}
		}
	}
	if len(moves) == 0 {
		return nil, nil
	}
	return s.moveAll(ctx, moves)
}

// moveAll tells which links are written anew when notes move, one after another. The files themselves
// stay where they are, and so do the places of the edits.
func (s *Server) moveAll(ctx context.Context, moves []pair) (*WorkspaceEdit, error) {
	now, err := s.now(ctx)
	if err != nil {
		return nil, err
	}
	m := &moving{s: s, notes: now, was: map[string]string{}, text: map[string][]byte{}}
	for _, p := range moves {
		if err := m.move(p); err != nil {
			return nil, err
		}
	}
	// What all moves change, at the places that the notes have before.
	changes := changeSet{}
	for path, text := range m.text {
		if text == nil {
			continue
		}
		first := path
		if was, moved := m.was[path]; moved {
			first = was
		}
		b, err := m.s.at(first)
		if err != nil {
			return nil, err
		}
		if !slices.Equal(b.text, text) {
			changes.rewrite(b, text)
		}
	}
	return changes.edit(), nil
}

// moving is the repository as some moves leave it.
type moving struct {
	s     *Server
	notes *snapshot.Snapshot
	was   map[string]string // where a note that moved lay at first, by where it lies now
	text  map[string][]byte // of notes that changed, by where they lie now; nil for what is not there any more
}

// ReadWork and Exists are what the next move sees; see move.Files.
func (m *moving) ReadWork(path string) ([]byte, error) {
	if text, changed := m.text[path]; changed && text != nil {
		return text, nil
	}
	b, err := m.s.at(path)
	if err != nil {
		return nil, err
	}
	return b.text, nil
}

// Exists tells whether a path is taken once the moves before are done.
func (m *moving) Exists(path string) bool {
	if text, changed := m.text[path]; changed {
		return text != nil
	}
	return m.s.Exists(path)
}

// move plans one move on what the ones before left.
func (m *moving) move(p pair) error {
	plan, err := move.Make(m.notes, p.from, p.to, m)
	if err != nil {
		return fmt.Errorf("move %s to %s: %w", p.from, p.to, err)
	}
	changed := map[string]*snapshot.Entry{p.from: nil}
	first := p.from
	if was, moved := m.was[p.from]; moved {
		first = was
		delete(m.was, p.from)
	}
	m.was[p.to], m.text[p.from] = first, nil
	for _, c := range plan.Changes {
		path := c.Path
		if path == p.from {
			path = p.to
		}
		m.text[path] = c.New
		text, _ := encoding.Decode(c.New)
		changed[path] = snapshot.ReadEntry(git.File{Path: path, Size: int64(len(text))}, m.notes.Tree.Config, text)
	}
	m.notes = m.notes.With(m.notes.Tree, changed)
	return nil
}
