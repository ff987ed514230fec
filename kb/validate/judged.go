package validate

import (
	"github.com/9aea2451/kb/contradict"
	"github.com/9aea2451/kb/kb/snapshot"
)

// judged is what judging all statements of a base against one another gives, for both of the rules that ask for it.
type judged struct {
	base      *contradict.Base
	conflicts []contradict.Finding
	same      []contradict.Pair
}

// judgeAll judges everything once; it takes minutes where there are a hundred thousand statements.
func (r *Run) judgeAll() *judged {
	if r.all == nil {
		base, first := r.statements(nil)
		conflicts, same := base.BothSince(first, r.lowestWarn())
		r.all = &judged{base, conflicts, same}
	}
	return r.all
}

// contradicted gives the pairs of a statement that the change brings and any other that cannot both hold.
func (r *Run) contradicted() []contradict.Finding {
	if r.everythingNew() {
		return r.judgeAll().conflicts
	}
	news := r.newStatements()
	if len(news) == 0 {
		return nil
	}
	base, first := r.statements(news)
	return base.Since(first, r.lowestWarn())
}

// duplicated gives the pairs of a statement of new notes and any other that say the same, by their numbers in the base.
func (r *Run) duplicated(notes []*snapshot.Entry) (*contradict.Base, []contradict.Pair) {
	if r.everythingNew() {
		j := r.judgeAll()
		return j.base, j.same
	}
	var news []*contradict.Parsed
	for _, e := range notes {
		for i := range e.Statements() {
			news = append(news, e.Parse(i))
		}
	}
	base, first := r.statements(news)
	return base, base.DuplicatesSince(first)
}
