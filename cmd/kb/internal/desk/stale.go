package desk

import (
	"cmp"
	"context"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/codebase"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/stale"
)

// StaleRequest asks which notes may no longer hold.
type StaleRequest struct {
	Wanted   func(path string) bool // notes that are judged; nil for all
	Named    func(path string) bool // paths that were named themselves; nil for none
	Least    *float64               // score, 0–1; nil for that of .memory/kb.yaml, or 0.1 where layers are chosen
	Layers   []string               // of the reasons that count; none for all
	Limit    int                    // at most so many notes, 0 for all
	Inactive bool                   // list notes that are known not to hold, too
	Explain  bool                   // say what each reason rests on, with the commits
}

// StaleNotes are the notes that may no longer hold, the most doubtful first.
type StaleNotes struct {
	Judged   int                `json:"judged"`   // notes that were looked at
	Total    int                `json:"total"`    // doubted notes, before the limit
	Inactive int                `json:"inactive"` // notes left out because they are known not to hold
	Unknown  []string           `json:"unknown"`  // what the history does not tell
	Notes    []stale.Assessment `json:"notes"`

	Worst float64 `json:"-"` // greatest score of a note that counts, also of one below the least
}

// Stale ranks the notes of a snapshot by how likely they no longer hold.
func (p *Past) Stale(ctx context.Context, s *snapshot.Snapshot, req StaleRequest) (*StaleNotes, error) {
	defer p.desk.o.rest()
	j, err := p.staleJudge(ctx, s)
	if err != nil {
		return nil, err
	}
	defer j.Close()
	notes, err := j.Notes(ctx, func(e *snapshot.Entry) bool { return req.Wanted == nil || req.Wanted(e.File.Path) })
	if err != nil {
		return nil, err
	}
	out := req.sift(notes, s.Tree.Config.Ranking().Stale)
	for i := range out.Notes {
		if req.Explain {
			if err := j.Explain(ctx, &out.Notes[i]); err != nil {
				return nil, err
			}
		}
	}
	out.Unknown = append(append([]string{}, p.Unknown()...), j.Unknown()...)
	return out, nil
}

// staleJudge opens what tells how doubtful notes are. Close it.
func (p *Past) staleJudge(ctx context.Context, s *snapshot.Snapshot) (*stale.Judge, error) {
	d := p.desk
	o := stale.Options{Now: d.Now(), Names: true, Cache: filepath.Join(d.Repo.StateDir(), "index")}
	if !d.o.Server { // which waits for nobody who writes, and shows no progress
		o.Access, o.Progress = d.accesses(ctx), d.o.Progress
	}
	base, err := codebase.Open(d.Repo.Repo.Repo, codebase.Options{Dir: o.Cache})
	if err != nil {
		return nil, err
	}
	o.Symbols = base
	return stale.NewJudge(ctx, d.Repo, s, p.History, p.Head, o)
}

// sift keeps the doubted notes, with the reasons that count, the most doubtful first.
func (r *StaleRequest) sift(notes []stale.Assessment, least float64) *StaleNotes {
	out := &StaleNotes{Judged: len(notes), Notes: []stale.Assessment{}}
	if len(r.Layers) > 0 {
		least = 0.1
	}
	if r.Least != nil {
		least = *r.Least
	}
	for i := range notes {
		n := &notes[i]
		if !r.counts(n) {
			out.Inactive++
			continue
		}
		if len(r.Layers) > 0 {
			n.Keep(func(l stale.Layer) bool { return slices.Contains(r.Layers, string(l)) })
		}
		out.Worst = max(out.Worst, n.Score)
		if len(n.Reasons) > 0 && n.Score >= least {
			out.Notes = append(out.Notes, *n)
		}
	}
	slices.SortFunc(out.Notes, func(x, y stale.Assessment) int {
		return cmp.Or(cmp.Compare(y.Score, x.Score), strings.Compare(x.Path, y.Path))
	})
	out.Total = len(out.Notes)
	if r.Limit > 0 {
		out.Notes = out.Notes[:min(len(out.Notes), r.Limit)]
	}
	return out
}

// counts reports whether a note is one to look at: one that is known not to hold was looked at
// already, unless its time ran out by itself, or it was named itself.
func (r *StaleRequest) counts(n *stale.Assessment) bool {
	return n.Inactive == "" || n.Inactive == "expired" || n.Inactive == "not yet valid" || r.Inactive ||
		slices.Contains(r.Layers, string(stale.Explicit)) || r.Named != nil && !r.Named(path.Dir(n.Path))
}
