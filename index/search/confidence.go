package search

import (
	"cmp"
	"context"
	"time"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/usage"
	"github.com/9aea2451/kb/rank"
)

// Confidence says why a note is trusted as much as it is.
type Confidence struct {
	Value    float64 `json:"value"`               // 0.1–1
	Touched  string  `json:"touched,omitempty"`   // day of the last touch, in UTC; "" for a note that has no age
	By       string  `json:"by,omitempty"`        // what that was: commit, uncommitted, date, verified, opened
	HalfLife float64 `json:"half_life,omitempty"` // days; 0 for a note that does not fade
}

// What a touch was, beside those of usage.
const (
	byEdit = "uncommitted"
	byDate = "date"
)

// trust is what the confidence of a note is made of.
type trust struct {
	note      *kb.Note
	count     usage.Count
	committed time.Time // see lastChange
	by        string
	halves    rank.HalfLives
	value     float64 // 0.1–1
}

// trustIn tells the confidence of a note on a day. touch is of the history, nil where that is not
// known or does not count.
func trustIn(n *kb.Note, use usage.Use, touch *history.Touch, halves rank.HalfLives, now time.Time) trust {
	t := trust{note: n, count: usage.Count{Opened: use.Opened, LastOpened: use.LastOpened}, halves: halves}
	t.committed, t.by = lastChange(n, touch, now)
	t.value = usage.Confidence(n, t.count, t.committed, halves, now)
	return t
}

// explain says why.
func (t trust) explain() *Confidence {
	out := &Confidence{Value: rank.Round(t.value)}
	if last := usage.LastTouch(t.note, t.count, t.committed); last.By != "" {
		if out.HalfLife, out.By = t.halves.Of(t.note.Kind, t.note.Type, t.note.Pinned), last.By; last.By == usage.ByCommit {
			out.By = t.by
		}
		out.Touched = last.At.UTC().Format(time.DateOnly)
	}
	return out
}

// lastChange is when a memory was last changed, and what tells. A change that is not committed is
// made now. Where the history is silent, the date of the front matter stands in. Other notes do not
// fade by their commits (docs/decisions/0008-confidence.md).
func lastChange(n *kb.Note, touch *history.Touch, now time.Time) (at time.Time, by string) {
	date, dated := parseDay(n.Date)
	switch {
	case n.Kind != fading:
		return time.Time{}, ""
	case touch != nil && touch.Pending:
		return now, byEdit
	case touch != nil && !touch.When.IsZero() && !(touch.Only && dated):
		return touch.When, usage.ByCommit
	case dated:
		return date, byDate
	}
	return time.Time{}, ""
}

// fading is the kind of the notes that fade by their commits.
const fading = "memory"

// confident keeps the candidates of whose confidence as much is left as the filters ask.
func (r *run) confident(ctx context.Context, kept []candidate) []candidate {
	if !r.request.Filter.AsksConfidence() {
		return kept
	}
	left := r.left(ctx, kept)
	return passing(kept, func(i int) bool { return r.request.Filter.Confident(left[i]) })
}

// passing keeps the candidates that pass, in place.
func passing(kept []candidate, passes func(i int) bool) []candidate {
	passed := kept[:0]
	for i, c := range kept {
		if passes(i) {
			passed = append(passed, c)
		}
	}
	return passed
}

// dated keeps the candidates whose day passes the filters: that of their front matter, else the one on
// which they were changed last.
func (r *run) dated(ctx context.Context, kept []candidate) []candidate {
	if !r.request.Filter.AsksDate() {
		return kept
	}
	days := r.days(ctx, kept)
	return passing(kept, func(i int) bool { return r.request.Filter.Dated(cmp.Or(kept[i].record.Date, days[i])) })
}

// days asks the history for the candidates that tell no date; "" for the others.
func (r *run) days(ctx context.Context, kept []candidate) []string {
	if r.members != nil {
		return ofMembers(r, kept, func(alone *run, its []candidate) []string { return alone.days(ctx, its) })
	}
	out := make([]string, len(kept))
	var files []git.File
	var at []int
	for i := range kept {
		if n := kept[i].record; n.Date == "" {
			files, at = append(files, git.File{Path: n.Path, Blob: n.Blob}), append(at, i)
		}
	}
	if len(files) == 0 || r.x.Options.Days == nil {
		return out
	}
	f := &r.request.Filter
	alike := func(a, b string) bool { return f.Dated(a) == f.Dated(b) }
	for k, day := range r.x.Options.Days(ctx, r.x.Commit, files, alike) {
		out[at[k]] = day
	}
	return out
}

// left tells of each candidate how much of its confidence age and use have left.
func (r *run) left(ctx context.Context, kept []candidate) []float64 {
	now := r.day(r.q.Day)
	uses := r.uses(nil)
	touches := r.touches(ctx, kept)
	out := make([]float64, len(kept))
	for i, c := range kept {
		out[i] = trustIn(&c.record.Note, uses.of(&kept[i]), touches[i], r.settings.HalfLives, now).value
	}
	return out
}

// touches asks the history for the candidates that fade; nil for the others.
func (r *run) touches(ctx context.Context, kept []candidate) []*history.Touch {
	if r.members != nil {
		return ofMembers(r, kept, func(alone *run, its []candidate) []*history.Touch { return alone.touches(ctx, its) })
	}
	out := make([]*history.Touch, len(kept))
	if r.x.Options.Touches == nil {
		return out
	}
	var files []git.File
	var at []int
	for i := range kept {
		if n := kept[i].record; n.Kind == fading && r.settings.HalfLives.Of(n.Kind, n.Type, n.Pinned) > 0 {
			files, at = append(files, git.File{Path: n.Path, Blob: n.Blob}), append(at, i)
		}
	}
	if len(files) == 0 {
		return out
	}
	for k, t := range r.x.Options.Touches(ctx, r.x.Commit, files) {
		out[at[k]] = &t
	}
	return out
}
