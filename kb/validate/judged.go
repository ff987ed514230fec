package validate

import "github.com/9aea2451/kb/contradict"

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

// contradicted gives the pairs of new statements with any other that cannot both hold.
func (r *Run) contradicted(news []*contradict.Parsed) []contradict.Finding {
	if r.everythingNew() {
		return r.judgeAll().conflicts
	}
	base, first := r.statements(news)
	return base.Since(first, r.lowestWarn())
}

// duplicated gives the pairs of new statements with any other that say the same, by their numbers in the base.
func (r *Run) duplicated(news []*contradict.Parsed) (*contradict.Base, []contradict.Pair) {
	if r.everythingNew() {
		return r.judgeAll().base, r.judgeAll().same
	}
	base, first := r.statements(news)
	return base, base.DuplicatesSince(first)
}
