// Package onboard tells somebody who is new to a base what to read first, and somebody who was away
// what changed meanwhile.
package onboard

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/usage"
	"github.com/9aea2451/kb/rank"
)

// first is how many notes are to be read first.
const first = 5

// Welcome is what to read first, and what changed.
type Welcome struct {
	Base    string       `json:"base,omitempty"` // of the person's configuration
	Scope   string       `json:"scope,omitempty"`
	Notes   []FirstNote  `json:"notes"`           // the first one first
	Since   string       `json:"since,omitempty"` // commit that changes are counted from, "" where there is none
	Day     string       `json:"day,omitempty"`   // of that commit, such as 2026-03-04
	Last    bool         `json:"last,omitempty"`  // it is that of the last time
	Changes []NoteChange `json:"changes"`         // by commits since then, the newest first
}

// FirstNote is a note to be read first.
type FirstNote struct {
	Path       string  `json:"path"`
	Title      string  `json:"title"`
	Kind       string  `json:"kind"`
	Score      float64 `json:"score"`      // confidence × (pinned: 2, else 1) × (1 + ln(1 + reads))
	Confidence float64 `json:"confidence"` // that is left of it
	Pinned     bool    `json:"pinned,omitempty"`
	Reads      int     `json:"reads"`
}

// NoteChange is a note that is not as it was.
type NoteChange struct {
	Path     string `json:"path"`
	Title    string `json:"title,omitempty"`
	What     string `json:"what"`               // added, changed, moved or removed
	From     string `json:"from,omitempty"`     // where a moved one was
	Day      string `json:"day,omitempty"`      // of the last commit, in UTC; "" for a removed one
	Inactive string `json:"inactive,omitempty"` // why it does not hold
}

// Read lists what to read first of a view of one base: of the notes that hold, those of the greatest
// score. Of equal ones the one that others link to more goes first.
func Read(ctx context.Context, v *desk.View) ([]FirstNote, error) {
	listed, err := v.Searcher.List(ctx, v.Asked(index.Query{ActiveOnly: true}))
	if err != nil {
		return nil, err
	}
	reads := readers(ctx, v)
	slices.SortStableFunc(listed, func(a, b index.Listed) int { return cmp.Compare(b.PageRank, a.PageRank) })
	out := make([]FirstNote, len(listed))
	for i, n := range listed {
		out[i] = FirstNote{Path: n.Path, Title: n.Title, Kind: n.Kind, Confidence: n.Left, Pinned: n.Pinned, Reads: reads(n.NoteRecord)}
		// Reads count by their logarithm: the tenth says less than the first.
		n := &out[i]
		s := n.Confidence * (1 + math.Log1p(float64(n.Reads)))
		if n.Pinned {
			s *= 2
		}
		out[i].Score = rank.Round(s)
	}
	slices.SortStableFunc(out, func(a, b FirstNote) int { return cmp.Compare(b.Score, a.Score) })
	return out[:min(first, len(out))], nil
}

// readers tells how often a note was opened: 0 where nothing is recorded, or it cannot be read.
func readers(ctx context.Context, v *desk.View) func(*index.NoteRecord) int {
	none := func(*index.NoteRecord) int { return 0 }
	u, err := usage.Look(v.Repo.StateDir())
	if err != nil {
		return none
	}
	defer u.Close()
	counts, err := u.Counts(ctx)
	if err != nil {
		return none
	}
	return func(n *index.NoteRecord) int { return counts.Of(usage.Note{Path: n.Path, ID: n.ID}).Opened }
}

// LastTime gives the commit that somebody was told of the last time, "" for none that is still there.
func LastTime(ctx context.Context, v *desk.View) string {
	u, err := usage.Look(v.Repo.StateDir())
	if err != nil {
		return ""
	}
	defer u.Close()
	commit, err := u.Visited(ctx)
	if err != nil || commit == "" {
		return ""
	}
	if commit, err = v.Repo.Resolve(ctx, commit); err != nil {
		return "" // rewritten, and pruned
	}
	return commit
}

// Remember keeps the commit of a view as what somebody was told of.
func Remember(ctx context.Context, v *desk.View) error {
	commit := v.Searcher.Commit()
	if commit == "" {
		return nil
	}
	u, err := v.OpenUsage(ctx)
	if err != nil {
		return err
	}
	return errors.Join(u.Visit(ctx, commit), u.Close())
}

// Changes lists the notes in which the commit of a view differs from another one; from nothing where
// that is "".
func Changes(ctx context.Context, v *desk.View, since string) ([]NoteChange, error) {
	if v.Searcher.Commit() == "" {
		return []NoteChange{}, nil
	}
	now, err := v.Committed(ctx)
	if err != nil {
		return nil, err
	}
	before := &kb.Tree{}
	if since != "" {
		if before, err = v.Repo.TreeUnder(ctx, since, now); err != nil {
			return nil, err
		}
	}
	touched := map[string]time.Time{}
	if past, err := v.HistoryAt(ctx, v.Searcher.Commit()); err == nil && past.Head != "" {
		if t, err := past.LastTouches(ctx, past.Head); err == nil {
			touched = t
		}
	}
	out := moved(kb.Diff(before, now))
	for i := range out {
		c := &out[i]
		n, err := v.Note(ctx, c.Path)
		if err != nil {
			return nil, err
		}
		if n != nil {
			c.Title, c.Inactive = n.Title, n.Inactive
		}
		if t := touched[c.Path]; !t.IsZero() && c.What != "removed" {
			c.Day = t.UTC().Format(time.DateOnly)
		}
	}
	slices.SortStableFunc(out, func(a, b NoteChange) int {
		return cmp.Or(strings.Compare(b.Day, a.Day), strings.Compare(a.Path, b.Path))
	})
	return out, nil
}

// moved says what became of files; one that went and came with the same bytes has moved.
func moved(changes []kb.Change) []NoteChange {
	gone := map[string]string{} // path by blob
	for _, c := range changes {
		if _, known := gone[c.Old.Blob]; c.New.Blob == "" && !known {
			gone[c.Old.Blob] = c.Path
		}
	}
	from := map[string]bool{}
	out := []NoteChange{}
	for _, c := range changes {
		switch was, ok := gone[c.New.Blob]; {
		case c.New.Blob == "":
		case c.Old.Blob != "":
			out = append(out, NoteChange{Path: c.Path, What: "changed"})
		case ok && !from[was]:
			from[was] = true
			out = append(out, NoteChange{Path: c.Path, What: "moved", From: was})
		default:
			out = append(out, NoteChange{Path: c.Path, What: "added"})
		}
	}
	for _, c := range changes {
		if c.New.Blob == "" && !from[c.Path] {
			out = append(out, NoteChange{Path: c.Path, What: "removed"})
		}
	}
	return out
}
