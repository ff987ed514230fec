package desk

import (
	"cmp"
	"context"
	"math"

	"github.com/9aea2451/kb/cmd/kb/internal/nearness"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/usage"
)

// Related is what is near to a note.
type Related struct {
	Note  string              `json:"note"`
	Hits  []index.Hit         `json:"hits"`
	Files []history.Companion `json:"files"` // that are no notes and change in the same commits

	company *nearness.Company
}

// Facts says why the note at a path is near: in how many commits both changed, how often both were
// read.
func (r *Related) Facts(path string) []string { return r.company.Facts(path) }

// company returns what goes together with a note, beside links and meaning.
func (v *View) company(ctx context.Context, path string) (*nearness.Company, error) {
	var c nearness.Company
	var err error
	if c.Changed, err = v.companions(ctx, path); err != nil {
		return nil, err
	}
	if v.At.Commit == "" {
		c.Read, err = nearness.ReadTogether(ctx, v.Searcher, path, func(n usage.Note) ([]usage.Companion, error) {
			return v.Usage.Companions(n, v.Today()), nil
		})
	}
	return &c, err
}

// companions lists the files that change in the same commits as a note, best first; nothing while
// the history is not read.
func (v *View) companions(ctx context.Context, path string) ([]history.Companion, error) {
	h, head := v.History.Recorded(), v.History.Head()
	if h == nil {
		return nil, nil
	}
	if v.At.Commit != "" && !h.Has(ctx, v.At.Commit) { // of another branch than HEAD
		if _, err := h.Update(ctx, v.At.Commit); err != nil {
			return nil, ctx.Err()
		}
	}
	found, err := h.CoChange(ctx, cmp.Or(v.At.Commit, head), path, math.MaxInt)
	if err != nil {
		return nil, ctx.Err() // without it the rest still answers
	}
	return found, nil
}

// together is index.Query.Together: how much files change in the same commits as a note, from 0 to 1.
func (v *View) together(ctx context.Context, path string) (map[string]float64, error) {
	found, err := v.companions(ctx, path)
	return nearness.OfCommits(found), err
}
