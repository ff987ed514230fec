package contradict

import "slices"

// scope is one of several like things that a statement speaks of: production, the free plan, version 2.
type scope struct{ class, member string }

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
		r.addScope(&r.raw[i], i)
	}
	if n := len(r.p.Context); n > 0 {
		for _, t := range tokenize(r.p.Context[n-1]) {
			r.addScope(&t, 0)
		}
	}
}

func (r *slotReader) addScope(t *token, at int) {
	for _, class := range r.l.scopes[t.text] {
		if class == "role" && at > 5 || t.class&universal != 0 {
			continue // who acts stands in front
		}
		r.p.scopes = append(r.p.scopes, scope{class, r.l.term(t.text)})
	}
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
		if x.class == class && slices.Contains(other.scopes, x) {
			return true
		}
	}
	return false
}
