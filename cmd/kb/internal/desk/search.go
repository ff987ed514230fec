package desk

import (
	"cmp"
	"context"
	"path/filepath"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/rerank"
	"github.com/9aea2451/kb/cmd/kb/internal/packing"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/model"
)

// Search answers a query from the notes of the view. The view says which tree and, for a past
// commit, whose day counts, what changes together and, for the work tree, how notes were used.
func (v *View) Search(ctx context.Context, q index.Query) (*index.Answer, error) {
	q = v.Asked(q)
	if v.reranker == nil || !rerank.Asks(&q) {
		return v.Searcher.Search(ctx, q)
	}
	limit, explain := cmp.Or(q.Limit, index.DefaultLimit), q.Explain
	q.Limit, q.Explain = max(limit, rerank.First), true
	a, err := v.Searcher.Search(ctx, q)
	if err == nil {
		err = rerank.Hits(ctx, v.reranker, a, v.o.Warn)
	}
	if err != nil {
		return nil, err
	}
	a.Hits = a.Hits[:min(limit, len(a.Hits))]
	for i := range a.Hits {
		if !explain {
			a.Hits[i].Factors, a.Hits[i].Confidence = nil, nil
		}
	}
	return a, nil
}

// Chat opens the model that answers, nil when the person named none. Its answers are kept in the
// clone unless use says where.
func (d *Desk) Chat(use model.Use) (model.Chat, error) {
	if use.Kept == nil && !use.Forget {
		use.Kept = model.KeepIn(filepath.Join(d.Repo.StateDir(), "answers"))
	}
	return d.o.Config.Chat(use)
}

// Asked adds to a query what the view says of the day and of use.
func (v *View) Asked(q index.Query) index.Query {
	q.Together = v.together
	if v.At.Commit == "" {
		q.Usage = v.Usage
	}
	if !v.At.Day.IsZero() {
		q.Day = v.At.Day
	}
	return q
}

// Related lists the notes near to a note, by links, meaning and the company that it keeps.
func (v *View) Related(ctx context.Context, path string, limit int) (*Related, error) {
	company, err := v.company(ctx, path)
	if err != nil {
		return nil, err
	}
	hits, err := v.Searcher.Related(ctx, path, limit, company.Sources()...)
	if err != nil {
		return nil, err
	}
	return &Related{Note: path, Hits: hits, Files: company.Files(), company: company}, nil
}

// Links are the links of a note in both directions.
type Links struct {
	Note string             `json:"note"`
	Out  []index.LinkRecord `json:"out"`
	In   []index.LinkRecord `json:"in"`
}

// Links lists what a note links to, by line, and what links to it.
func (v *View) Links(ctx context.Context, path string) (*Links, error) {
	out, in, err := v.Searcher.Links(ctx, path)
	if err != nil {
		return nil, err
	}
	return &Links{Note: path, Out: out, In: in}, nil
}

// Context packs what to know before working on files or on a task.
func (v *View) Context(ctx context.Context, req packing.Request) (*packing.Context, error) {
	req.Day = v.At.Day
	src := packing.Source{
		Repo:     v.Repo,
		Searcher: v.Searcher,
		Now:      v.Now,
		History:  v.history(ctx),
		Cache:    &v.packed,
	}
	if v.At.Commit == "" {
		src.Usage = v.Usage
	}
	if doubts := v.Doubts(); v.At.Commit == "" && doubts != nil {
		src.Stale = func(_ context.Context, path string) (string, error) { return doubts[path], nil }
	}
	answer, err := packing.Pack(ctx, src, req)
	if err != nil {
		return nil, err
	}
	answer.ProvenancePending = v.History.Pending()
	return answer, nil
}
