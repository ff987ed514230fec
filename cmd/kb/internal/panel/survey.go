package panel

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/statistics"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/graph"
	"github.com/9aea2451/kb/kb/validate"
)

// links are those of all notes.
type links struct {
	all     []index.LinkRecord
	broken  []index.LinkRecord // lead nowhere, or may be meant for several notes
	orphans []*index.NoteRecord

	once     sync.Mutex // guards what follows, which is made when a picture is first asked for
	whole    *graph.Graph
	near     *graph.Neighbours
	linked   *graph.Graph // the notes that have links
	greatest *graph.Graph // the part of them that is drawn
}

// linksOf is the graph of all links, kept until the notes change; false where all there is
// is of an older state.
func (p *Panel) linksOf(ctx context.Context, v *warm.View) (*links, bool, error) {
	return get(ctx, p, v, state(v), "reading the links", &p.links, func(ctx context.Context, v *warm.View) (*links, error) {
		all, err := v.Searcher.AllLinks(ctx)
		if err != nil {
			return nil, err
		}
		records, err := v.Notes(ctx)
		if err != nil {
			return nil, err
		}
		out, linked, active := &links{all: all}, map[string]bool{}, map[string]bool{}
		for _, r := range records {
			active[r.Path] = r.Inactive == ""
		}
		for i := range all {
			switch l := &all[i]; {
			case l.State == "ok":
				linked[l.From], linked[l.To] = true, true
			case l.State == "broken" && active[l.From]:
				out.broken = append(out.broken, *l)
			}
		}
		for _, r := range records {
			if r.Inactive == "" && !linked[r.Path] {
				out.orphans = append(out.orphans, r)
			}
		}
		return out, nil
	})
}

// touched is when the notes were changed last, by path.
type touched struct {
	last   map[string]time.Time
	newest []*index.NoteRecord // the newest first
}

// mostNewest bounds the list of the notes that were changed last.
const mostNewest = 100

// touchedOf is when each note was changed last, kept until the notes or the history change; false
// where all there is is of an older state.
func (p *Panel) touchedOf(ctx context.Context, v *warm.View) (*touched, bool, error) {
	return get(ctx, p, v, dated(v), "telling what was changed last", &p.touched, func(ctx context.Context, v *warm.View) (*touched, error) {
		past, err := settled(ctx, p, v, p.pastOf)
		if err != nil {
			return nil, err
		}
		out := &touched{last: map[string]time.Time{}}
		if past.Head != "" {
			if out.last, err = past.LastTouches(ctx, past.Head); err != nil {
				return nil, err
			}
		}
		records, err := v.Notes(ctx)
		if err != nil {
			return nil, err
		}
		for _, r := range records {
			if !out.last[r.Path].IsZero() {
				out.newest = append(out.newest, r)
			}
		}
		slices.SortFunc(out.newest, func(a, b *index.NoteRecord) int {
			return cmp.Or(out.last[b.Path].Compare(out.last[a.Path]), strings.Compare(a.Path, b.Path))
		})
		out.newest = slices.Clip(slices.Clone(out.newest[:min(mostNewest, len(out.newest))]))
		return out, nil
	})
}

// disputed is what contradicts what, the strongest first, and how often each note is in it.
type disputed struct {
	*desk.Conflicts
	of map[string][]*validate.Finding
}

// disputedOf is what contradicts what, kept until the notes change: nothing for a repository
// without a work tree. While it is made for the first time it gives what is found so far, with
// errPending. It rests while pages are asked for.
func (p *Panel) disputedOf(ctx context.Context, v *warm.View) (*disputed, bool, error) {
	return get(ctx, p, v, state(v), "looking for contradictions", &p.disputed, func(ctx context.Context, v *warm.View) (*disputed, error) {
		if v.Repo.Root == "" {
			return &disputed{Conflicts: &desk.Conflicts{}}, nil
		}
		s, err := v.Statements().Snapshot(ctx)
		if err != nil {
			return nil, err
		}
		req := desk.ConflictsRequest{
			Rest:  func() bool { return p.aside.wait(ctx.Done()) },
			Sofar: func(c desk.Conflicts) { p.disputed.sofar(p, newDisputed(&c)) },
		}
		p.aside.begin()
		found, err := v.Conflicts(ctx, s, req)
		if err != nil {
			return nil, err
		}
		p.o.Progress.Report("", 0, 0)
		return newDisputed(found), nil
	})
}

