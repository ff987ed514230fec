package read

import (
	"strings"

	"github.com/9aea2451/kb/contradict/words"
)

// Two people who contradict each other rarely use the same words. What their statements share is an
// anchor, the names of one thing, and a slot, a question about it that takes one answer:
//
//	ADRs live in `docs/adr`.           anchor: adr     slot: place = docs/adr
//	We keep ADRs on the wiki.          anchor: adr     slot: place = wiki
//
// Anchor is one word that says which thing a statement speaks of.
type Anchor struct {
	Term   string  // stem; of a statement each once
	Weight float64 // by kind of word, less in an explanation or an answer: see identifierAnchor
	Answer bool    // also an answer: counts where it is shared, is no difference where it is not
}

// readAnchors collects the anchors of the tokens as written.
func (r *slotReader) readAnchors() {
	r.p.Anchors = r.m.anchors[:0]
	subject := len(r.p.Text) // byte where it ends
	if predicate := r.p.Predicate(); predicate < len(r.p.Tokens) {
		subject = r.p.Tokens[predicate].Start
	}
	for i := range r.raw {
		t := &r.raw[i]
		if !IsAnchorWord(t) {
			continue
		}
		w := anchorWeight(t)
		if r.taken[i] {
			w *= tailFactor
		}
		if i >= r.head && w < identifierAnchor {
			w *= tailFactor
		}
		term := r.stems[i]
		verb := t.Start >= subject && (t.Class&words.PlaceVerb != 0 || r.l.Terms[term]&words.FiniteVerb != 0)
		r.p.addAnchor(Anchor{term, w, verb || r.taken[i] || len(r.l.Classes[term]) > 0})
	}
	r.m.anchors = r.p.Anchors
}

// IsAnchorWord reports whether a token can say which thing is meant: no sign, no number, no word that
// only binds others together.
func IsAnchorWord(t *Token) bool {
	if t.Kind == Punctuation || t.Kind == NumberToken || len(t.Text) < 2 {
		return false
	}
	return t.Class&(words.StopWord|words.NegationCue|words.Universal|words.Existential|words.Conditional|words.Circumstance|
		words.Comparative) == 0
}

// anchorWeight asks in this order: an identifier, with code, an underscore or a digit; a generic
// word, also written as a name; a name; any other noun.
func anchorWeight(t *Token) float64 {
	switch {
	case t.Kind == CodeToken, t.Code, strings.Contains(t.Text, "_"), words.HasDigit(t.Text):
		return identifierAnchor
	case t.Class&words.GenericWord != 0:
		return GenericAnchor
	case t.Name:
		return nameAnchor
	}
	return nounAnchor
}

// addAnchor raises the weight of the anchor that has this stem already, and leaves its
// Answer as it was first.
func (p *Parsed) addAnchor(a Anchor) {
	for i := range p.Anchors {
		if p.Anchors[i].Term == a.Term {
			p.Anchors[i].Weight = max(p.Anchors[i].Weight, a.Weight)
			return
		}
	}
	p.Anchors = append(p.Anchors, a)
}

// headEnd returns the first token of what explains the statement: after ";", ":", ", which", "because".
func (p *Parsed) headEnd(raw []Token) int {
	for i := 4; i < len(raw); i++ {
		switch raw[i].Text {
		case ";", ":", "because", "since", "whereas", "although", "though":
			return i
		case "which", "so", "as", "after", "and", "but", "with", "where":
			if raw[i-1].Text == "," {
				return i
			}
		}
	}
	return len(raw)
}
