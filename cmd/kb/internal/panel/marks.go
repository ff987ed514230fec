package panel

import (
	"cmp"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/text/wording"
)

// mark is a word about a note: how far it holds, and how fresh it is.
type mark struct{ Class, Text string }

// row is a note in a list.
type row struct {
	Path, Title, Kind string
	Marks             []mark
	Touched           string // day of the last change, "" where that is not known
}

// newest returns the newest value that was made, the zero value before the first; it waits for nothing.
func (k *kept[T]) newest() T {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.value
}

// rows describes notes for a list.
func (p *Panel) rows(v *warm.View, records []*index.NoteRecord) []row {
	out := make([]row, 0, len(records))
	for _, r := range records {
		out = append(out, p.row(v, r))
	}
	return out
}

// row describes a note for a list by what is known by now: it waits for nothing.
func (p *Panel) row(v *warm.View, r *index.NoteRecord) row {
	out := row{Path: r.Path, Title: cmp.Or(r.Title, r.Path), Kind: r.Kind, Marks: p.marks(v, r)}
	// What was changed after the moment that is shown was changed before it on a day that nobody has looked up.
	if t := p.touched.newest(); t != nil && !t.last[r.Path].IsZero() && (v.At.Commit == "" || !t.last[r.Path].After(v.Today())) {
		out.Touched = t.last[r.Path].Format(time.DateOnly)
	}
	return out
}

// marks says what is known by now of how far a note holds, and how fresh it is.
func (p *Panel) marks(v *warm.View, r *index.NoteRecord) (out []mark) {
	add := func(class, text string) { out = append(out, mark{class, text}) }
	if r.Status != "" {
		add("status", r.Status)
	}
	if r.Inactive != "" && r.Inactive != r.Status {
		add("gone", "does not hold: "+r.Inactive)
	}
	if v.At.Commit != "" || r.Inactive != "" {
		return out
	}
	if d := p.disputed.newest(); d != nil && len(d.of[r.Path]) > 0 {
		add("bad", wording.Count(len(d.of[r.Path]), "contradiction"))
	}
	if s := p.stale.newest(); s != nil {
		if _, doubted := s.of[r.Path]; doubted {
			add("warn", "may be stale")
		}
	}
	if r.Disputed {
		add("warn", "disputed")
	}
	if r.NeedsReview {
		add("warn", "needs review")
	}
	if r.Pinned {
		add("well", "pinned")
	}
	t := p.touched.newest()
	days := v.Searcher.Settings().HalfLives.Of(r.Kind, r.Type, r.Pinned)
	if t != nil && !withinHalfLife(&r.Note, t.last[r.Path], days, v.Today()) {
		add("old", "past its half-life")
	} else if r.Verified != "" {
		add("well", "verified "+r.Verified)
	}
	return out
}
