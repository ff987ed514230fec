package validate

import (
	"cmp"
	"slices"

	"github.com/9aea2451/kb/contradict"
	"github.com/9aea2451/kb/kb/snapshot"
)

// judged is what judging all statements of a base against one another gives, for both of the rules that ask for it.
type judged struct {
	conflicts []contradict.Finding
	same      duplicates // nil where it was not asked for
}

// judgeAll judges everything once; it takes minutes where there are a hundred thousand statements, and nothing where this state of
// the base has been judged before. least is the energy from which on conflicts are wanted; repeats asks for the duplicates, too.
func (r *Run) judgeAll(least float64, repeats bool) *judged {
	if r.all != nil && (r.all.same != nil || !repeats) {
		return r.all
	}
	state := stateOf(r.After, r.Day)
	if r.all = r.keeping.read(r.After, state, least, repeats); r.all != nil {
		return r.all
	}
	base := r.After.Statements(r.Day)
	base.Watch = r.watch
	r.all = &judged{}
	if repeats {
		conflicts, same := base.BothSince(0, least)
		r.all.conflicts, r.all.same = conflicts, sayTheSame(base, same)
	} else {
		r.all.conflicts = base.All(least)
	}
	for i := range r.all.conflicts {
		orient(&r.all.conflicts[i])
	}
	if r.watch == nil || r.watch(1, 1) { // it was not ended before all was judged
		r.keeping.write(r.After, state, least, r.all) // one that cannot be kept is judged again the next time
	}
	return r.all
}

// orient puts the statement that stands later first, whatever order the base has them in.
func orient(f *contradict.Finding) {
	a, b := snapshot.PlaceOf(f.A), snapshot.PlaceOf(f.B)
	if cmp.Or(cmp.Compare(a.Entry.File.Path, b.Entry.File.Path), cmp.Compare(a.Statement.Span.Start, b.Statement.Span.Start)) >= 0 {
		return
	}
	f.A, f.B = f.B, f.A
	v := &f.Verdict
	v.Others = slices.Clone(v.Others)
	v.Signal.A, v.Signal.B = v.Signal.B, v.Signal.A
	for i := range v.Others {
		v.Others[i].A, v.Others[i].B = v.Others[i].B, v.Others[i].A
	}
}

// contradicted gives the pairs of a statement that the change brings and any other that cannot both hold.
func (r *Run) contradicted() []contradict.Finding {
	if r.everythingNew() {
		return r.judgeAll(r.lowestWarn(), r.asksForDuplicates).conflicts
	}
	news := r.newStatements()
	if len(news) == 0 {
		return nil
	}
	base, first := r.statements(news)
	return base.Since(first, r.lowestWarn())
}

// duplicated tells which notes say the same as the statements of new notes.
func (r *Run) duplicated(notes []*snapshot.Entry) duplicates {
	if r.everythingNew() {
		return r.judgeAll(r.lowestWarn(), true).same
	}
	var news []*contradict.Parsed
	for _, e := range notes {
		for i := range e.Statements() {
			news = append(news, e.Parse(i))
		}
	}
	base, first := r.statements(news)
	return sayTheSame(base, base.DuplicatesSince(first))
}
