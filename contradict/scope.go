package contradict

import "slices"

// scope is one of several like things that a statement speaks of: production, the free plan, version 2.
type scope struct {
	class, member string
	heading       bool // named by the heading, not by the statement
}

func (l *lexicon) readScopes() {
	for _, entry := range listEntries("scopes") {
		for _, word := range entry.words {
			l.scopes[word] = append(l.scopes[word], entry.head)
		}
	}
}

// readScopes collects the scopes that the statement's head and its innermost heading name.
func (r *slotReader) readScopes() {
	for i := range r.raw[:r.head] {
		r.addScope(&r.raw[i], i, false)
	}
	if n := len(r.p.Context); n > 0 {
		for _, t := range tokenize(r.p.Context[n-1]) {
			r.addScope(&t, 0, true)
		}
	}
}

func (r *slotReader) addScope(t *token, at int, heading bool) {
	for _, class := range r.l.scopes[t.text] {
		if len(r.p.scopes) >= maxSlots || class == "role" && at > 5 || t.class&universal != 0 {
			continue // who acts stands in front
		}
		r.p.scopes = append(r.p.scopes, scope{class, r.l.term(t.text), heading})
	}
}

// gateUnexplainedScopes doubts statements that differ in a scope which no signal explains: staging
// against production.
func (p *pair) gateUnexplainedScopes() {
	if p.a.only || p.b.only || len(p.signals) == 0 {
		return
	}
	for _, x := range p.a.scopes {
		for _, y := range p.b.scopes {
			if x.class == y.class && x.member != y.member && p.leftOver(x, y) && !p.a.sharesScope(x.class, p.b) {
				p.gate("different scopes", unlikely)
				return
			}
		}
	}
}

// leftOver tells whether both scopes are among the words that nothing explains, or stand in headings.
func (p *pair) leftOver(x, y scope) bool {
	if x.heading && y.heading {
		return true
	}
	return hasContent(p.a, p.onlyA, x.member) && hasContent(p.b, p.onlyB, y.member)
}

func hasContent(s *Parsed, indices []int, term string) bool {
	for _, i := range indices {
		if s.contents[i].term == term {
			return true
		}
	}
	return false
}

// scopesDiffer tells whether both sides name members of one class and none in common.
func (p *pair) scopesDiffer() bool {
	for _, x := range p.a.scopes {
		if !p.a.sharesScope(x.class, p.b) && slices.ContainsFunc(p.b.scopes, func(y scope) bool { return y.class == x.class }) {
			return true
		}
	}
	return false
}

// sharesScope tells whether both statements name one member of the class.
func (p *Parsed) sharesScope(class string, other *Parsed) bool {
	for _, x := range p.scopes {
		if x.class == class && slices.ContainsFunc(other.scopes, func(y scope) bool { return y.class == class && y.member == x.member }) {
			return true
		}
	}
	return false
}
