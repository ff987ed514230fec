package measure

import (
	"context"
	"fmt"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/rerank"
	"github.com/9aea2451/kb/cmd/kb/internal/evaluate"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/rank"
)

// bench answers judged queries: from the work tree, or from the past trees that they name. Not for
// concurrent use. Close it.
type bench struct {
	repo    *kb.Repo
	desk    *desk.Desk
	now     *index.Searcher
	holds   rank.Settings       // of the work tree's .memory/kb.yaml
	shares  rerank.Shares       // of a model in this process
	model   bool                // that there is one
	past    map[string]pastTree // by what a query's "at" says
	closing []func() error
}

// openBench brings the index up to date, however long that takes, and opens every tree that the queries name.
func openBench(ctx context.Context, a *app.App, queries []evaluate.Query) (*bench, error) {
	a.Patient = true
	b, err := session.Open(ctx, a)
	if err != nil {
		return nil, err
	}
	t := &bench{repo: b.Repo, desk: b.Desk, past: map[string]pastTree{}, closing: []func() error{b.Close}}
	if err := t.open(ctx, b, queries); err != nil {
		t.Close()
		return nil, err
	}
	a.Progress.Stop()
	// Judged notes that do not exist nothing can find.
	missing, first := 0, ""
	for i := range queries {
		q := &queries[i]
		for _, path := range q.Positive() {
			if t.has(ctx, q.At, path) {
				continue
			}
			if missing++; first == "" {
				first = fmt.Sprintf("%s (query %s, line %d)", path, q.ID, q.Line)
			}
		}
	}
	if missing > 0 {
		a.Remark("%d relevant paths name no note of this repository and count as not found, such as %s", missing, first)
	}
	return t, nil
}

// open updates the index, unless --no-update is given, and opens the work tree and each past tree
// that a query names, once. After an error the caller closes what is open so far.
func (t *bench) open(ctx context.Context, b *session.Base, queries []evaluate.Query) (err error) {
	if !b.App.NoUpdate {
		if _, err = b.Index.Update(ctx, index.UpdateOptions{}); err != nil {
			return fmt.Errorf("bring the index up to date: %w", err)
		}
	}
	v, err := b.LookAt(ctx, session.AtFlag{})
	if err != nil {
		return err
	}
	t.now, t.holds = v.Searcher, v.Searcher.Settings()
	t.shares, t.model = b.Shares()
	t.closing = append(t.closing, v.Close)
	for _, q := range queries {
		if _, open := t.past[q.At]; q.At == "" || open {
			continue
		}
		v, err := b.LookAt(ctx, session.AtFlag{At: q.At})
		if err != nil {
			return fmt.Errorf("query %s: at %s: %w", q.ID, q.At, err)
		}
		p := pastTree{v.Searcher, v.At.Day}
		t.closing = append(t.closing, p.searcher.Close)
		t.past[q.At] = p
	}
	return nil
}

// pastTree answers as of a moment.
type pastTree struct {
	searcher *index.Searcher
	day      time.Time
}

// Close releases all trees.
func (t *bench) Close() error {
	var first error
	for i := len(t.closing) - 1; i >= 0; i-- {
		if err := t.closing[i](); err != nil && first == nil {
			first = err
		}
	}
	t.closing = nil
	return first
}

// Search answers from the tree that the query names.
func (t *bench) Search(ctx context.Context, at string, q index.Query) (*index.Answer, error) {
	q.Day = t.past[at].day
	return t.desk.Ranked(ctx, q, t.of(at).Search)
}

// of is what searches the tree of a query's "at", "" for the work tree; nil for an unknown one.
func (t *bench) of(at string) *index.Searcher {
	if at == "" {
		return t.now
	}
	return t.past[at].searcher
}

// SetWeights changes the ranking of all trees.
func (t *bench) SetWeights(w index.Weights) {
	t.now.SetWeights(w)
	for _, p := range t.past {
		p.searcher.SetWeights(w)
	}
}

// run answers the queries one way.
func (t *bench) run(ctx context.Context, a *app.App, w way, queries []evaluate.Query) ([]evaluate.Result, error) {
	weights := t.holds.Weights
	if w.weights != nil {
		weights = w.weights(weights)
	}
	t.SetWeights(weights)
	progress := func(done, total int) { a.Progress.Report(w.name, done, total) }
	return evaluate.Run(ctx, queries, t.Search, evaluate.Options{Configure: w.configure, Progress: progress, Now: a.Now})
}

// has reports whether a relevant id names a note, or a section of one.
func (t *bench) has(ctx context.Context, at, id string) bool {
	path, _ := evaluate.CutAnchor(id)
	for _, p := range []string{id, path} {
		if _, err := t.of(at).Note(ctx, p); err == nil {
			return true
		}
	}
	return false
}
