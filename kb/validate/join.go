package validate

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/9aea2451/kb/text/wording"
)

// joinLists makes one finding of those that set statements of one section against statements of
// another and have a statement in common: n statements of a list against m of another are one
// decision of a person, not n × m. The strongest stands for all, and its Related has the places of the
// others. A waiver of it silences all of them; a waiver of another takes that one out.
func (r *Run) joinLists(found []Finding) []Finding {
	group := make(joining, len(found))
	for i := range group {
		group[i] = i
	}
	last := map[joint]int{}
	for i := range found {
		f := &found[i]
		for _, side := range [2]joint{{f.Place.stands(), f.sections}, {f.Related[0].stands(), f.sections}} {
			if before, ok := last[side]; ok {
				group.join(before, i)
			}
			last[side] = i
		}
	}
	members := map[int][]int{}
	for i := range found {
		members[group.of(i)] = append(members[group.of(i)], i)
	}
	kept := make([]Finding, 0, len(members))
	for i := range found {
		if group.of(i) == i {
			kept = append(kept, r.joined(found, members[i])...)
		}
	}
	return kept
}

// joint is a statement of one of two sections that contradict each other.
type joint struct {
	statement statementPlace
	sections  string
}

// statementPlace is where a statement begins.
type statementPlace struct {
	path      string
	line, col int
}

func (p *Place) stands() statementPlace { return statementPlace{p.Path, p.Line, p.Col} }

// joinAlike makes one finding of those of one fingerprint, which say the same of the same sentences in
// several places: the strongest, with the places of the others.
func joinAlike(found []Finding) []Finding {
	at := map[string]int{}
	more := map[string][]Place{}
	kept := make([]Finding, 0, len(found))
	for i := range found {
		f := &found[i]
		first, known := at[f.Fingerprint]
		if !known || f.Fingerprint == "" {
			at[f.Fingerprint] = len(kept)
			kept = append(kept, *f)
			continue
		}
		place := f.Place
		if f.Energy > kept[first].Energy {
			place, kept[first] = kept[first].Place, *f
		}
		more[f.Fingerprint] = append(more[f.Fingerprint], place)
	}
	for print, places := range more {
		f := &kept[at[print]]
		f.Related = append(slices.Clone(f.Related), places...)
		f.Message += fmt.Sprintf(", and in %s", wording.Count(len(places), "more place"))
	}
	return kept
}

// joined makes one of some findings, the strongest with the places of the others, and leaves those by
// themselves that are waived when it is not.
func (r *Run) joined(found []Finding, members []int) (out []Finding) {
	best := slices.MaxFunc(members, func(a, b int) int {
		return cmp.Or(cmp.Compare(found[a].Energy, found[b].Energy), cmp.Compare(b, a))
	})
	f := found[best]
	known := map[statementPlace]bool{f.Place.stands(): true, f.Related[0].stands(): true}
	related := slices.Clone(f.Related)
	// A waiver of the strongest speaks for the whole list; one of a weaker pair for that pair alone.
	silenced := r.accepted.reason(&f, r.Day) != ""
	for _, i := range members {
		if i != best && !silenced && r.accepted.reason(&found[i], r.Day) != "" {
			out = append(out, found[i])
			continue
		}
		for _, p := range []Place{found[i].Place, found[i].Related[0]} {
			if !known[p.stands()] {
				known[p.stands()] = true
				related = append(related, p)
			}
		}
	}
	if n := len(known) - 2; n > 0 {
		f.Related = related
		f.Message += fmt.Sprintf(", and %s of these sections likewise", wording.Count(n, "more statement"))
	}
	return append(out, f)
}

// joining puts numbers into groups, each named by its least.
type joining []int

// of returns the least member of the group of i. It shortens the way there, so that later questions
// are cheap.
func (g joining) of(i int) int {
	for g[i] != i {
		g[i] = g[g[i]]
		i = g[i]
	}
	return i
}

// join makes one group of those of i and j.
func (g joining) join(i, j int) {
	if i, j = g.of(i), g.of(j); i != j {
		g[max(i, j)] = min(i, j)
	}
}