// newDisputed notes each finding under its own note, and under those of the places that it names.
func newDisputed(found *desk.Conflicts) *disputed {
	out := &disputed{found, map[string][]*validate.Finding{}}
	for i := range found.Findings {
		f := &found.Findings[i]
		out.of[f.Path] = append(out.of[f.Path], f)
		for k := range f.Related {
			if other := f.Related[k].Path; other != f.Path {
				out.of[other] = append(out.of[other], f)
			}
		}
	}
	return out
}

// staleNotes are the notes that may no longer hold, the most doubtful first.
type staleNotes struct {
	desk.StaleNotes
	of map[string]int // place in Notes, by path
}

// staleOf is which notes may no longer hold, kept until the notes change: none for a repository
// without a work tree or a history. Total is of those that are listed.
func (p *Panel) staleOf(ctx context.Context, v *warm.View) (*staleNotes, bool, error) {
	return get(ctx, p, v, state(v), "telling what is stale", &p.stale, func(ctx context.Context, v *warm.View) (*staleNotes, error) {
		out := &staleNotes{of: map[string]int{}}
		if v.Repo.Root == "" {
			return out, nil
		}
		found, err := v.Stale(ctx)
		if found == nil || err != nil {
			return out, err
		}
		out.StaleNotes = *found
		out.Notes = nil
		for _, n := range found.Notes { // as kb stale lists them
			if n.Inactive == "" || n.Inactive == "expired" || n.Inactive == "not yet valid" {
				out.of[n.Path] = len(out.Notes)
				out.Notes = append(out.Notes, n)
			}
		}
		out.Total = len(out.Notes)
		return out, nil
	})
}

// healthOf sums up what the other sums say; it is current where they are.
func (p *Panel) healthOf(ctx context.Context, v *warm.View) (*statistics.Health, bool, error) {
	sum := func(ctx context.Context, v *warm.View) (*statistics.Health, error) {
		records, err := v.Notes(ctx)
		if err != nil {
			return nil, err
		}
		links, err := settled(ctx, p, v, p.linksOf)
		if err != nil {
			return nil, err
		}
		touched, err := settled(ctx, p, v, p.touchedOf)
		if err != nil {
			return nil, err
		}
		stale, err := settled(ctx, p, v, p.staleOf)
		if err != nil {
			return nil, err
		}
		disputed, err := settled(ctx, p, v, p.disputedOf)
		if err != nil {
			return nil, err
		}
		broken := map[string]int{}
		for i := range links.broken {
			broken[links.broken[i].From]++
		}
		halves := v.Searcher.Settings().HalfLives
		var notes []statistics.Standing
		for _, r := range records {
			if r.Inactive != "" {
				continue
			}
			_, doubted := stale.of[r.Path]
			notes = append(notes, statistics.Standing{
				Path: r.Path, Broken: broken[r.Path], Opposed: len(disputed.of[r.Path]), Stale: doubted,
				Fresh: withinHalfLife(&r.Note, touched.last[r.Path], halves.Of(r.Kind, r.Type, r.Pinned), v.Today()),
			})
		}
		contradictions := disputed.Total
		h := statistics.OfHealth(notes, contradictions)
		return &h, nil
	}
	return get(ctx, p, v, dated(v), "summing up the health", &p.health, sum)
}

// settled waits until something is made of the view itself.
func settled[T any](
	ctx context.Context, p *Panel, v *warm.View, of func(context.Context, *warm.View) (T, bool, error),
) (T, error) {
	for {
		value, current, err := of(ctx, v)
		if current || err != nil && err != errPending {
			return value, err
		}
		select {
		case <-time.After(waitNewer):
		case <-p.ctx.Done():
			return value, p.ctx.Err()
		}
	}
}

// withinHalfLife reports whether a note was verified or touched within its half-life, which is in days;
// 0 is for ever. A note that is not committed is new.
func withinHalfLife(n *kb.Note, touched time.Time, days float64, now time.Time) bool {
	if verified, err := time.Parse(time.DateOnly, n.Verified); err == nil && verified.After(touched) {
		touched = verified
	}
	return days == 0 || touched.IsZero() || now.Sub(touched).Hours() <= 24*days
}

// module is the folder that a note is about: the first two above it.
func module(file string) string {
	dir := path.Dir(file)
	if parts := strings.Split(dir, "/"); len(parts) > 2 {
		return strings.Join(parts[:2], "/")
	}
	return dir
}

// pastOf is the history as far as it is read.
func (p *Panel) pastOf(ctx context.Context, v *warm.View) (*desk.Past, bool, error) {
	return get(ctx, p, v, dated(v), "reading the history", &p.past, func(ctx context.Context, v *warm.View) (*desk.Past, error) {
		return v.HistoryAt(ctx, "")
	})
}
