package read

import (
	"slices"
	"strings"

	"github.com/9aea2451/kb/contradict/words"
)

// IsDuty reports whether a dimension of poles is what must or may be done.
func IsDuty(name string) bool { return name == "obligation" || name == "permission" }

// SlotKind is the type of a question that takes one answer.
type SlotKind uint8

const (
	PoleSlot    SlotKind = iota // one of two poles of a dimension
	ChoiceSlot                  // a member of an exclusive class
	PlaceSlot                   // where it is
	OwnerSlot                   // who looks after it
	AbsentSlot                  // what there is none of
	DefaultSlot                 // what holds unless it is changed
	OrderSlot                   // before or after what
	ClockSlot                   // at what time
)

// Slot is one question with the statement's answer.
type Slot struct {
	Kind      SlotKind
	Name      string   // dimension or class
	Strength  float64  // 0 to 1: how surely two answers exclude each other
	Fillers   []string // stems of the answer; none of poles, one or more of all others
	Text      string   // the answer as written
	Negative  bool     // the second pole; for a choice, that it is not this one
	Condition bool     // said in a condition
	Subject   []string // stems before it in its clause: what it is said of
	Object    []string // of a duty, the stems after it in its clause: what is to be done
	at        int      // token as written
	Modal     bool     // said by the modal verb alone
	Counted   bool     // an absence that only "at least one" or "some" denies
}

// slotReader reads the slots of a statement from its tokens as written.
type slotReader struct {
	p     *Parsed
	m     *scratch
	l     *words.Lexicon
	raw   []Token  // as written
	stems []string // with synonyms folded
	words.Spelling
	taken []bool // tokens that say the slot, not the thing
	head  int
}

// readSlots finds the slots and anchors of a statement.
func (p *Parsed) readSlots(m *scratch) {
	raw, n := m.named, len(m.named)
	m.stems, m.plain, m.text, m.taken = sized(m.stems, n), sized(m.plain, n), sized(m.text, n), sized(m.taken, n)
	clear(m.taken)
	spelling := words.Spelling{Plain: m.plain, Text: m.text}
	r := &slotReader{p: p, m: m, l: words.English(), raw: raw, stems: m.stems, Spelling: spelling, taken: m.taken}
	for i := range raw {
		r.stems[i], r.Plain[i], r.Text[i] = raw[i].Text, raw[i].Text, raw[i].Text
		p.Sole = p.Sole || raw[i].Class&words.Sole != 0
		if raw[i].Kind == WordToken {
			r.Plain[i], r.stems[i] = r.l.PlainAndTerm(raw[i].Text)
		}
	}
	r.head = p.headEnd(raw)
	p.Head = len(p.Text)
	if r.head < len(raw) {
		p.Head = raw[r.head].Start
	}
	p.Unreal = r.isUnreal()
	r.readPoles()
	r.readChoices()
	r.readPlaces()
	r.readOwners()
	r.readAbsences()
	r.readDefaults()
	r.readOmissions()
	r.readOrders()
	r.readClocks()
	r.readForce()
	r.readScopes()
	if len(r.p.Quantities) != 0 {
		for i := range r.raw[:r.head] {
			if names := r.l.Attributes[r.raw[i].Text]; len(names) > 0 {
				r.p.Attributes = append(r.p.Attributes, names...)
				r.taken[i] = true
			}
		}
	}
	r.readAnchors()
	for i := range p.Slots {
		p.SlotMask |= p.Slots[i].mask()
	}
	for i := range p.Quantities {
		p.SlotMask |= maskOf(p.Quantities[i].Dimension)
	}
}

// sized is a list of a length, of which the elements are what they were.
func sized[T any](list []T, n int) []T { return slices.Grow(list[:0], n)[:n] }

// maxSlots bounds the answers and the scopes that are read of one statement.
const maxSlots = 24

// add appends a slot with what it is said of, which needs its place. What is beyond
// maxSlots is left out.
func (r *slotReader) add(s Slot) {
	if len(r.p.Slots) >= maxSlots {
		return
	}
	var terms []string
	for j := min(s.at, len(r.raw)) - 1; j >= 0; j-- {
		t := &r.raw[j]
		if t.Kind == Punctuation && t.Text != "%" && t.Text != ":" {
			break
		}
		if IsAnchorWord(t) && t.Class&words.GenericWord == 0 {
			terms = append(terms, r.stems[j])
		}
	}
	s.Subject = terms
	if s.Kind == PoleSlot && IsDuty(s.Name) {
		var terms []string
		i := s.at + max(1, len(strings.Fields(s.Text)))
		for j := i; j < min(len(r.raw), i+6) && r.raw[j].Kind != Punctuation; j++ {
			if t := &r.raw[j]; IsAnchorWord(t) && t.Class&(words.GenericWord|words.Auxiliary) == 0 {
				terms = append(terms, r.stems[j])
			}
		}
		s.Object = terms
	}
	r.p.Slots = append(r.p.Slots, s)
}

// take marks the tokens [from, to) as those of an answer, which weigh less as anchors.
func (r *slotReader) take(from, to int) {
	for i := from; i < to && i < len(r.taken); i++ {
		r.taken[i] = true
	}
}

