package judge

import (
	"context"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/index"
)

// savedQueries answers queries from the trees of commits; nothing is opened before the first one.
type savedQueries struct {
	app       *app.App
	base      *session.Base
	searchers map[string]*index.Searcher
}

// search gives the paths of the notes that answer a query in the tree of a commit, or in the work
// tree for "".
func (s *savedQueries) search(ctx context.Context, commit, query string, n int) ([]string, error) {
	searcher, err := s.searcher(ctx, commit)
	if err != nil {
		return nil, err
	}
	answer, err := searcher.Search(ctx, index.Query{Text: query, Limit: n, ChunksPerNote: 1, Mode: index.Hybrid})
	if err != nil {
		return nil, err
	}
	paths := make([]string, 0, len(answer.Hits))
	for _, h := range answer.Hits {
		paths = append(paths, h.Path)
	}
	return paths, nil
}

func (s *savedQueries) searcher(ctx context.Context, commit string) (*index.Searcher, error) {
	if found := s.searchers[commit]; found != nil {
		return found, nil
	}
	if s.base == nil {
		b, err := session.Open(ctx, s.app)
		if err != nil {
			return nil, err
		}
		s.base, s.searchers = b, map[string]*index.Searcher{}
		if commit != "" {
			if err := s.model(ctx); err != nil {
				return nil, err
			}
		}
	}
	at := *s.base
	m := session.Moment{Commit: commit}
	searcher, err := at.SearcherAt(ctx, m)
	if err != nil {
		return nil, err
	}
	s.searchers[commit] = searcher
	return searcher, nil
}

// model brings the index of the work tree up to date: past trees share its model of meaning, so
// that both sides are ranked alike.
func (s *savedQueries) model(ctx context.Context) error {
	searcher, err := s.base.FreshSearcher(ctx)
	if err != nil {
		return err
	}
	s.searchers[""] = searcher
	return nil
}

// Close releases what was opened.
func (s *savedQueries) Close() {
	for _, searcher := range s.searchers {
		searcher.Close()
	}
	if s.base != nil {
		s.base.Close()
	}
}
