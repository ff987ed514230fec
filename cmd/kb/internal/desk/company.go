package desk

import (
	"context"
	"fmt"
	"math"
	"strings"

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

// Explain writes out what makes a hit near, in figures.
func (r *Related) Explain(h index.Hit) string { return r.company.Explain(h) }

// company returns what goes together with a note, beside links and meaning.
func (v *View) company(ctx context.Context, path string) (*nearness.Company, error) {
	if of, there := v.Of(path); of != v {
		c, err := of.company(ctx, there)
		if err == nil && there != path {
			c.Move(strings.TrimSuffix(path, there))
		}
		return c, err
	}
	var c nearness.Company
	var err error
	if c.Changed, err = v.companions(ctx, path); err != nil {
		return nil, err
	}
	if v.At.Commit == "" {
		c.Read, err = nearness.ReadTogether(ctx, v.Searcher, path, func(n usage.Note) ([]usage.Companion, error) {
			return v.readWith(ctx, n)
		})
	}
	return &c, err
}

// readWith lists the notes that were shown or opened together with one. A server waits for nobody
// who writes; without usage the rest still answers.
func (v *View) readWith(ctx context.Context, n usage.Note) ([]usage.Companion, error) {
	if v.o.Server {
		return v.Usage.Companions(n, v.Today()), nil
	}
	u, err := usage.Look(v.Repo.StateDir())
	if err != nil {
		v.o.Remark(fmt.Sprintf("this answer leaves out what is read together: usage.db is %v", err))
		return nil, nil
	}
	defer u.Close()
	return u.Companions(ctx, n, v.Today())
}

// companions lists the files that change in the same commits as a note, best first; nothing while
// the history is not read.
func (v *View) companions(ctx context.Context, path string) ([]history.Companion, error) {
	h, tip := v.history(ctx), v.tip()
	if h == nil || tip == "" {
		return nil, nil
	}
	if limits, err := h.Limits(ctx, tip); err == nil && v.History.beside != nil {
		for _, message := range limits.Messages() {
			v.o.Warn(message)
		}
	}
	found, err := h.CoChange(ctx, tip, path, math.MaxInt)
	if err != nil && ctx.Err() == nil {
		v.o.Remark(fmt.Sprintf("this answer leaves out what changes together: %v", err)) // the rest still answers
	}
	return found, ctx.Err()
}

// together is index.Query.Together: how much files change in the same commits as a note, from 0 to 1.
func (v *View) together(ctx context.Context, path string) (map[string]float64, error) {
	found, err := v.companions(ctx, path)
	return nearness.OfCommits(found), err
}
