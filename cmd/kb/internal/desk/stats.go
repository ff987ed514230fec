package desk

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/statistics"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/agents"
	"github.com/9aea2451/kb/kb/habit"
	"github.com/9aea2451/kb/kb/inbox"
	"github.com/9aea2451/kb/kb/observe"
	"github.com/9aea2451/kb/kb/usage"
)

// StatsRequest asks what is in a base.
type StatsRequest struct {
	Days    int  // whose searches are summed up
	Top     int  // notes and queries of each sort that are named, at most
	NoStale bool // do not judge which notes are stale: that takes longest
	Value   bool // compare the sessions that are given notes with those that are not
}

// Stats sums up a base: what is in it, what is used, what is missing.
type Stats struct {
	At       time.Time           `json:"at"`
	Notes    statistics.Notes    `json:"notes"`
	Searches statistics.Searches `json:"searches"`
	Links    LinkHealth          `json:"links"`
	Agents   *Worth              `json:"agents,omitempty"`
	Value    *Value              `json:"value,omitempty"`
	Unknown  []string            `json:"unknown"` // what is not known, in words
}

// LinkHealth counts links.
type LinkHealth struct {
	Total     int `json:"total"` // that name a note, or should
	Broken    int `json:"broken"`
	Ambiguous int `json:"ambiguous"`
	Orphans   int `json:"orphans"` // active notes that no note links to and that link to none
}

