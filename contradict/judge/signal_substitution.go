package judge

import (
	"slices"
	"strings"

	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/contradict/words"
)

// signalSubstitution finds statements that are the same but for one run of words in the place of a
// complement: "sorted by relevance" against "sorted by date". The words are unknown, so it mostly warns.
func (p *pair) signalSubstitution() {
	if len(p.onlyA) == 0 || len(p.onlyB) == 0 || len(p.onlyA) > 3 || len(p.onlyB) > 3 || p.strongest() > weak {
		return
	}
	start, endA, endB, ok := p.replacedRun()
	if !ok || start == 0 || !p.isComplement(start) || p.namedByHeading(start, endA, endB) || !p.oneConstruction(start) ||
		spansVerb(p.a, start, endA) ||
		spansVerb(p.b, start, endB) {
		return
	}
	last := endA == len(p.a.Contents) // and so endB of b: the runs end before the same words
	strength := choose(last, untold, runInside)
	if p.prescribesComplement(start) {
		strength = strongSignal
	}
	p.signal(SignalSlot, strength, joinWords(p.a.Contents[start:endA]), joinWords(p.b.Contents[start:endB]))
	p.onlyA = slices.DeleteFunc(p.onlyA, func(i int) bool { return i >= start && i < endA })
	p.onlyB = slices.DeleteFunc(p.onlyB, func(i int) bool { return i >= start && i < endB })
}

// namedByHeading reports whether one of the replaced words is what its heading is about: then it is
// the subject.
func (p *pair) namedByHeading(start, endA, endB int) bool {
	return headingHas(p.a, p.a.Contents[start:endA]) || headingHas(p.b, p.b.Contents[start:endB])
}

// headingHas reports whether a word of the run stands in any of the headings above the statement.
func headingHas(p *read.Parsed, run []read.Content) bool {
	if len(p.Context) == 0 {
		return false
	}
	set := read.TermSet(p.Context)
	return slices.ContainsFunc(run, func(c read.Content) bool { return containsTerm(set, c.Term) })
}

// strongest is the greatest strength of the signals found so far, 0 for none.
func (p *pair) strongest() float64 {
	best := 0.0
	for i := range p.signals {
		best = max(best, p.signals[i].Strength)
	}
	return best
}

// replacedRun returns the one run of contents in which the sides differ: a[start:endA] and b[start:endB].
func (p *pair) replacedRun() (start, endA, endB int, ok bool) {
	a, b := p.a.Contents, p.b.Contents
	for start < len(a) && start < len(b) && a[start].Term == b[start].Term {
		start++
	}
	endA, endB = len(a), len(b)
	for endA > start && endB > start && a[endA-1].Term == b[endB-1].Term {
		endA--
		endB--
	}
	if start == endA || start == endB {
		return 0, 0, 0, false
	}
	for _, x := range a[start:endA] {
		if matchingContent(x.Term, b[start:endB], make([]bool, endB-start)) >= 0 {
			return 0, 0, 0, false
		}
	}
	return start, endA, endB, true
}

// isComplement reports whether the run stands where a verb takes one filler.
func (p *pair) isComplement(start int) bool {
	x, y := p.a.Contents[start], p.b.Contents[start]
	previous := p.a.Contents[start-1]
	functional := p.l.Terms[previous.Term]&words.FunctionalVerb != 0
	if strings.HasSuffix(x.Word, "ing") || strings.HasSuffix(y.Word, "ing") || p.anyVerb(words.MultipleVerb) {
		return false
	}
	inSubject := p.a.Verb < 0 || x.Token < p.a.Verb || p.b.Verb < 0 || y.Token < p.b.Verb
	if inSubject && !functional {
		return false
	}
	return functional && previous.Word != "name" || followsBe(p.a, x.Token) && followsBe(p.b, y.Token)
}

// oneConstruction reports whether both runs follow the same words: "are in compliance with" and "are
// spread across" say things that both hold, and so do "is used" and "is preserved".
func (p *pair) oneConstruction(start int) bool {
	x, y := p.a.Contents[start], p.b.Contents[start]
	if isParticiple(p.a, x) || isParticiple(p.b, y) {
		return false
	}
	switch {
	case p.a.Tokens[x.Token].Code && isAttribute(p.a, x) && isAttribute(p.b, y):
		return false // says which of several it is
	case commands(p.a) && commands(p.b):
		return false // steps of two procedures
	case p.l.Unlike(x.Term, y.Term):
		return false // Jenkins and Linux answer two questions
	}
	return leadsTo(p.a, x.Token) == leadsTo(p.b, y.Token)
}

// commands tells a sentence that begins with its verb: a step of a procedure.
func commands(p *read.Parsed) bool {
	if p.Verb >= 0 || len(p.Tokens) == 0 {
		return false
	}
	t, l := &p.Tokens[0], words.English()
	return t.Class&words.PlaceVerb != 0 || l.Terms[l.Term(t.Text)] != 0
}

// spansVerb reports whether a run of contents has the main verb between them: then the subject
// differs as well.
func spansVerb(p *read.Parsed, start, end int) bool {
	return p.Verb >= 0 && p.Contents[start].Token < p.Verb && p.Contents[end-1].Token > p.Verb
}

// isParticiple tells the words that are the predicate itself, not what completes it.
func isParticiple(p *read.Parsed, c read.Content) bool {
	t := &p.Tokens[c.Token]
	return t.Kind == read.WordToken && !t.Code && read.IsParticiple(t.Text)
}

// leadsTo returns the word right before a token, articles and forms of "be" left aside.
func leadsTo(p *read.Parsed, token int) string {
	for i := token - 1; i >= 0; i-- {
		switch t := &p.Tokens[i]; {
		case t.Text == "a",
			t.Text == "an",
			t.Text == "the",
			t.Text == "its",
			t.Text == "their",
			t.Kind == read.Punctuation && t.Text != "=":
		case t.Class&words.BeVerb != 0:
			return "="
		default:
			return t.Text
		}
	}
	return ""
}

// followsBe reports whether "is" or "are" stands in the three tokens before.
func followsBe(p *read.Parsed, token int) bool {
	for i := max(0, token-3); i < token; i++ {
		if p.Tokens[i].Text == "is" || p.Tokens[i].Text == "are" {
			return true
		}
	}
	return false
}

// prescribesComplement tells "MUST begin with X", exclusive even where X is unknown, and "sorted by X".
func (p *pair) prescribesComplement(start int) bool {
	if p.l.Terms[p.a.Contents[start-1].Term]&words.ExclusiveVerb == 0 || p.a.Has("or") || p.b.Has("or") {
		return false
	}
	token := p.a.Contents[start].Token
	for i := max(0, token-4); i < token; i++ {
		switch p.a.Tokens[i].Text {
		case "with", "as", "in", "exactly":
			return p.a.Force == read.Must && p.b.Force == read.Must
		case "by":
			return i == p.a.Contents[start-1].Token+1
		}
	}
	return false
}

// joinWords writes a run of contents as they were written, without the words that stood
// between them.
func joinWords(run []read.Content) string {
	list := make([]string, len(run))
	for i := range run {
		list[i] = run[i].Word
	}
	return strings.Join(list, " ")
}
