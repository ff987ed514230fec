package contradict

import (
	"slices"
	"strings"
)

// slotKind is the type of a question that takes one answer.
type slotKind uint8

const (
	poleSlot    slotKind = iota // one of two poles of a dimension
	choiceSlot                  // a member of an exclusive class
	placeSlot                   // where it is
	ownerSlot                   // who looks after it
	absentSlot                  // what there is none of
	defaultSlot                 // what holds unless it is changed
	orderSlot                   // before or after what
	clockSlot                   // at what time
)

// slot is one question with the statement's answer.
type slot struct {
	kind      slotKind
	name      string   // dimension or class
	strength  float64  // how surely two answers exclude each other
	fillers   []string // stems of the answer
	text      string   // the answer as written
	negative  bool     // the second pole; for a choice, that it is not this one
	condition bool     // said in a condition
	subject   []string // stems before it in its clause: what it is said of
	object    []string // of a duty, the stems after it in its clause: what is to be done
	at        int      // token as written
	modal     bool     // said by the modal verb alone
	counted   bool     // an absence that only "at least one" or "some" denies
}

// slotReader reads the slots of a statement from its tokens as written.
type slotReader struct {
	p *Parsed
	l *lexicon
	phraseTerms
	taken []bool // tokens that say the slot, not the thing
	head  int
}

// readSlots finds the slots and anchors of a statement.
func (p *Parsed) readSlots(raw []token) {
	r := &slotReader{
		p:           p,
		l:           words(),
		phraseTerms: phraseTerms{make([]string, len(raw)), make([]string, len(raw)), raw},
		taken:       make([]bool, len(raw)),
	}
	for i := range raw {
		r.stems[i], r.plain[i] = raw[i].text, raw[i].text
		p.sole = p.sole || isSole(raw[i].text)
		if raw[i].kind == wordToken {
			r.stems[i], r.plain[i] = r.l.term(raw[i].text), stem(raw[i].text)
		}
	}
	r.head = p.headEnd(raw)
	p.head = len(p.Text)
	if r.head < len(raw) {
		p.head = raw[r.head].start
	}
	p.unreal = r.isUnreal()
	p.readHeadConditions()
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
	r.readAttributes()
	p.readAnchors(raw, r.taken)
	for i := range p.slots {
		p.slotMask |= p.slots[i].mask()
	}
	for i := range p.quantities {
		p.slotMask |= maskOf(p.quantities[i].dimension)
	}
}

// maxSlots bounds the answers and the scopes that are read of one statement.
const maxSlots = 24

func (r *slotReader) add(s slot) {
	if len(r.p.slots) >= maxSlots {
		return
	}
	s.subject = r.subject(s.at)
	if s.kind == poleSlot && isDuty(s.name) {
		s.object = r.object(s.at + max(1, len(strings.Fields(s.text))))
	}
	r.p.slots = append(r.p.slots, s)
}

// subject returns the stems between the last sign and token i that can name a thing.
func (r *slotReader) subject(i int) (terms []string) {
	for j := min(i, len(r.raw)) - 1; j >= 0; j-- {
		t := &r.raw[j]
		if t.kind == punctuation && t.text != "%" && t.text != ":" {
			break
		}
		if isAnchorWord(t) && t.class&genericWord == 0 {
			terms = append(terms, r.stems[j])
		}
	}
	return terms
}

// object returns the stems from token i on, up to a sign, that can name what is done.
func (r *slotReader) object(i int) (terms []string) {
	for j := i; j < min(len(r.raw), i+6) && r.raw[j].kind != punctuation; j++ {
		if t := &r.raw[j]; isAnchorWord(t) && t.class&(genericWord|auxiliary) == 0 {
			terms = append(terms, r.stems[j])
		}
	}
	return terms
}

func (r *slotReader) take(from, to int) {
	for i := from; i < to && i < len(r.taken); i++ {
		r.taken[i] = true
	}
}

// inCondition tells whether the raw token stands in a condition.
func (r *slotReader) inCondition(i int) bool {
	start := r.raw[i].start
	for _, c := range r.p.clauses {
		first, last := r.p.tokens[c.start].start, r.p.tokens[c.end-1].start
		if start >= first && start <= last {
			return true
		}
	}
	return false
}

