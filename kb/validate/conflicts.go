package validate

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/9aea2451/kb/contradict/base"
	"github.com/9aea2451/kb/contradict/choice"
	"github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/markdown"
)

// Conflicts finds the contradictions that stand in a base: those of what is in force first, the strongest of them first,
// then in the order of their places. least is the energy from which on they are listed, nil for what the
// configuration says. Waived ones are among them. watch is told how far it is and may end it: see
// base.Base. What was judged already is taken from where it is kept; of the options, day, keeping
// opinions and Sofar count.
func Conflicts(s *snapshot.Snapshot, least *float64, o *Options, watch func(done, total int) bool) []Finding {
	r := Whole(s, o, watch)
	from := r.lowestWarn()
	if least != nil {
		from = *least
	}
	tied, standing := Ties(s), r.standing(least)
	return r.listed(from, o, func(pairs []base.Finding) (found []Finding) {
		for i := range pairs {
			if f, ok := r.conflict(&pairs[i], tied, least); ok {
				found = append(found, f)
			}
		}
		found = r.secondRead(found, tied, least)
		found = r.finish(joinAlike(append(r.joinLists(found), standing...)), nil)
		slices.SortStableFunc(found, func(a, b Finding) int {
			return cmp.Or(cmp.Compare(a.apart(), b.apart()), cmp.Compare(b.Energy, a.Energy))
		})
		return found
	})
}

// apart returns the standing of the side of a contradiction that is in force least.
func (f *Finding) apart() markdown.Standing {
	standing := f.Standing
	for _, r := range f.Related {
		standing = max(standing, r.Standing)
	}
	return standing
}

// listed lists what judging everything finds, and tells Sofar of it on the way.
func (r *Run) listed(from float64, o *Options, list func(pairs []base.Finding) []Finding) []Finding {
	if o.Sofar != nil {
		r.sofar = func(found []base.Finding) { o.Sofar(list(found)) }
	}
	return list(r.judgeAll(from, false).conflicts)
}

