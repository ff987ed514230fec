package validate

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/9aea2451/kb/contradict/base"
	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/snapshot"
)

// judged is what judging all statements of a base against one another gives, for both of the rules
// that ask for it.
type judged struct {
	conflicts []base.Finding
	same      duplicates // nil where it was not asked for
}

// judgeAll judges everything once; it takes minutes where there are a hundred thousand statements,
// nothing where this state of the base has been judged before, and little where a few notes of it
// have changed since. least is the energy from which on conflicts are wanted; repeats asks for the
// duplicates, too.
func (r *Run) judgeAll(least float64, repeats bool) *judged {
	if r.all != nil && (r.all.same != nil || !repeats) {
		return r.all
	}
	r.all = nil // which knows nothing of repeats
	// What its judgement depends on: bytes, kind, status and type, why it does not hold on the day, and the tasks of its feature.
	now := make(states, len(r.After.Entries))
	for _, e := range r.After.Entries {
		said := fmt.Appendf(nil, "%s %q %q %q %q %q", e.File.Blob, e.Note.Kind, e.Note.Status, e.Note.Label, e.Note.DocType,
			r.After.Inactive(e, r.Day))
		if kb.Feature(e.File.Path) != "" {
			said = append(said, e.Standing("", nil).String()...)
		}
		sum := sha256.Sum256(said)
		now[e.File.Path] = hex.EncodeToString(sum[:12])
	}
	for r.all == nil {
		r.lastKept = r.keeping.modified()
		before := r.keeping.read(least, repeats)
		if before != nil && maps.Equal(before.States, now) {
			r.all = before.restore(r.After, func(string, int) bool { return false })
		}
		if r.all == nil {
			r.all = r.judgeKeeping(before, now, least, repeats)
		}
	}
	r.all.conflicts = slices.DeleteFunc(r.all.conflicts, func(f base.Finding) bool { return f.Verdict.Energy < least })
	return r.all
}

// judgeKeeping judges all statements, those that were judged before only where something has
// changed, and keeps the judgement, also in parts while it goes on: one that is ended is gone on with.
// before may be nil. It returns nil where another process has kept more meanwhile: to be gone on with
// from there.
func (r *Run) judgeKeeping(before *kept, now states, least float64, repeats bool) *judged {
	stated := r.After.Statements(r.Day)
	overtaken := false // told between turns alone
	stated.Watch = func(done, total int) bool { return !overtaken && (r.watch == nil || r.watch(done, total)) }
	stated.InTurn = r.inTurn
	var all *judged
	var again *statements
	if before != nil {
		all, again = r.takeOver(stated, before, now)
	}
	if all != nil {
		least, repeats = before.Least, before.Repeats
		r.tell(all)
	} else if all = (&judged{}); repeats {
		all.same = duplicates{}
	}
	setting, _ := json.Marshal(stated.Setting()) // numbers alone
	keep := kept{Least: least, States: now, Setting: setting}
	stated.Found = func(found base.Part) {
		all.add(stated, found)
		if len(found.Pending) == 0 {
			return
		}
		part := keep.without(stated.Documents(found.Pending))
		if overtaken = r.overtaken(now, len(part.States), least, repeats); !overtaken {
			r.keep(part, all) // what cannot be kept is judged again the next time
			r.tell(all)
		}
	}
	switch {
	case again != nil:
		stated.Again(again.numbers, least, repeats)
	case repeats:
		stated.BothSince(0, least)
	default:
		stated.All(least)
	}
	if overtaken {
		return nil
	}
	inOrder(all.conflicts)
	if r.watch == nil || r.watch(1, 1) { // it was not ended before all was judged
		r.keep(keep, all)
	}
	return all
}

// tell tells who listens what is found so far.
func (r *Run) tell(all *judged) {
	if r.sofar != nil {
		r.sofar(inOrder(slices.Clone(all.conflicts)))
	}
}

// keep keeps a judgement, or a part of one.
func (r *Run) keep(part kept, all *judged) {
	r.keeping.write(r.After, part, all)
	r.lastKept = r.keeping.modified()
}

// overtaken reports whether another process has kept a judgement of more notes than some.
func (r *Run) overtaken(now states, notes int, least float64, repeats bool) bool {
	if r.keeping.modified().Equal(r.lastKept) {
		return false
	}
	theirs := r.keeping.read(least, repeats)
	return theirs != nil && theirs.judgedOf(now) > notes
}

// add takes in what was found of a base, oriented.
func (j *judged) add(stated *base.Base, found base.Part) {
	for i := range found.Conflicts {
		// The statement that stands later first, whatever order the base has them in.
		f := &found.Conflicts[i]
		a, b := snapshot.PlaceOf(f.A), snapshot.PlaceOf(f.B)
		if cmp.Or(cmp.Compare(a.Entry.File.Path, b.Entry.File.Path), cmp.Compare(a.Statement.Span.Start, b.Statement.Span.Start)) >= 0 {
			continue
		}
		f.A, f.B = f.B, f.A
		v := &f.Verdict
		v.Others = slices.Clone(v.Others)
		v.Signal.A, v.Signal.B = v.Signal.B, v.Signal.A
		for i := range v.Others {
			v.Others[i].A, v.Others[i].B = v.Others[i].B, v.Others[i].A
		}
	}
	j.conflicts = append(j.conflicts, found.Conflicts...)
	if j.same != nil {
		j.same.add(stated, found.Same)
	}
}

// inOrder puts those that were oriented in order, whatever order the base has them in: the
// strongest first, then by the place of the statement that stands before the other.
func inOrder(found []base.Finding) []base.Finding {
	slices.SortStableFunc(found, func(x, y base.Finding) int {
		return cmp.Or(cmp.Compare(y.Verdict.Energy, x.Verdict.Energy), comparePlaces(x.B, y.B), comparePlaces(x.A, y.A))
	})
	return found
}

// comparePlaces orders statements by their notes, then by where they stand, then by their text, so
// that each run lists them alike.
func comparePlaces(p, q *read.Parsed) int {
	a, b := snapshot.PlaceOf(p), snapshot.PlaceOf(q)
	return cmp.Or(cmp.Compare(a.Entry.File.Path, b.Entry.File.Path), cmp.Compare(a.Statement.Span.Start, b.Statement.Span.Start),
		cmp.Compare(a.Statement.Text, b.Statement.Text))
}

// contradicted gives the pairs of a statement that the change brings and any other that cannot both hold.
func (r *Run) contradicted() []base.Finding {
	if r.everythingNew() {
		return r.judgeAll(r.lowestWarn(), r.asksForDuplicates).conflicts
	}
	news := r.newStatements()
	if len(news) == 0 {
		return nil
	}
	stated, first := r.statements(news)
	return stated.Since(first, r.lowestWarn())
}

// duplicated tells which notes say the same as the statements of new notes.
func (r *Run) duplicated(notes []*snapshot.Entry) duplicates {
	if r.everythingNew() {
		return r.judgeAll(r.lowestWarn(), true).same
	}
	var news []*read.Parsed
	for _, e := range notes {
		for i := range e.Statements() {
			news = append(news, e.Parse(i))
		}
	}
	stated, first := r.statements(news)
	same := duplicates{}
	same.add(stated, stated.DuplicatesSince(first))
	return same
}
