package desk

import (
	"context"

	"github.com/9aea2451/kb/cmd/kb/internal/packing"
)

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
