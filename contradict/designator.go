package contradict

import (
	"slices"
	"strings"
)

// designator is a name that a number tells apart from others of its family: HTTP/1.1, ERC-20, OAuth
// 2.0, phase 1, #123.
type designator struct {
	family  string // the name with every number in it written as "#"
	name    string
	subject bool // stands before the main verb
}

// maxDesignators bounds the designators that are read of one statement.
const maxDesignators = 8

// readDesignators collects the names with numbers of the whole statement.
func (p *Parsed) readDesignators() {
	predicate := p.predicate()
	for i := range p.tokens {
		if len(p.designators) >= maxDesignators {
			return
		}
		t := &p.tokens[i]
		name := ""
		switch {
		case t.kind == wordToken && hasDigit(t.text) && !t.isMeasure(), t.kind == codeToken && hasDigit(t.text) && len(t.text) <= maxLabel:
			name = t.text
		case p.isDesignation(i):
			name = p.tokens[i-1].text + " " + t.text
		default:
			continue
		}
		p.designators = append(p.designators, designator{numberFamily(name), name, i < predicate})
	}
}

// isDesignation tells whether the number at i is part of the name before it ("OAuth 2.0", "phase
// 1") rather than an amount.
func (p *Parsed) isDesignation(i int) bool {
	if i <= 0 || i >= len(p.tokens) || p.tokens[i].kind != numberToken {
		return false
	}
	before := &p.tokens[i-1]
	if before.kind != wordToken || before.class&(stopWord|comparative|universal|existential|negationCue) != 0 || isComparator(before.text) {
		return false
	}
	if before.class&labelNoun != 0 || words().is(strings.TrimSuffix(before.text, "s"), labelNoun) {
		return true
	}
	if !before.name && !p.opensWithName(i) || before.code {
		return false
	}
	return i+1 >= len(p.tokens) || words().units[p.tokens[i+1].text].dimension == ""
}

// opensWithName tells "Python 3.8 is …": a capital that opens the sentence, and a number right
// before the verb.
func (p *Parsed) opensWithName(i int) bool {
	if i != 1 || i+1 >= len(p.tokens) {
		return false
	}
	first, next := &p.tokens[0], &p.tokens[i+1]
	r := p.Text[first.start]
	return r >= 'A' && r <= 'Z' && (next.kind == modalMark || next.class&(beVerb|auxiliary) != 0)
}

// isMeasure tells "10mb", an amount whose unit follows without a space.
func (t *token) isMeasure() bool {
	unit := strings.TrimLeft(t.text, "0123456789.,")
	return unit != t.text && (unit == "" || words().units[unit].dimension != "")
}

func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }

// numberFamily writes "#" for each number of a name, its dots included: "http/#" for "http/1.1".
func numberFamily(name string) string {
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		if c := name[i]; !isDigit(c) {
			b.WriteByte(c)
			continue
		}
		b.WriteByte('#')
		for i+1 < len(name) && (isDigit(name[i+1]) || name[i+1] == '.' && i+2 < len(name) && isDigit(name[i+2])) {
			i++
		}
	}
	return b.String()
}

// predicate returns the token of the main verb: the first modal or "be", else the first word that
// looks like a verb; the number of tokens where there is none.
func (p *Parsed) predicate() int { return p.main }

func (p *Parsed) findPredicate() int {
	if p.verb >= 0 {
		return p.verb
	}
	for i := range p.tokens {
		if t := &p.tokens[i]; i > 0 && !t.condition && t.kind == wordToken && !isDeterminer(p.tokens[i-1].text) &&
			p.isFiniteVerb(i, false) {
			return i
		}
	}
	return len(p.tokens)
}

// gateDesignators doubts statements about things that a number in their name tells apart. Where it
// is the answer that carries the number ("hashed with SHA-256", "with SHA-512"), the answers
// exclude each other, unless another signal says that each holds of its own.
func (p *pair) gateDesignators() {
	if len(p.signals) == 0 {
		return
	}
	reversed := false
	for i := range p.signals {
		switch p.signals[i].Kind {
		case SignalNegation, SignalAntonym, SignalModality, SignalQuantifier:
			reversed = true
		}
	}
	for _, x := range p.a.designators {
		for _, y := range p.b.designators {
			if x.family == y.family && x.name != y.name && (reversed || x.subject || y.subject) && !p.sharesDesignator(x.family) {
				p.gate("different names", 0.2)
				return
			}
		}
	}
}

// sharesDesignator tells whether both statements have one name of the family.
func (p *pair) sharesDesignator(family string) bool {
	return slices.ContainsFunc(p.a.designators, func(x designator) bool {
		return x.family == family && slices.ContainsFunc(p.b.designators, func(y designator) bool { return x.name == y.name })
	})
}

// cites tells whether a whole number follows an acronym, "ICS 24": the number of a document, not a version.
func (p *Parsed) cites(q *quantity) bool {
	i := q.token
	if q.dimension == dimensionRate || !p.isDesignation(i) || strings.Contains(p.tokens[i].text, ".") {
		return false
	}
	before := &p.tokens[i-1]
	end := before.start + len(before.text)
	if len(before.text) < 2 || end > len(p.Text) {
		return false
	}
	written := p.Text[before.start:end]
	return written == strings.ToUpper(written)
}