// inCondition reports whether the raw token stands in a condition.
func (r *slotReader) inCondition(i int) bool {
	start := r.raw[i].Start
	for _, c := range r.p.Clauses {
		first, last := r.p.Tokens[c.start].Start, r.p.Tokens[c.end-1].Start
		if start >= first && start <= last {
			return true
		}
	}
	return false
}

// denied reports whether what begins at token i is denied in its clause: by "not" within three tokens,
// by "no" or "nobody" anywhere before.
func (r *slotReader) denied(i int) bool {
	for j := i - 1; j >= max(0, i-6); j-- {
		t := &r.raw[j]
		if t.Kind == Punctuation || t.Text == "and" || t.Text == "but" {
			return false
		}
		if r.raw[i].Text == "leave" || j+1 < len(r.raw) && (r.raw[j+1].Text == "leave" || r.raw[j+1].Text == "leaves") {
			return false // "never leaves X" is in X
		}
		if t.Class&words.NegationCue != 0 &&
			(i-j <= 3 || t.Text == "never" && i-j <= 5 ||
				t.Text[0] == 'n' && t.Text != "not" && t.Text != "never" && r.word(j+1) != "longer") {
			return !(t.Text == "not" && j+1 < len(r.raw) && r.raw[j+1].Text == "only")
		}
	}
	if len(r.raw) == 0 || r.raw[0].Text != "no" {
		return false
	}
	for j := 1; j < i; j++ {
		if t := &r.raw[j]; t.Kind == Punctuation || t.Class&words.Conditional != 0 || t.Class&words.BeVerb != 0 && j+1 < i {
			return false
		}
	}
	return true
}

// possible reports whether a word before token i says that something can be, not that it is.
func (r *slotReader) possible(i int) bool {
	for j := i - 1; j >= max(0, i-3); j-- {
		switch r.raw[j].Text {
		case "can", "may", "could", "might", "able", "to", "if", "when", "whether":
			return true
		}
		if r.raw[j].Kind == Punctuation {
			return false
		}
	}
	return false
}

// modifies reports whether the one word at i stands right before a noun.
func (r *slotReader) modifies(i int) bool {
	return i+1 < len(r.raw) && IsAnchorWord(&r.raw[i+1]) && !words.HasAnySuffix(r.raw[i+1].Text, "ly", "ed", "ing")
}

// attributive reports whether the one word at i stands right before a noun: "optional fields".
func (r *slotReader) attributive(i int) bool {
	return i+1 < len(r.raw) && IsAnchorWord(&r.raw[i+1]) && r.raw[i+1].Class&(words.Bearer|words.GenericWord) == 0 &&
		!words.HasAnySuffix(r.raw[i+1].Text, "ly", "ed", "ing")
}

// tailStrength weakens what only the explanation says.
func (r *slotReader) tailStrength(i int) float64 {
	if i < r.head {
		return 1
	}
	return ofExplanation
}

// source returns the text of the raw tokens [i, end).
func (r *slotReader) source(i, end int) string {
	last := &r.raw[end-1]
	to := min(len(r.p.Text), last.Start+len(last.Text))
	return r.p.Text[r.raw[i].Start:max(to, r.raw[i].Start)]
}

// mask is the bit of a slot in SlotMask. All absences have the first one, whatever there
// is none of.
func (s *Slot) mask() uint64 {
	if s.Kind == AbsentSlot {
		return 1
	}
	return maskOf(s.Name)
}

// maskOf folds a name into one bit of 64: statements whose masks do not meet have no slot in common.
func maskOf(name string) uint64 {
	h := uint32(2166136261)
	for i := 0; i < len(name); i++ {
		h = (h ^ uint32(name[i])) * 16777619
	}
	return 1 << (1 + h%63)
}

// How surely two answers to the question of a slot exclude each other. The strengths of poles and
// owners by phrase stand in the word lists; judge.Reject asks for more than any of those below but
// a choice, as places, owners and defaults read of few words were mostly of two things.
const (
	choiceStrength  = 0.95 // a thing is stored in PostgreSQL or in MySQL
	ownerStrength   = 0.75 // a thing may have two owners
	defaultStrength = 0.75 // a default of which thing is not always said
	yearStrength    = 0.75
	clockStrength   = 0.7  // a day has more than one time
	orderStrength   = 0.7  // before one thing and after another
	AbsentStrength  = 0.7  // none of these, of others there may be some
	modalStrength   = 0.7  // a duty read of the modal verb alone
	placeStrength   = 0.62 // a thing may be in two places: never told of by itself
	ofExplanation   = 0.8  // factor of what only the explanation of a statement says
)

// Weights of anchors by kind of word.
const (
	identifierAnchor = 1.6 // `max_connections`, UUIDv7
	nameAnchor       = 1.3 // Alertmanager
	nounAnchor       = 1.0
	GenericAnchor    = 0.3 // system, data: says little
	tailFactor       = 0.5 // in what explains the statement, not in the statement itself
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
		heading := r.p.Context[n-1]
		if r.m.heading != heading {
			r.m.heading, r.m.scopes = heading, nil
			for _, t := range tokenize(nil, heading) {
				r.m.scopes = appendScopes(r.m.scopes, &t, 0, true)
			}
		}
		r.p.Scopes = append(r.p.Scopes, r.m.scopes[:min(len(r.m.scopes), maxSlots-len(r.p.Scopes))]...)
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
