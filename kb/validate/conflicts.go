package validate

import (
	"cmp"
	"slices"
	"time"

	"github.com/9aea2451/kb/contradict"
	"github.com/9aea2451/kb/kb/snapshot"
)

// Conflicts finds the contradictions that stand in a base, the strongest first, then in the order of their places. least is the
// energy from which on they are listed, nil for what the configuration says. Waived ones are among them. watch is told how far it is and
// may end it: see contradict.Base.
func Conflicts(s *snapshot.Snapshot, least *float64, day time.Time, watch func(done, total int) bool) []Finding {
	r := &Run{Before: s, After: s, Day: day, Config: s.Tree.Config, Waivers: ReadWaivers(s.Tree)}
	r.accepted = r.Waivers
	from := r.lowestWarn()
	if least != nil {
		from = *least
	}
	tied := Ties(s)
	var found []Finding
	base := s.Statements(day)
	base.Watch = watch
	for _, c := range base.All(from) {
		if f, ok := r.conflict(&c, tied, least); ok {
			found = append(found, f)
		}
	}
	found = r.finish(found, nil)
	slices.SortStableFunc(found, func(a, b Finding) int { return cmp.Compare(b.Energy, a.Energy) })
	return found
}

// Said is what a statement would be to those of a base.
type Said struct {
	Place
	Energy       float64  `json:"energy"`                  // 0–1, of a contradiction
	Relation     string   `json:"relation"`                // contradicts, duplicates or superseded
	Explanation  string   `json:"explanation,omitempty"`   // of a contradiction
	SupersededBy string   `json:"superseded_by,omitempty"` // of one that was said before: the note that replaced it
	Severity     Severity `json:"severity,omitempty"`
}

// Check finds what statements would contradict or repeat, and which of them superseded notes made before. The contradictions come
// first, the strongest first.
func Check(s *snapshot.Snapshot, statements []*contradict.Parsed, day time.Time) []Said {
	r := &Run{Before: s, After: s, Day: day, Config: s.Tree.Config}
	base := s.Statements(day)
	var out []Said
	for _, c := range base.Conflicts(statements, r.lowestWarn()) {
		if to := snapshot.PlaceOf(c.B); to.Entry != nil {
			said := Said{Place: placeOf(to.Entry.File.Path, to.Statement), Energy: c.Verdict.Energy, Relation: "contradicts", Explanation: c.Verdict.Explain(), Severity: Warning}
			if c.Verdict.Energy >= threshold(r.Config.Thresholds, "reject", contradict.Reject) {
				said.Severity = Error
			}
			out = append(out, said)
		}
	}
	for _, d := range base.Duplicates(statements) {
		if to := snapshot.PlaceOf(d.B); to.Entry != nil {
			out = append(out, Said{Place: placeOf(to.Entry.File.Path, to.Statement), Relation: "duplicates"})
		}
	}
	for _, d := range s.Superseded(day).Duplicates(statements) {
		if to := snapshot.PlaceOf(d.B); to.Entry != nil {
			out = append(out, Said{Place: placeOf(to.Entry.File.Path, to.Statement), Relation: "superseded", SupersededBy: s.SupersededBy(to.Entry, day)})
		}
	}
	return out
}
