package read

import (
	"github.com/9aea2451/kb/contradict/words"
)

// Scope is one of several like things that a statement speaks of: production, the free plan, version 2.
type Scope struct {
	Class, Member string // a line of scopes.txt, and the stem of one of its words
	Heading       bool   // named by the heading, not by the statement
}

// readScopes collects the scopes that the statement's head and its innermost heading name.
func (r *slotReader) readScopes() {
	for i := range r.raw[:r.head] {
		r.p.Scopes = appendScopes(r.p.Scopes, &r.raw[i], i, false)
	}
	if n := len(r.p.Context); n > 0 {
		named := r.m.scopesOf(r.p.Context[n-1])
		r.p.Scopes = append(r.p.Scopes, named[:min(len(named), maxSlots-len(r.p.Scopes))]...)
	}
}

// appendScopes adds the scopes that the token at this place names, up to maxSlots.
func appendScopes(scopes []Scope, t *Token, at int, heading bool) []Scope {
	if t.Class&words.InScopes == 0 {
		return scopes
	}
	l := words.English()
	for _, class := range l.Scopes[t.Text] {
		if len(scopes) >= maxSlots || class == "role" && at > 5 || t.Class&words.Universal != 0 {
			continue // who acts stands in front
		}
		scopes = append(scopes, Scope{class, l.Term(t.Text), heading})
	}
	return scopes
}