// Stats sums up the base. What cannot be read is named in Unknown and counted as none.
func (v *View) Stats(ctx context.Context, past *Past, req StatsRequest) (*Stats, error) {
	defer v.o.rest()
	s := &Stats{At: v.Now(), Unknown: append([]string{}, past.Unknown()...)}
	records, err := v.Notes(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.countLinks(ctx, v, records); err != nil {
		return nil, err
	}
	if s.Agents, err = v.worth(records); err != nil {
		s.Unknown = append(s.Unknown, fmt.Sprintf("what agents were given cannot be read: %v", err))
	}
	if req.Value {
		if s.Value, err = v.value(records); err != nil {
			s.Unknown = append(s.Unknown, fmt.Sprintf("what the notes are worth cannot be read: %v", err))
		}
	}
	counts := &usage.Counts{}
	u, err := v.OpenUsage(ctx)
	if err != nil {
		s.Unknown, u = append(s.Unknown, fmt.Sprintf("what was used cannot be read: %v", err)), nil
	} else {
		defer u.Close()
		if counts, err = u.Counts(ctx); err != nil {
			return nil, err
		}
	}
	doubted, err := past.doubted(ctx, !req.NoStale)
	if err != nil {
		return nil, err
	}
	notes, err := v.summed(ctx, past, records, counts, doubted)
	if err != nil {
		return nil, err
	}
	s.Notes = statistics.OfNotes(notes, s.At, req.Top)
	if doubted == nil {
		s.Notes.Stale = nil
		s.Unknown = append(s.Unknown, "which notes are stale was not judged")
	}
	return s, s.countSearches(ctx, u, req)
}

// countLinks counts the links of the base.
func (s *Stats) countLinks(ctx context.Context, v *View, records []*index.NoteRecord) error {
	links, err := v.Searcher.AllLinks(ctx)
	if err != nil {
		return err
	}
	linked := map[string]bool{}
	for _, l := range links {
		switch l.State {
		case "external":
			continue
		case "broken":
			s.Links.Broken++
		case "ambiguous":
			s.Links.Ambiguous++
		case "ok":
			linked[l.From], linked[l.To] = true, true
		}
		s.Links.Total++
	}
	for _, r := range records {
		if r.Inactive == "" && !linked[r.Path] {
			s.Links.Orphans++
		}
	}
	return nil
}

// doubted returns which notes of the work tree are worth a look, nil where that is not judged.
func (p *Past) doubted(ctx context.Context, asked bool) (map[string]bool, error) {
	if !asked || p.Head == "" || p.desk.Repo.Root == "" {
		return nil, nil
	}
	s, err := p.desk.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	found, err := p.Stale(ctx, s, StaleRequest{Inactive: true})
	if err != nil {
		return nil, err
	}
	out := map[string]bool{}
	for i := range found.Notes {
		out[found.Notes[i].Path] = true
	}
	return out, nil
}

// summed brings together what is known of each note.
func (v *View) summed(
	ctx context.Context, past *Past, records []*index.NoteRecord, counts *usage.Counts, doubted map[string]bool,
) ([]statistics.Note, error) {
	touched := map[string]time.Time{}
	var err error
	if past.Head != "" {
		if touched, err = past.LastTouches(ctx, past.Head); err != nil {
			return nil, err
		}
	}
	all, err := v.Categories(ctx)
	if err != nil {
		return nil, err
	}
	categories := all.Of()
	if !slices.ContainsFunc(all.List, func(c *Category) bool { return !c.BuiltIn }) {
		categories = nil // kb's own, told apart by words, are no fact of the repository
	}
	halves := v.Searcher.Settings().HalfLives
	out := make([]statistics.Note, 0, len(records))
	for _, r := range records {
		count := counts.Of(usage.Note{Path: r.Path, ID: r.ID})
		last := lastTouch(r, touched[r.Path])
		if count.LastOpened.After(last) {
			last = count.LastOpened
		}
		out = append(out, statistics.Note{
			Path: r.Path, Title: r.Title, Kind: r.Kind, Status: r.Status, Category: categories[r.Path],
			Active: r.Inactive == "", Stale: doubted[r.Path],
			Confidence: usage.Confidence(&r.Note, count, touched[r.Path], halves, v.Now()),
			Touched:    last, PageRank: r.PageRank, InLinks: r.InLinks,
			Shown: count.Shown, Opened: count.Opened, LastOpened: count.LastOpened,
		})
	}
	return out, nil
}

// countSearches sums up what was asked lately.
func (s *Stats) countSearches(ctx context.Context, u *usage.Store, req StatsRequest) (err error) {
	s.Searches, err = searchesOf(ctx, u, s.At, req.Days, req.Top)
	return err
}

// Searches sums up what was asked in this clone in the last days up to now, with at most top queries that
// found nothing.
func (d *Desk) Searches(ctx context.Context, days, top int) (statistics.Searches, error) {
	u, err := usage.Look(d.Repo.StateDir())
	if err != nil {
		return statistics.Searches{}, err
	}
	defer u.Close()
	return searchesOf(ctx, u, d.Now(), days, top)
}

// searchesOf sums up searches; u is nil where none are known. A repetition within a minute was counted once.
func searchesOf(ctx context.Context, u *usage.Store, now time.Time, days, top int) (statistics.Searches, error) {
	from := now.AddDate(0, 0, 1-days)
	var all []statistics.Search
	if u != nil {
		err := u.Searches(ctx, from.UTC().Truncate(24*time.Hour), time.Time{}, func(q usage.Searched) error {
			if !q.Repeated {
				all = append(all, statistics.Search{
					At: q.At, Query: q.Query, Match: q.Match, Latency: q.Latency, Results: q.Results, Opened: q.Opened,
				})
			}
			return nil
		})
		if err != nil {
			return statistics.Searches{}, err
		}
	}
	return statistics.OfSearches(all, from, now, top), nil
}

// Worth counts what agents were given and what was learnt from them, as far as this clone noted it:
// scratch lines go after a month.
type Worth struct {
	Sessions  int `json:"sessions"`   // that hooks told of
	Given     int `json:"given"`      // notes, once a session
	Followed  int `json:"followed"`   // of these, whose file the session changed afterwards
	DeadEnds  int `json:"dead_ends"`  // of those given
	ReEntered int `json:"re_entered"` // dead ends whose file the session changed all the same
	Waiting   int `json:"waiting"`    // candidates in the inbox
	Proposed  int `json:"proposed"`   // that nobody has merged yet
	Merged    int `json:"merged"`
	Refused   int `json:"refused"`

	Overruns []habit.Overrun `json:"overruns"` // modules whose sessions take more calls than they plan
}

// worth returns what agents were given and what was learnt, nil where nothing is known of any.
func (v *View) worth(records []*index.NoteRecord) (*Worth, error) {
	state := agents.At(v.Repo.StateDir())
	w := &Worth{Overruns: []habit.Overrun{}}
	deadEnd := map[string]bool{}
	for _, r := range records {
		deadEnd[r.Path] = r.Type == "dead_end"
	}
	sessions, err := state.Sessions()
	if err != nil {
		return nil, err
	}
	for _, lines := range sessions {
		w.Sessions++
		w.count(lines, deadEnd)
	}
	if inbox.Exists(state.Dir) {
		if err := w.countInbox(state.Dir, v); err != nil {
			return nil, err
		}
	} else if w.Sessions == 0 {
		return nil, nil
	}
	return w, nil
}

// count adds a session: each note that it was given, and whether it changed a file of that event
// later on.
func (w *Worth) count(lines []agents.Line, deadEnd map[string]bool) {
	seen := map[string]bool{}
	for i, l := range lines {
		for _, note := range l.Given {
			if seen[note] {
				continue
			}
			seen[note] = true
			w.Given++
			followed := agents.EditedIn(lines[i+1:], l.Files)
			if followed {
				w.Followed++
			}
			if deadEnd[note] {
				w.DeadEnds++
				if followed {
					w.ReEntered++
				}
			}
		}
	}
}

// countInbox adds what became of what was learnt; what waits to be surer and what was dropped counts for
// nothing.
func (w *Worth) countInbox(dir string, v *View) error {
	box, err := inbox.Open(dir, v.Now)
	if err != nil {
		return err
	}
	defer box.Close()
	items, err := box.Items()
	for _, i := range items {
		switch {
		case i.State.Open():
			w.Waiting++
		case i.State == inbox.Proposed:
			w.Proposed++
		case i.State == inbox.Merged:
			w.Merged++
		case i.State == inbox.Refused:
			w.Refused++
		}
	}
	if err != nil {
		return err
	}
	traced, err := box.Traces()
	traces := make([]observe.Trace, len(traced))
	for i, t := range traced {
		traces[i] = t.Trace
	}
	w.Overruns = append(w.Overruns, habit.Overruns(traces)...)
	return err
}

// The measures by which the sessions that are given notes are compared with those that are not.
const (
	DeadEndsReEntered = "dead ends re-entered"
	ErrorsSolved      = "errors solved at first sight"
	ReReads           = "re-reads"
	Corrections       = "corrections"
)

// Value says whether sessions that are given notes go otherwise than those that are not.
type Value struct {
	Sessions int                   `json:"sessions"` // that are in a group
	Least    int                   `json:"least"`    // sessions a side before anything is claimed
	Measures []statistics.Compared `json:"measures"`
}

// value compares the sessions of both groups, as far as this clone noted them.
func (v *View) value(records []*index.NoteRecord) (*Value, error) {
	state := agents.At(v.Repo.StateDir())
	sessions, err := state.Sessions()
	if err != nil {
		return nil, err
	}
	deadEnd := map[string]bool{}
	for _, r := range records {
		deadEnd[r.Path] = r.Type == "dead_end"
	}
	corrected, err := v.corrected(state)
	if err != nil {
		return nil, err
	}
	out := &Value{Measures: []statistics.Compared{}, Least: statistics.LeastSessions}
	names := []string{DeadEndsReEntered, ErrorsSolved, ReReads, Corrections}
	values := map[string]map[agents.Group][]float64{}
	for _, name := range names {
		values[name] = map[agents.Group][]float64{}
	}
	for _, lines := range sessions {
		group := agents.GroupIn(lines)
		if group == "" {
			continue
		}
		out.Sessions++
		add := func(name string, x float64, seen bool) {
			if seen {
				values[name][group] = append(values[name][group], x)
			}
		}
		x, seen := agents.ReEntered(lines, deadEnd)
		add(DeadEndsReEntered, x, seen)
		x, seen = agents.Solved(lines)
		add(ErrorsSolved, x, seen)
		x, seen = agents.ReReads(lines)
		add(ReReads, x, seen)
		x, seen = corrected[lines[0].Session]
		add(Corrections, x, seen)
	}
	for _, name := range names {
		out.Measures = append(out.Measures, statistics.Compare(name, values[name][agents.Treated], values[name][agents.Control]))
	}
	return out, nil
}

// corrected is 1 for each session in which a person corrected the agent, 0 for the others that were
// learnt from.
func (v *View) corrected(state agents.State) (map[string]float64, error) {
	out := map[string]float64{}
	if !inbox.Exists(state.Dir) {
		return out, nil
	}
	box, err := inbox.Open(state.Dir, v.Now)
	if err != nil {
		return nil, err
	}
	defer box.Close()
	traces, err := box.Traces()
	for _, t := range traces {
		if !t.Hooked {
			out[t.Session] = min(1, float64(t.Corrections))
		}
	}
	return out, err
}
