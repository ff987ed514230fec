package search

import (
	"context"
	"slices"
	"strings"

	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/rank"
)

// What is not in force is found, but follows what is: a section that stands otherwise than its note counts this much,
// and a note that was left or is history this much. Proposals and examples are as near to a question as what holds.
// That nobody works on a proposal any more does not make it wrong: of eight questions that such notes answer, .5 put
// the answers at places 2 to 184, and no factor at 1 to 7 and 83. Of 366 EIPs asked for by their own description .95
// puts more first than .9, and as many as 1. A section's .9 instead of .98 costs the contexts of RFCs .003 of nDCG.
const (
	apartSection = 0.98
	apartNote    = 0.95
)

// standingAbove returns the standing of a row by the headings above it.
func (r *run) standingAbove(row int) markdown.Standing {
	return markdown.Standing(r.gen.Rows.Standing[row])
}

// noteShare is the factor of a note as a whole.
func noteShare(standing markdown.Standing) float64 {
	if standing == markdown.NotChosen || standing == markdown.History {
		return apartNote
	}
	return 1
}

// sectionShare is the factor of a row by the headings above it.
func (r *run) sectionShare(row int) float64 {
	switch r.standingAbove(row) {
	case markdown.InForce, markdown.Example:
		return 1
	}
	return apartSection
}

// weighSections lowers the best scores of notes whose best chunk is not in force, so that another of its
// chunks, or another note, comes before it.
func (r *run) weighSections() {
	if r.keyword == nil || r.q.Baseline {
		return
	}
	last := int32(-1)
	for _, row := range r.gen.Rows.Apart {
		note := r.gen.Rows.NoteOf[row]
		if note == last || r.keyword.best[note] == 0 {
			continue
		}
		last = note
		best := 0.0
		for row := r.gen.Rows.First[note]; row < r.gen.Rows.First[note+1]; row++ {
			best = max(best, r.keyword.chunk[row]*r.sectionShare(int(row)))
		}
		r.keyword.best[note] = best
	}
}

// standing returns the standing of a row: of its note, where that is not in force, else by the headings above it.
func (r *run) standing(rec *store.NoteRecord, row int) markdown.Standing {
	if rec.Standing != markdown.InForce || row == noRow {
		return rec.Standing
	}
	return r.standingAbove(row)
}

// leftOutRow reports whether a row is not asked for: it is not in force, and only what is in force is to be found.
// Samples in a note that holds stay.
func (r *run) leftOutRow(note, row int) bool {
	if r.wholly[note] {
		return false
	}
	if r.request.Filter.AsksStanding() {
		return !r.request.Filter.Stands(r.standingAbove(row))
	}
	return r.q.ActiveOnly && r.sectionShare(row) < 1
}

// leavesOut reports whether a note is not asked for by its standing. Who asks for a status means it.
func (r *run) leavesOut(n int, rec *store.NoteRecord) bool {
	asks := r.request.Filter.AsksStanding()
	if !asks && (!r.q.ActiveOnly || len(r.request.Filter.Status) > 0) {
		return false
	}
	if rec.Standing != markdown.InForce {
		if !asks || !r.request.Filter.Stands(rec.Standing) {
			return true
		}
		if r.wholly == nil {
			r.wholly = map[int]bool{}
		}
		r.wholly[n] = true
		return false
	}
	for row := r.gen.Rows.First[n]; row < r.gen.Rows.First[n+1]; row++ {
		if !r.leftOutRow(n, int(row)) {
			return false
		}
	}
	return r.gen.Rows.First[n] < r.gen.Rows.First[n+1]
}

// headingTop bounds the best notes that may have the very heading that is asked for.
const headingTop = 30

// preferStanding puts a section that is headed by the words of the query before all others, and of two sections of one
// heading the one that is in force right above the one that is not: of a requirement the standing one above those
// of changes, open and archived. Headings are read where they can matter alone.
func (r *run) preferStanding(ctx context.Context, kept []candidate) error {
	if len(kept) == 0 || r.keyword == nil {
		return nil
	}
	asked := words.Name(r.request.Words)
	order := bestFirst(kept, asPlaced)
	order = order[:min(len(order), headingTop)]
	rows := make([]int, len(order))
	apart := false
	for i, p := range order {
		c := &kept[p.at]
		rows[i] = noRow
		if best := r.bestChunks(c.number, 1); len(best) > 0 {
			rows[i] = best[0]
		}
		c.aside = r.standing(c.record, rows[i]) != markdown.InForce
		apart = apart || c.aside
	}
	headings := map[string][]int{} // candidates by the heading of their best chunk, best first
	for i, p := range order {
		// Some heading is that of the query only where all of its words, two or more, stand in the chunk.
		named := strings.Contains(asked, " ") && r.keyword.cover[kept[p.at].number] > 0.99
		if rows[i] == noRow || !apart && !named {
			continue
		}
		ch, err := r.chunk(ctx, rows[i])
		if err != nil {
			return err
		}
		if n := len(ch.Heading); n > 0 {
			heading := words.Name(headingName(ch.Heading[n-1]))
			headings[heading] = append(headings[heading], p.at)
		}
	}
	delete(headings, "")
	for heading, list := range headings {
		at := slices.IndexFunc(list, func(i int) bool { return !kept[i].aside })
		if at < 0 {
			continue
		}
		c, least := &kept[list[at]], kept[list[0]].score
		if heading == asked {
			least = kept[order[0].at].score
		}
		if least > c.score || at > 0 {
			c.factors.set("standing", noteShare(c.record.Standing)*(least+1e-8)/c.score)
			c.score = rank.Round(least + 1e-8)
		}
	}
	return nil
}

// headingName returns a heading without the word that says of which kind its section is: "Requirement: Login" is Login.
func headingName(heading string) string {
	if kind, name, ok := strings.Cut(heading, ":"); ok && strings.EqualFold(strings.TrimSpace(kind), "requirement") {
		return name
	}
	return heading
}
