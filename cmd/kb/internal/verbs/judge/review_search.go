package judge

import (
	"context"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/index"
)

// savedQueries answers queries from the trees of commits; nothing is opened before the first one.
type savedQueries struct {
	app   *app.App
	base  *session.Base
	views map[string]*desk.View
}

// search returns the paths of the notes that answer a query in the tree of a commit, or in the work
// tree for "".
func (s *savedQueries) search(ctx context.Context, commit, query string, n int) ([]string, error) {
	v, err := s.view(ctx, commit)
	if err != nil {
		return nil, err
	}
	answer, err := v.Searcher.Search(ctx, index.Query{Text: query, Limit: n, ChunksPerNote: 1, Mode: index.Hybrid})
	if err != nil {
		return nil, err
	}
	paths := make([]string, 0, len(answer.Hits))
	for _, h := range answer.Hits {
		paths = append(paths, h.Path)
	}
	return paths, nil
}

// view opens the work tree first: past trees share its model of meaning, so that both sides are
// ranked alike.
func (s *savedQueries) view(ctx context.Context, commit string) (*desk.View, error) {
	if found := s.views[commit]; found != nil {
		return found, nil
	}
	if s.base == nil {
		b, err := session.Open(ctx, s.app)
		if err != nil {
			return nil, err
		}
		s.base, s.views = b, map[string]*desk.View{}
		if commit != "" {
			if _, err := s.view(ctx, ""); err != nil {
				return nil, err
			}
		}
	}
	v, err := s.base.LookAt(ctx, session.AtFlag{At: commit})
	if err != nil {
		return nil, err
	}
	s.views[commit] = v
	return v, nil
}

// Close releases what was opened.
func (s *savedQueries) Close() {
	for _, v := range s.views {
		v.Close()
	}
	if s.base != nil {
		s.base.Close()
	}
}