// denied tells whether what begins at token i is denied in its clause: by "not" within three tokens,
// by "no" or "nobody" anywhere before.
func (r *slotReader) denied(i int) bool {
	for j := i - 1; j >= max(0, i-6); j-- {
		t := &r.raw[j]
		if t.kind == punctuation || t.text == "and" || t.text == "but" {
			return false
		}
		if r.raw[i].text == "leave" || j+1 < len(r.raw) && (r.raw[j+1].text == "leave" || r.raw[j+1].text == "leaves") {
			return false // "never leaves X" is in X
		}
		if t.class&negationCue != 0 &&
			(i-j <= 3 || t.text == "never" && i-j <= 5 || t.text[0] == 'n' && t.text != "not" && t.text != "never" && r.word(j+1) != "longer") {
			return !(t.text == "not" && j+1 < len(r.raw) && r.raw[j+1].text == "only")
		}
	}
	return r.subjectDenied(i)
}

// subjectDenied tells whether the statement opens with "no", which denies the verb at i however
// long its subject is.
func (r *slotReader) subjectDenied(i int) bool {
	if len(r.raw) == 0 || r.raw[0].text != "no" {
		return false
	}
	for j := 1; j < i; j++ {
		if t := &r.raw[j]; t.kind == punctuation || t.class&conditional != 0 || t.class&beVerb != 0 && j+1 < i {
			return false
		}
	}
	return true
}

// possible tells whether a word before token i says that something can be, not that it is.
func (r *slotReader) possible(i int) bool {
	for j := i - 1; j >= max(0, i-3); j-- {
		switch r.raw[j].text {
		case "can", "may", "could", "might", "able", "to", "if", "when", "whether":
			return true
		}
		if r.raw[j].kind == punctuation {
			return false
		}
	}
	return false
}

// modifies tells whether the one word at i stands right before a noun.
func (r *slotReader) modifies(i int) bool {
	return i+1 < len(r.raw) && isAnchorWord(&r.raw[i+1]) && !hasAnySuffix(r.raw[i+1].text, "ly", "ed", "ing")
}

// attributive tells whether the one word at i stands right before a noun: "optional fields".
func (r *slotReader) attributive(i int) bool {
	return i+1 < len(r.raw) && isAnchorWord(&r.raw[i+1]) && r.raw[i+1].class&(bearer|genericWord) == 0 &&
		!hasAnySuffix(r.raw[i+1].text, "ly", "ed", "ing")
}

// tailStrength weakens what only the explanation says.
func (r *slotReader) tailStrength(i int) float64 { return choose(i < r.head, 1, 0.8) }

// source returns the text of the raw tokens [i, end).
func (r *slotReader) source(i, end int) string {
	last := &r.raw[end-1]
	to := min(len(r.p.Text), last.start+len(last.text))
	return r.p.Text[r.raw[i].start:max(to, r.raw[i].start)]
}

func (s *slot) mask() uint64 {
	if s.kind == absentSlot {
		return 1
	}
	return maskOf(s.name)
}

// maskOf folds a name into one bit of 64: statements whose masks do not meet have no slot in common.
func maskOf(name string) uint64 {
	h := uint32(2166136261)
	for i := 0; i < len(name); i++ {
		h = (h ^ uint32(name[i])) * 16777619
	}
	return 1 << (1 + h%63)
}

// readAttributes collects what the numbers of the statement are of.
func (r *slotReader) readAttributes() {
	if len(r.p.quantities) == 0 {
		return
	}
	for i := range r.raw[:r.head] {
		if names := r.l.attributes[r.raw[i].text]; len(names) > 0 {
			r.p.attributes = append(r.p.attributes, names...)
			r.taken[i] = true
		}
	}
}

// isSole tells the words by which an answer is the only one.
func isSole(word string) bool {
	switch word {
	case "entire", "whole", "nowhere", "throughout", "across", "sole", "solely", "single", "standardised", "standardized":
		return true
	}
	return false
}

// readHeadConditions collects the stems of the conditions of the statement itself.
func (p *Parsed) readHeadConditions() {
	for _, c := range p.clauses {
		if p.tokens[c.start].start >= p.head {
			continue
		}
		for i := c.start + 1; i < c.end; i++ {
			if t := &p.tokens[i]; isAnchorWord(t) {
				p.headConditions = append(p.headConditions, words().term(t.text))
			}
		}
	}
	slices.Sort(p.headConditions)
	p.headConditions = slices.Compact(p.headConditions)
}
