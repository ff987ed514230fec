package timeline

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// Note is the life of a note with what is known of it beside its commits.
type Note struct {
	*Life
	Kind       string
	Superseded time.Time // when another took its place; the zero time for never, or nobody knows when
}

// Counts is how many notes something happened to.
type Counts struct {
	Added      int `json:"added"`
	Changed    int `json:"changed"` // that were there before the period began
	Superseded int `json:"superseded"`
	Removed    int `json:"removed"`
}

// Total is the sum of all.
func (c Counts) Total() int { return c.Added + c.Changed + c.Superseded + c.Removed }

func (c *Counts) add(d Counts) {
	c.Added, c.Changed, c.Superseded, c.Removed = c.Added+d.Added, c.Changed+d.Changed, c.Superseded+d.Superseded, c.Removed+d.Removed
}

// KindCounts are the counts of the notes of one kind.
type KindCounts struct {
	Kind string `json:"kind"`
	Counts
}

// Period is a week, month, quarter or year.
type Period struct {
	Name  string    `json:"period"` // 2026-W05, 2026-05, 2026-Q2 or 2026
	Start time.Time `json:"start"`  // its first instant, in UTC
	Counts
	Kinds []KindCounts `json:"kinds"` // by name; those of which there is something to count
}

// Range bounds the time that counts: from Since on and before Until, no bound where they are zero.
type Range struct{ Since, Until time.Time }

// Holds tells whether a time is within the range.
func (r Range) Holds(t time.Time) bool {
	return (r.Since.IsZero() || !t.Before(r.Since)) && (r.Until.IsZero() || t.Before(r.Until))
}

// maxGap is up to how many periods in a row in which nothing happened are listed: a commit may
// claim to be of any year.
const maxGap = 24

// Count counts what happened to notes in the periods of a range, oldest first, from the first in
// which something did to the last. More than 24 in a row in which nothing did are left out.
func Count(notes []Note, unit Unit, r Range) []Period {
	c := counter{unit: unit, within: r, periods: map[time.Time]map[string]*Counts{}}
	for i := range notes {
		n := &notes[i]
		touched := map[time.Time]bool{}
		for i, v := range n.Versions {
			if v.When.IsZero() {
				continue // it was there already
			}
			start := c.unit.Start(v.When)
			switch {
			case i == 0 && !n.Known:
			case i == 0:
				c.at(v.When, n.Kind).Added++
				touched[start] = true
			case v.Blob == "":
				c.at(v.When, n.Kind).Removed++
			case !touched[start] && c.within.Holds(v.When):
				touched[start] = true
				c.at(v.When, n.Kind).Changed++
			}
		}
		if !n.Superseded.IsZero() {
			c.at(n.Superseded, n.Kind).Superseded++
		}
	}
	starts := slices.SortedFunc(maps.Keys(c.periods), time.Time.Compare)
	if len(starts) == 0 {
		return nil
	}
	var out []Period
	for i, start := range starts {
		if i > 0 {
			out = append(out, c.gap(unit.Next(starts[i-1]), start)...)
		}
		out = append(out, c.period(start))
	}
	return out
}

// gap gives the periods from one on and before another, in which nothing happened; none when they
// are too many.
func (c *counter) gap(start, end time.Time) []Period {
	var out []Period
	for ; start.Before(end); start = c.unit.Next(start) {
		if len(out) == maxGap {
			return nil
		}
		out = append(out, c.period(start))
	}
	return out
}

// counter adds up what happened within a range, by period.
type counter struct {
	unit    Unit
	within  Range
	periods map[time.Time]map[string]*Counts // by start and kind
}

// at gives the counts of a kind in the period that holds a time; what is out of range is counted nowhere.
func (c *counter) at(t time.Time, kind string) *Counts {
	if !c.within.Holds(t) {
		return &Counts{}
	}
	start := c.unit.Start(t)
	kinds := c.periods[start]
	if kinds == nil {
		kinds = map[string]*Counts{}
		c.periods[start] = kinds
	}
	if kinds[kind] == nil {
		kinds[kind] = &Counts{}
	}
	return kinds[kind]
}

// period is what happened in the period that begins at start, its kinds by name; all counts are 0
// where nothing did.
func (c *counter) period(start time.Time) Period {
	p := Period{Name: c.unit.Name(start), Start: start, Kinds: []KindCounts{}}
	for _, kind := range slices.Sorted(maps.Keys(c.periods[start])) {
		counts := *c.periods[start][kind]
		p.add(counts)
		p.Kinds = append(p.Kinds, KindCounts{kind, counts})
	}
	return p
}

// Sum adds up periods, by kind, the kinds with most to count first.
func Sum(periods []Period) (all Counts, kinds []KindCounts) {
	byKind := map[string]*KindCounts{}
	for _, p := range periods {
		all.add(p.Counts)
		for _, k := range p.Kinds {
			if byKind[k.Kind] == nil {
				byKind[k.Kind] = &KindCounts{Kind: k.Kind}
			}
			byKind[k.Kind].add(k.Counts)
		}
	}
	kinds = []KindCounts{}
	for _, k := range byKind {
		kinds = append(kinds, *k)
	}
	slices.SortFunc(kinds, func(a, b KindCounts) int { return cmp.Or(b.Total()-a.Total(), cmp.Compare(a.Kind, b.Kind)) })
	return all, kinds
}

// bulk is how many times as much as the rest a period may hold before it is cut off in a picture.
const bulk = 4

// Scale is what a full bar is to stand for, given the totals of all bars: the greatest of them, or
// twice what comes below the few that would flatten all others, such as an import.
func Scale(totals []int) int {
	sorted := slices.Clone(totals)
	slices.SortFunc(sorted, func(a, b int) int { return b - a })
	for few := min(max(1, len(sorted)/20), len(sorted)-1); few > 0; few-- {
		if below := sorted[few]; below > 0 && len(sorted) >= 2*bulk && sorted[few-1] > bulk*below {
			return 2 * below
		}
	}
	return max(1, slices.Max(append(sorted, 1)))
}
