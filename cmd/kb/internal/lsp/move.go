package lsp

import (
	"context"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/move"
)

// willRenameFiles writes the links anew before the editor renames files or folders.
func (s *Server) willRenameFiles(ctx context.Context, p *renameFilesParams) (any, error) {
	moves := move.Moves{}
	for _, f := range p.Files {
		from, ok := s.pathOf(f.OldURI)
		to, inside := s.pathOf(f.NewURI)
		// Links to what leaves the repository, or is no note any more, break, which the findings say.
		if ok && inside && (!kb.IsMarkdown(from) || kb.IsMarkdown(to)) {
			moves[from] = to
		}
	}
	if len(moves) == 0 {
		return nil, nil
	}
	edit, err := s.moveAll(ctx, moves)
	if err != nil || len(edit.Changes) == 0 {
		return nil, err
	}
	return edit, nil
}

// moveAll returns which links are written anew when files and folders move. The files themselves stay where
// they are, and so do the places of the edits.
func (s *Server) moveAll(ctx context.Context, moves move.Moves) (*WorkspaceEdit, error) {
	s.exactly()
	now, err := s.now(ctx)
	if err != nil {
		return nil, err
	}
	_, files, err := s.desk.Repo.Everything(ctx)
	if err != nil {
		return nil, err
	}
	plan, err := move.Make(now, moves, files, s)
	if err != nil {
		return nil, err
	}
	changes := changeSet{}
	for _, c := range plan.Changes {
		b, err := s.at(c.Path)
		if err != nil {
			return nil, err
		}
		if len(c.Edits) > 0 {
			changes.rewrite(b, c.New)
		}
	}
	return changes.edit(), nil
}

// ReadWork returns what a note says in the editor, else on disk; see move.Files.
func (s *Server) ReadWork(path string) ([]byte, error) {
	b, err := s.at(path)
	if err != nil {
		return nil, err
	}
	return b.text, nil
}
