package contradict

import "sync/atomic"

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
	tokens []token
	force  Force

	contents   []content
	negations  []negation
	quantities []quantity
	quantifier quantifier
	only       bool // "only", "solely"
	additive   bool // "too", "also": beside another

	clauses        []clause
	conditionTerms []string // stems inside conditions, sorted, each once
	inherited      []string // stems of Statement.Conditions, sorted, each once

	verb       int    // token of the first modal or "be" of the main clause, -1 for none
	main       int    // see predicate
	lead       string // first token
	rated      bool   // it says how often: "hourly"
	finite     bool   // a verb shows that it is a sentence
	anaphoric  bool   // "it", "this": speaks of what stood before
	introduces bool   // "new", "we propose": speaks of what its own document brings
	silent     bool   // a question, boilerplate, or neither the one nor the other: asserts nothing

	head           int // byte where the explanation of the statement begins
	anchors        []anchor
	slots          []slot
	slotMask       uint64 // see maskOf
	scopes         []scope
	attributes     []string // what its numbers are of
	designators    []designator
	headConditions []string // stems of the conditions before head, sorted
	sole           bool     // "entire", "nowhere else": its answer is the only one
	unreal         bool     // past, proposed or imagined

	heading atomic.Pointer[[]string] // see lastHeading
}

// content is one word that carries subject matter, in the main clause.
type content struct {
	term  string
	word  string
	token int
}

// Force returns how binding the statement is.
func (p *Parsed) Force() Force { return p.force }

// indexTerms returns what a base looks the statement up by.
func (p *Parsed) indexTerms() []string { return p.Terms() }

// Terms returns the stems of the main clause and its conditions, in order, with repeats.
func (p *Parsed) Terms() []string {
	terms := make([]string, 0, len(p.contents)+len(p.conditionTerms))
	for i := range p.contents {
		terms = append(terms, p.contents[i].term)
	}
	return append(terms, p.conditionTerms...)
}
