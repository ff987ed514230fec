package read

import (
	"github.com/9aea2451/kb/contradict/words"
)

// Scope is one of several like things that a statement speaks of: production, the free plan, version 2.
type Scope struct {
	Class, Member string
	Heading       bool // named by the heading, not by the statement
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

func (r *slotReader) addScope(t *Token, at int, heading bool) {
	for _, class := range r.l.Scopes[t.Text] {
		if len(r.p.Scopes) >= maxSlots || class == "role" && at > 5 || t.Class&words.Universal != 0 {
			continue // who acts stands in front
		}
		r.p.Scopes = append(r.p.Scopes, Scope{class, r.l.Term(t.Text), heading})
	}
}
