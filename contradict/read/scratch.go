package read

import (
	"slices"
	"sync"
)

// scratch is memory that is needed while a statement is read, and again for the next one. What
// statements of one list or section have in common is read once where they follow each other.
type scratch struct {
	written, named, tokens []Token // as tokenized; with names, then phrases, rewritten
	contents               []Content
	anchors                []Anchor
	stems, plain, text     []string
	taken                  []bool

	conditions []string // that were read last
	inherited  []string // their TermSet; shared: do not modify
	heading    string   // that was read last
	scopes     []Scope  // that it names
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// detach gives what was read memory of its own, of no more than it needs: a base keeps tens of
// thousands of statements.
func (p *Parsed) detach() {
	p.Tokens, p.Contents, p.Anchors = slices.Clone(p.Tokens), slices.Clone(p.Contents), slices.Clone(p.Anchors)
}

// inheritedOf is TermSet for a statement that mostly stands under the same conditions as the last one.
func (m *scratch) inheritedOf(conditions []string) []string {
	if len(conditions) == 0 {
		return nil
	}
	if !slices.Equal(m.conditions, conditions) {
		m.conditions, m.inherited = conditions, TermSet(conditions)
	}
	return m.inherited
}

// scopesOf returns the scopes that a heading names.
func (m *scratch) scopesOf(heading string) []Scope {
	if m.heading != heading {
		m.heading, m.scopes = heading, nil
		for _, t := range tokenize(nil, heading) {
			m.scopes = appendScopes(m.scopes, &t, 0, true)
		}
	}
	return m.scopes
}
