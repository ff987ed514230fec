package contradict

import (
	"slices"
	"strings"
)

// Two people who contradict each other rarely use the same words. What their statements share is an
// anchor, the names of one thing, and a slot, a question about it that takes one answer:
//
//	ADRs live in `docs/adr`.           anchor: adr     slot: place = docs/adr
//	We keep ADRs on the wiki.          anchor: adr     slot: place = wiki
//
// anchor is one word that says which thing a statement speaks of.
type anchor struct {
	term   string
	weight float64
	answer bool // also an answer: counts where it is shared, is no difference where it is not
}

// Weights of anchors by kind of word.
const (
	identifierAnchor = 1.6 // `max_connections`, UUIDv7
	nameAnchor       = 1.3 // Alertmanager
	nounAnchor       = 1.0
	genericAnchor    = 0.3 // system, data: says little
	tailFactor       = 0.5 // in what explains the statement, not in the statement itself
)

// readAnchors collects the anchors of the tokens as written; taken are those of slot phrases and answers.
func (p *Parsed) readAnchors(raw []token, taken []bool) {
	head := p.headEnd(raw)
	predicate := p.predicate()
	subject := len(p.Text) // byte where it ends
	if predicate < len(p.tokens) {
		subject = p.tokens[predicate].start
	}
	for i := range raw {
		t := &raw[i]
		if !isAnchorWord(t) {
			continue
		}
		w := anchorWeight(t)
		if taken[i] {
			w *= tailFactor
		}
		if i >= head && w < identifierAnchor {
			w *= tailFactor
		}
		term := words().term(t.text)
		verb := t.start >= subject && (t.class&placeVerb != 0 || words().terms[term]&finiteVerb != 0)
		p.addAnchor(anchor{term, w, verb || taken[i] || len(words().classes[term]) > 0})
	}
}

func isAnchorWord(t *token) bool {
	if t.kind == punctuation || t.kind == numberToken || len(t.text) < 2 {
		return false
	}
	return t.class&(stopWord|negationCue|universal|existential|conditional|circumstance|comparative) == 0
}

func anchorWeight(t *token) float64 {
	switch {
	case t.kind == codeToken, t.code, strings.ContainsAny(t.text, "_0123456789"):
		return identifierAnchor
	case t.class&genericWord != 0:
		return genericAnchor
	case t.name:
		return nameAnchor
	}
	return nounAnchor
}

func (p *Parsed) addAnchor(a anchor) {
	for i := range p.anchors {
		if p.anchors[i].term == a.term {
			p.anchors[i].weight = max(p.anchors[i].weight, a.weight)
			return
		}
	}
	p.anchors = append(p.anchors, a)
}

// headEnd returns the first token of what explains the statement: after ";", ":", ", which", "because".
func (p *Parsed) headEnd(raw []token) int {
	for i := 4; i < len(raw); i++ {
		switch raw[i].text {
		case ";", ":", "because", "since", "whereas", "although", "though":
			return i
		case "which", "so", "as", "after", "and", "but", "with", "where":
			if raw[i-1].text == "," {
				return i
			}
		}
	}
	return len(raw)
}

// anchorAlignment returns the weight of the anchors that both sides share, and of those that only one has.
func (p *pair) anchorAlignment() (shared, restA, restB float64) {
	used := make([]bool, len(p.b.anchors))
	for _, x := range p.a.anchors {
		rarity := p.distinction(x.term)
		j := matchingAnchor(x.term, p.b.anchors, used)
		switch {
		case j >= 0:
			used[j] = true
			shared += min(x.weight, p.b.anchors[j].weight) * rarity
		case !x.answer:
			restA += x.weight * rarity
		}
	}
	for j, y := range p.b.anchors {
		if !used[j] && !y.answer {
			restB += y.weight * p.distinction(y.term)
		}
	}
	return shared, restA, restB
}

// distinction is how well a stem tells one thing from others: 1 for a rare one, 0 for one that many
// statements have.
func (p *pair) distinction(term string) float64 {
	const common, rare = 0.4, 0.9
	return min(1, max(0, (p.rarity(term)-common)/(rare-common)))
}

func matchingAnchor(term string, anchors []anchor, used []bool) int {
	if j := slices.IndexFunc(anchors, func(y anchor) bool { return y.term == term }); j >= 0 && !used[j] {
		return j
	}
	for j, y := range anchors {
		if !used[j] && inflected(term, y.term) {
			return j
		}
	}
	return -1
}
