package judge

import (
	"slices"

	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/contradict/words"
)

// mainNegations returns the negations outside conditions.
func mainNegations(all []read.Negation) (main []read.Negation) {
	for _, n := range all {
		if !n.Condition {
			main = append(main, n)
		}
	}
	return main
}

// flip is a negation of one side that the other side lacks.
type flip struct {
	left   bool // of a
	target string
	denies bool // the other side asserts the target
}

// signalNegation finds a polarity that differs: "supports X" against "does not support X".
func (p *pair) signalNegation() {
	a, b := p.openNegations()
	// A negation in a condition is no flip: the pair is of two cases then.
	var flips []flip
	add := func(negations []read.Negation, other *read.Parsed, left bool) {
		for _, n := range negations {
			if n.Condition {
				p.conditionFlip = true
				continue
			}
			if !denies(other, n.Target) {
				side := p.b
				if left {
					side = p.a
				}
				said := n.Target == "" || other.Has(n.Target)
				flips = append(flips, flip{left, n.Target, said && !deniesOfAnother(side, n, other)})
			}
		}
	}
	add(a, p.b, true)
	add(b, p.a, false)
	flips = p.cancelAntonyms(flips)
	if len(flips)%2 == 0 {
		if len(flips) > 0 {
			p.unread++
		}
		return
	}
	for _, f := range flips {
		if f.denies {
			p.signal(SignalNegation, flipStrength(p.a.Force, p.b.Force), p.polarity(f, true), p.polarity(f, false))
			return
		}
	}
	p.unread++
}

// polarity renders one side of a flip.
func (p *pair) polarity(f flip, left bool) string {
	if f.left == left {
		return "not " + p.surface(p.denied(f))
	}
	return p.surface(p.denied(f))
}

// denied is the term that a flip is about: where a sentence denies as a whole ("deploys are
// forbidden"), the first one that both sides have.
func (p *pair) denied(f flip) string {
	if f.target != "" {
		return f.target
	}
	for i := range p.a.Contents {
		if term := p.a.Contents[i].Term; p.b.Has(term) {
			return term
		}
	}
	return "so"
}

// surface returns the word that a stem was written as.
func (p *pair) surface(term string) string {
	for _, side := range [...]*read.Parsed{p.a, p.b} {
		for i := range side.Contents {
			if side.Contents[i].Term == term {
				return side.Contents[i].Word
			}
		}
	}
	return term
}

// openNegations returns the negations that nothing on the other side answers.
func (p *pair) openNegations() (a, b []read.Negation) {
	a = append(a, p.a.Negations...)
	b = append(b, p.b.Negations...)
	for i := 0; i < len(a); {
		j := p.answering(a[i], b)
		if j < 0 {
			i++
			continue
		}
		a = append(a[:i], a[i+1:]...)
		b = append(b[:j], b[j+1:]...)
	}
	// Word order moves the targets of the negations of the main clauses.
	n := min(len(mainNegations(a)), len(mainNegations(b)))
	return dropMain(a, n), dropMain(b, n)
}

// answering finds a negation of the same word, or of a word that the other side does not have either.
func (p *pair) answering(n read.Negation, others []read.Negation) int {
	for j, m := range others {
		if n.Target == m.Target {
			return j
		}
		if n.Target != "" && m.Target != "" && n.Condition == m.Condition &&
			!p.opposed(n.Target, m.Target) && !p.isShared(n.Target) && !p.isShared(m.Target) {
			return j
		}
	}
	return -1
}

func (p *pair) isShared(term string) bool { return p.a.Has(term) && p.b.Has(term) }

// dropMain leaves out the first n of the negations that stand in no condition.
func dropMain(all []read.Negation, n int) (rest []read.Negation) {
	for _, x := range all {
		if !x.Condition && n > 0 {
			n--
			continue
		}
		rest = append(rest, x)
	}
	return rest
}

// deniesOfAnother tells a clause of its own, behind a sign or "whereas", that denies something of what
// the other statement does not speak of: "; a default is not permitted", "whereas the other does not".
func deniesOfAnother(p *read.Parsed, n read.Negation, other *read.Parsed) bool {
	end := min(n.At, len(p.Contents))
	if end == 0 {
		return false
	}
	last := p.Contents[end-1].Token
	if n.At < len(p.Contents) && n.Target != "" {
		last = p.Contents[n.At].Token
	}
	start := -1
	for i := last; i >= 0 && start < 0; i-- {
		switch p.Tokens[i].Text {
		case ";", "whereas", "while":
			start = i
		}
	}
	return start > 0 && slices.ContainsFunc(p.Contents[:end], func(c read.Content) bool {
		return c.Token > start && !other.Has(c.Term)
	})
}

// cancelAntonyms takes out "not enabled" against "disabled": two reversals make none.
func (p *pair) cancelAntonyms(flips []flip) []flip {
	for i := 0; i < len(p.antonyms); {
		x := p.antonyms[i]
		at := flipOf(flips, x)
		if at < 0 && len(flips) == 1 && len(p.antonyms) == 1 && flips[0].target == "" && x.kind != words.Reversible &&
			x.kind != words.Relational {
			at = 0
		}
		if at < 0 {
			i++
			continue
		}
		flips = append(flips[:at], flips[at+1:]...)
		p.antonyms = append(p.antonyms[:i], p.antonyms[i+1:]...)
		p.shared += p.rarity(x.a.Term)
	}
	return flips
}

// flipOf returns the first flip that denies the word which its own side has of an antonym,
// -1 for none.
func flipOf(flips []flip, x antonymPair) int {
	for i, f := range flips {
		if f.left && f.target == x.a.Term || !f.left && f.target == x.b.Term {
			return i
		}
	}
	return -1
}

// denies reports whether the statement negates this stem somewhere in its main clause.
func denies(p *read.Parsed, target string) bool {
	for _, n := range p.Negations {
		if target != "" && n.Target == target && !n.Condition {
			return true
		}
	}
	return false
}
