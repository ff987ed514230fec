// Package read reads one statement: its words and signs, what it is said of, how binding it is,
// what it denies, which amounts and conditions it names, and its slots, typed questions about a
// thing ("where does it live?", "who owns it?") that take one answer.
//
// Parse reads a statement once, whatever its bytes are; what it cannot read is left out of the
// result. It is pure: no files, no clock, no randomness. The work on one statement is bounded: the
// first 4000 bytes, 400 tokens, 24 slots and 24 amounts are read.
package read

import (
	"slices"
	"sync/atomic"
)

// PronounActs reports whether the sentence begins with who acts, but not by name: "we", "you",
// "they"; its first content is a verb.
func (p *Parsed) PronounActs() bool {
	switch p.Lead {
	case "we", "you", "they", "i", "one":
		return true
	}
	return false
}

// Rules tells a statement that binds or sets a limit.
func (p *Parsed) Rules() bool {
	return p.Force.binds() ||
		slices.ContainsFunc(p.Quantities, func(q Quantity) bool { return q.Comparator == AtMost || q.Comparator == AtLeast })
}

// LastHeading returns the terms of the heading right above the statement, as TermSet has them; it
// panics where there is none.
// Most statements are never asked, and some are for each of thousands of pairs.
func (p *Parsed) LastHeading() []string {
	if set := p.heading.Load(); set != nil {
		return *set
	}
	set := TermSet(p.Context[len(p.Context)-1:])
	p.heading.Store(&set)
	return set
}

// Has reports whether the statement has a content with this stem.
func (p *Parsed) Has(term string) bool {
	for i := range p.Contents {
		if p.Contents[i].Term == term {
			return true
		}
	}
	return false
}

// Quantifier is how much of its subject a statement speaks of.
type Quantifier struct {
	Universal   bool // all, every, any
	Existential bool // some, most, few
	None        bool // none, nobody, nothing
	No          bool // no
	Plural      bool // several, multiple
}

// Denies reports whether the statement is said of none: "no user", "nobody".
func (q Quantifier) Denies() bool { return q.None || q.No }

// Mentions reports whether the stem is a content or an anchor; anchors are of conditions and
// explanations, too.
func (p *Parsed) Mentions(term string) bool {
	return slices.ContainsFunc(p.Anchors, func(a Anchor) bool { return a.Term == term }) || p.Has(term)
}

// Statement is one assertion with what it stands under.
type Statement struct {
	Text       string   // markdown of the sentence: code spans, emphasis and links may stay
	Context    []string // heading path, outermost first
	Conditions []string // GIVEN and WHEN lines, the lead-in of its list: what must hold for it to apply
	Title      string   // of its document
	Document   string   // path or id: headings of one document are siblings, of two are not
	Tentative  bool     // of a draft or a proposal: two of these are alternatives
	Source     any      // the caller's own; never read here
}

// Parsed is a statement read once, to be judged against many. It is immutable and safe for concurrent use.
type Parsed struct {
	Statement
	Tokens []Token // with phrases rewritten and rates taken out
	Force  Force   // of the first modal verb outside of conditions

	Contents   []Content
	Negations  []Negation
	Quantities []Quantity
	Quantifier Quantifier
	Only       bool // "only", "solely"
	Additive   bool // "too", "also": beside another

	Clauses        []Clause
	ConditionTerms []string // stems inside conditions, sorted, each once
	Inherited      []string // stems of Statement.Conditions, sorted, each once

	Verb      int    // token of the first modal or "be" of the main clause, -1 for none
	main      int    // see Predicate
	Lead      string // text of the first token, "" for none and for a modal verb
	rated     bool   // it says how often: "hourly"
	Finite    bool   // a verb shows that it is a sentence
	Anaphoric bool   // "it", "this": speaks of what stood before
	Carried   bool   // the lead-in of its list was put before it, see carried
	Silent    bool   // a question, boilerplate, or neither the one nor the other: asserts nothing

	Head        int // byte where the explanation of the statement begins
	Anchors     []Anchor
	Slots       []Slot
	SlotMask    uint64 // see maskOf
	Scopes      []Scope
	Attributes  []string // what its numbers are of
	Designators []Designator
	Sole        bool // "entire", "nowhere else": its answer is the only one
	Unreal      bool // past, proposed or imagined

	heading atomic.Pointer[[]string] // see LastHeading
}

// Content is one word that carries subject matter, in the main clause.
type Content struct {
	Term  string // stem, synonyms folded
	Word  string // in lower case
	Token int    // index in Parsed.Tokens
}

// Terms returns the stems of the main clause and its conditions, in order, with repeats.
func (p *Parsed) Terms() []string {
	return p.appendTerms(make([]string, 0, len(p.Contents)+len(p.ConditionTerms)))
}

// appendTerms adds what Terms returns to a list of the caller.
func (p *Parsed) appendTerms(terms []string) []string {
	for i := range p.Contents {
		terms = append(terms, p.Contents[i].Term)
	}
	return append(terms, p.ConditionTerms...)
}

// String names the quantifier for explanations.
func (q Quantifier) String() string {
	switch {
	case q.None:
		return "none"
	case q.No:
		return "no"
	case q.Universal:
		return "all"
	case q.Existential:
		return "some"
	}
	return "one"
}

// OfItsText reports whether a statement speaks of the text that it stands in, or of what follows it there: "this page",
// "the following cases".
func (p *Parsed) OfItsText() bool {
	for i := range p.Tokens[:max(len(p.Tokens)-1, 0)] {
		switch p.Tokens[i].Text {
		case "following":
			if i > 0 && p.Tokens[i-1].Text == "the" && IsAnchorWord(&p.Tokens[i+1]) {
				return true
			}
		case "this":
			switch p.Tokens[i+1].Text {
			case "document", "doc", "page", "spec", "specification", "guide", "readme", "file", "example", "chapter", "section",
				"article", "tutorial", "note", "template", "runbook", "folder", "directory", "lesson", "exercise":
				return true
			}
		}
	}
	return false
}

// LeadsWithPronoun reports whether the first word says that the subject was named before: it, they, he, she.
func (p *Parsed) LeadsWithPronoun() bool {
	switch p.Lead {
	case "it", "they", "he", "she":
		return true
	}
	return false
}

// Force is how binding a statement is.
type Force uint8

const (
	Assertion   Force = iota // states a fact: no modal verb
	Must                     // MUST, SHALL, is required to, has to
	Should                   // SHOULD, ought to, is recommended
	May                      // MAY, can, is allowed to
	Will                     // will
	NotRequired              // need not, is not required to
)

// binds reports whether a rule is stated, not what is or will be so.
func (f Force) binds() bool { return f != Assertion && f != Will }

// String returns the force as specifications write it.
func (f Force) String() string {
	switch f {
	case Must:
		return "MUST"
	case Should:
		return "SHOULD"
	case May:
		return "MAY"
	case Will:
		return "will"
	case NotRequired:
		return "not required"
	}
	return "assertion"
}

// modalForce reads the name of a force in a phrase list.
func modalForce(name string) (force Force, negated, ok bool) {
	switch name {
	case "MUST":
		return Must, false, true
	case "MUSTNOT":
		return Must, true, true
	case "SHOULD":
		return Should, false, true
	case "SHOULDNOT":
		return Should, true, true
	case "MAY":
		return May, false, true
	case "WILL":
		return Will, false, true
	case "NOTREQ":
		return NotRequired, false, true
	}
	return Assertion, false, false
}
