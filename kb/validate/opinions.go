package validate

import (
	"fmt"
	"slices"

	"github.com/9aea2451/kb/contradict/base"
	"github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/kb/opinion"
	"github.com/9aea2451/kb/kb/snapshot"
)

// StatementFingerprint names a statement by its words: spacing, case and place do not count.
func StatementFingerprint(text string) string { return statementFingerprint(text) }

// Whole is a run over a whole base, in which every statement is new.
func Whole(s *snapshot.Snapshot, o *Options, watch func(done, total int) bool) *Run {
	r := &Run{
		Before: s, After: s, Day: o.Day, Config: s.Tree.Config, Waivers: readWaivers(s.Tree), keeping: o.Keeping, watch: watch,
		opinions: o.Opinions, whole: true,
	}
	r.accepted = r.Waivers
	return r
}

// Doubtful lists the pairs of statements that may contradict each other by what the rules say, from
// an energy on, the strongest first. Pairs that the notes themselves settle are left out.
func (r *Run) Doubtful(least float64) []base.Finding {
	defer func() { r.all = nil }() // which is kept for the pairs of a greater energy
	var found []base.Finding
	switch {
	case r.everythingNew():
		found = slices.Clone(r.judgeAll(least, false).conflicts)
	default:
		news := r.newStatements()
		if len(news) == 0 {
			return nil
		}
		stated, first := r.statements(news)
		found = stated.Since(first, least)
		inOrder(found)
	}
	tied := Ties(r.After)
	return slices.DeleteFunc(found, func(f base.Finding) bool { return !apart(f.A, f.B, tied) })
}

// Said lists the statements that a second reader looks at: those that the change brings, and all
// that hold after it.
func (r *Run) Said() (news, all []*read.Parsed) {
	for _, e := range r.After.Entries {
		if r.After.Inactive(e, r.Day) != "" {
			continue
		}
		for i := range e.Statements() {
			all = append(all, e.Parse(i))
		}
	}
	if r.everythingNew() {
		return all, all
	}
	return r.newStatements(), all
}

// Apart tells whether two statements are different ones that the notes themselves do not settle.
func (r *Run) Apart() func(a, b *read.Parsed) bool {
	tied := Ties(r.After)
	return func(a, b *read.Parsed) bool { return apart(a, b, tied) }
}

// apart tells whether two statements say different words and the notes do not settle it; false for
// a statement of no note of the snapshot.
func apart(a, b *read.Parsed, tied *Tied) bool {
	x, y := snapshot.PlaceOf(a), snapshot.PlaceOf(b)
	return x.Entry != nil && y.Entry != nil && statementFingerprint(x.Statement.Text) != statementFingerprint(y.Statement.Text) &&
		!tied.Settled(x, y)
}

// secondRead lets the opinions of a second reader count that are known: he takes a warning back, or
// adds one for a pair that the rules do not tell of. An error stays what it is, whatever he says.
func (r *Run) secondRead(found []Finding, tied *Tied, least *float64) []Finding {
	if r.opinions == nil {
		return found
	}
	known := map[pairOfStatements]bool{}
	for i := range found {
		f := &found[i]
		known[pairOfStatements{f.statements[0], f.statements[1]}] = true
		o, ok := r.opinions.Of(f.statements[0], f.statements[1])
		if !ok {
			continue
		}
		f.SecondReader = o.Verdict
		f.Explanation += fmt.Sprintf("; a second reader (%s): %s, %s", o.Model, o.Verdict, o.Why)
		if o.Verdict == opinion.Compatible && f.Severity == Warning {
			f.Severity = Info
			f.Message += ", which a second reader takes back: " + o.Why
		}
	}
	// His warnings have the least energy of all: who asks for stronger ones asks for none of his.
	if r.opinions.Contradictions() && (least == nil || *least <= judge.Warn) {
		found = append(found, r.added(known, tied)...)
	}
	return found
}

// pairOfStatements is two fingerprints, the lesser first.
type pairOfStatements [2]string

// added are warnings for pairs that a second reader finds contradictory and that are not known yet,
// with at least one statement that the change brings.
func (r *Run) added(known map[pairOfStatements]bool, tied *Tied) (found []Finding) {
	news, all := r.Said()
	first := map[string]*read.Parsed{} // of each statement that contradicts any, where it is said first
	for _, p := range all {
		print := statementFingerprint(snapshot.PlaceOf(p).Statement.Text)
		if len(r.opinions.Contrary(print)) > 0 && first[print] == nil {
			first[print] = p
		}
	}
	for _, p := range news {
		here := snapshot.PlaceOf(p)
		print := statementFingerprint(here.Statement.Text)
		for _, other := range r.opinions.Contrary(print) {
			pair := pairOfStatements{min(print, other), max(print, other)}
			if q := first[other]; q != nil && !known[pair] && apart(p, q, tied) {
				known[pair] = true
				o, _ := r.opinions.Of(print, other)
				found = append(found, saidBySecond(here, snapshot.PlaceOf(q), pair, &o))
			}
		}
	}
	return found
}

// saidBySecond is a warning that only a second reader gives.
func saidBySecond(here, there snapshot.Place, pair pairOfStatements, o *opinion.Opinion) Finding {
	other := placeOf(there)
	print := fingerprint("contradiction", pair[:]...)
	return Finding{
		Rule: "contradiction", Severity: Warning, Place: placeOf(here), Related: []Place{other},
		Energy: judge.Warn, SecondReader: o.Verdict,
		Message:     fmt.Sprintf("contradicts %s, says a second reader: %s", other, o.Why),
		Explanation: fmt.Sprintf("a second reader (%s) quotes %q and %q", o.Model, o.Quotes[0], o.Quotes[1]),
		Suggestion:  waysOut(print),
		Fingerprint: print,
		statements:  pair[:],
		sections:    sectionsOf(here, there),
	}
}
