package desk

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/secondread"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/opinion"
	"github.com/9aea2451/kb/kb/review"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/validate"
)

// ReviewRequest asks what a change does to what is known.
type ReviewRequest struct {
	Range *review.Range
	Skip  []string                        // names of rules that are not run
	With  []string                        // other open branches that the change is held against
	Open  func(ctx context.Context) error // opens the index, before the first saved query is asked
	Ask   *secondread.Request             // a second reader, nil for none
	Asked func(*secondread.Report)        // is told what was asked, with Ask
}

// Review tells what a change does to what is known. A history that cannot be read is said, and what
// it would tell is not known.
func (d *Desk) Review(ctx context.Context, req ReviewRequest) (*review.Review, error) {
	o := review.Options{
		Day: d.Now(), Cache: snapshot.CacheFile(d.Repo), Loaded: d.keepSnapshot, Progress: d.o.Progress,
		Skip: req.Skip, With: req.With, Code: filepath.Join(d.Repo.StateDir(), "index"), Opinions: opinion.Load(d.Repo.StateDir()),
	}
	if req.Ask != nil {
		o.SecondRead = func(ctx context.Context, run *validate.Run) error {
			said, err := d.secondRead(ctx, run, o.Opinions, req.Ask)
			if err == nil {
				req.Asked(said)
			}
			return err
		}
	}
	past, err := d.HistoryAt(ctx, req.Range.Base)
	if err == nil {
		err = past.Reach(ctx, req.Range.Head)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		d.o.Remark(fmt.Sprintf("the history could not be read (%v): who wrote what, staleness and removed notes are not known", err))
	} else {
		o.History = past.History
	}
	asked := &savedQueries{desk: d, open: req.Open, views: map[string]*View{}}
	defer asked.close()
	o.Search = asked.search
	found, err := review.Of(ctx, d.Repo, req.Range, o)
	d.o.rest()
	return found, err
}

// secondRead has a second reader asked about what may contradict in a run.
func (d *Desk) secondRead(
	ctx context.Context, run *validate.Run, kept *opinion.Kept, req *secondread.Request,
) (*secondread.Report, error) {
	asked := *req
	asked.Progress = d.o.Progress
	r, err := secondread.Read(ctx, d.Repo, run, kept, asked)
	d.o.rest()
	return r, err
}

// savedQueries answers queries from the trees of commits; nothing is opened before the first one.
type savedQueries struct {
	desk  *Desk
	open  func(ctx context.Context) error
	views map[string]*View // by commit, "" for the work tree
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
func (s *savedQueries) view(ctx context.Context, commit string) (*View, error) {
	if found := s.views[commit]; found != nil {
		return found, nil
	}
	if s.desk.Index == nil {
		if err := s.open(ctx); err != nil {
			return nil, err
		}
	}
	if commit != "" {
		if _, err := s.view(ctx, ""); err != nil {
			return nil, err
		}
	}
	m, err := s.desk.Moment(ctx, commit)
	if err != nil {
		return nil, err
	}
	v, err := s.desk.Look(ctx, m)
	if err == nil {
		s.views[commit] = v
	}
	return v, err
}

// close releases the trees that were opened.
func (s *savedQueries) close() {
	for _, v := range s.views {
		v.Close()
	}
}