// Disputes finds the pairs of statements of two notes that contradict each other with an energy of judge.Reject or more, each
// by itself, the strongest first: without those that are waived, or that a second reader takes back. It
// judges what Conflicts judges, and keeps it for that; see there.
func Disputes(s *snapshot.Snapshot, o *Options, watch func(done, total int) bool) []Finding {
	r, tied, least := Whole(s, o, watch), Ties(s), judge.Reject
	return r.listed(min(least, r.lowestWarn()), o, func(pairs []base.Finding) (found []Finding) {
		for i := range pairs {
			if f, ok := r.conflict(&pairs[i], tied, &least); ok && f.Path != f.Related[0].Path {
				found = append(found, f)
			}
		}
		return slices.DeleteFunc(r.secondRead(found, tied, &least), func(f Finding) bool {
			return f.Severity == Info || r.accepted.reason(&f, r.Day) != ""
		})
	})
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

// Checker tells of statements what they would be to those of a base. It is safe for concurrent use,
// and holds the index of all statements.
type Checker struct {
	s                *snapshot.Snapshot
	day              time.Time
	base, superseded *base.Base
	least, reject    float64
}

// NewChecker makes a checker of the notes of a snapshot that hold on a day, and of those that were
// superseded before.
func NewChecker(s *snapshot.Snapshot, day time.Time) *Checker {
	r := &Run{Before: s, After: s, Day: day, Config: s.Tree.Config}
	return &Checker{s: s, day: day, base: s.Statements(day), superseded: s.Superseded(day),
		least: r.lowestWarn(), reject: threshold(r.Config.Thresholds, "reject", judge.Reject)}
}

// Pairs returns the pairs of some statements with those of the base, and with each other, that contradict.
func (c *Checker) Pairs(statements []*read.Parsed) [][2]*read.Parsed {
	var out [][2]*read.Parsed
	for _, f := range c.base.Conflicts(statements, c.least) {
		out = append(out, [2]*read.Parsed{f.A, f.B})
	}
	return out
}

// Against returns those of some statements that are in one of the pairs which the notes do not settle.
func (t *Tied) Against(statements []*read.Parsed, pairs [][2]*read.Parsed) []*read.Parsed {
	asked, bad := map[*read.Parsed]bool{}, map[*read.Parsed]bool{}
	for _, p := range statements {
		asked[p] = true
	}
	var out []*read.Parsed
	for _, pair := range pairs {
		if a, b := snapshot.PlaceOf(pair[0]), snapshot.PlaceOf(pair[1]); a.Entry == nil || b.Entry == nil || t.Settled(a, b) {
			continue
		}
		for _, p := range pair {
			if asked[p] && !bad[p] {
				bad[p] = true
				out = append(out, p)
			}
		}
	}
	return out
}

// againstOthers finds which new statements another base contradicts. Whose word holds is not said by
// that: these are warnings.
func (r *Run) againstOthers(news []*read.Parsed) (found []Finding) {
	for _, o := range r.others {
		for _, c := range o.Checker.base.Conflicts(news, r.lowestWarn()) {
			to := snapshot.PlaceOf(c.B)
			if to.Entry == nil {
				continue
			}
			f := Conflict(&c)
			f.Severity = Warning
			f.Related[0].Path = o.Name + ":" + f.Related[0].Path
			f.Message = fmt.Sprintf("contradicts %s: %s", f.Related[0], signalText(&c.Verdict))
			found = append(found, f)
		}
	}
	return found
}

// maxNearest is how many statements are told of where none contradicts.
const maxNearest = 3

// Nearest tells of the statements that have most in common with some, for who asks where nothing
// speaks against them: to be told that nothing was found does not say what was looked at.
func (c *Checker) Nearest(statements []*read.Parsed) []Place {
	near := []Place{}
	for _, p := range c.base.Nearest(statements, maxNearest) {
		if at := snapshot.PlaceOf(p); at.Entry != nil {
			near = append(near, placeOf(at))
		}
	}
	slices.SortStableFunc(near, func(a, b Place) int { return cmp.Compare(a.Standing, b.Standing) })
	return near
}

// choices finds the decisions that hold and choose otherwise than some statements.
func (c *Checker) choices(statements []*read.Parsed) (out []Said) {
	var said []choice.Place
	for _, p := range statements {
		said = append(said, choice.Place{Text: p.Text})
	}
	mine := choice.Read(choice.Place{}, said, nil)
	for _, e := range c.s.Entries {
		if e.Note.Kind != "decision" || len(mine.Choices) == 0 || c.s.Inactive(e, c.day) != "" {
			continue
		}
		theirs := e.Chosen()
		if d, ok := choice.Compare(&mine, &theirs); ok && d.Energy >= c.least {
			f := choiceFinding("", e.File.Path, &d)
			out = append(out, Said{Place: f.Related[0], Energy: d.Energy, Relation: "contradicts", Explanation: f.Explanation,
				Severity: Warning})
		}
	}
	return out
}

// Known returns where notes that are in force say what statements say, a place for each that is said with all its words and
// headings; with proposed, notes that are proposed count too. whole reports that all of the statements are said.
func (c *Checker) Known(statements []*read.Parsed, proposed bool) (places []Place, whole bool) {
	said := map[*read.Parsed]bool{}
	for _, d := range c.base.Duplicates(statements) {
		to := snapshot.PlaceOf(d.B)
		if to.Entry == nil || said[d.A] {
			continue
		}
		standing := to.Entry.Standing(c.s.Inactive(to.Entry, c.day), nil)
		known := read.TermSet(append([]string{d.B.Text, d.B.Title}, d.B.Context...))
		more := slices.ContainsFunc(read.TermSet(append([]string{d.A.Text}, d.A.Context...)), func(term string) bool {
			return !slices.Contains(known, term)
		})
		if !more && (standing == markdown.InForce || proposed && standing == markdown.Proposed) {
			said[d.A] = true
			places = append(places, placeOf(to))
		}
	}
	return places, len(said) > 0 && len(said) == len(statements)
}

// Compare orders findings: contradictions before what says the same and what was said before; of one kind those of what
// is in force first, then the strongest.
func (s *Said) Compare(other *Said) int {
	kind := func(s *Said) int {
		return slices.Index([]string{"contradicts", "duplicates", "superseded"}, s.Relation)
	}
	return cmp.Or(cmp.Compare(kind(s), kind(other)), cmp.Compare(s.Standing, other.Standing), cmp.Compare(other.Energy, s.Energy))
}

// Check finds what statements would contradict or repeat, and which of them superseded notes made
// before, in the order of Compare.
func (c *Checker) Check(statements []*read.Parsed) []Said {
	var out []Said
	for _, f := range c.base.Conflicts(statements, c.least) {
		if to := snapshot.PlaceOf(f.B); to.Entry != nil {
			said := Said{
				Place:       placeOf(to),
				Energy:      f.Verdict.Energy,
				Relation:    "contradicts",
				Explanation: f.Verdict.Explain(),
				Severity:    Warning,
			}
			if f.Verdict.Energy >= c.reject {
				said.Severity = Error
			}
			out = append(out, said)
		}
	}
	out = append(out, c.choices(statements)...)
	for _, d := range c.base.Duplicates(statements) {
		if to := snapshot.PlaceOf(d.B); to.Entry != nil {
			out = append(out, Said{Place: placeOf(to), Relation: "duplicates"})
		}
	}
	for _, d := range c.superseded.Duplicates(statements) {
		if to := snapshot.PlaceOf(d.B); to.Entry != nil {
			said := Said{Place: placeOf(to), Relation: "superseded", SupersededBy: c.s.SupersededBy(to.Entry, c.day)}
			said.Standing = markdown.History
			out = append(out, said)
		}
	}
	slices.SortStableFunc(out, func(x, y Said) int { return x.Compare(&y) })
	return out
}
