package judge

import (
	"slices"
	"strings"
	"unicode"

	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/contradict/words"
)

// twoNames tells plan A and plan B, staging and production, eu-west-1 and us-east-1. Each side names
// something that the other does not, and that is not what excludes each other.
func twoNames(p *pair) bool {
	s := p.strongestSignal()
	return !scopes(s.Kind) && (p.siblings(s) || !p.surelyOfOne() && namesBeyond(p.a, p.b, s.A) && namesBeyond(p.b, p.a, s.B))
}

// siblings tells the upload limit of Plan A from that of Plan B, whatever else both name in full: beside one noun, or
// behind "of", each side has a name or kind of its own.
func (p *pair) siblings(s *Signal) bool {
	for i := range p.a.Tokens {
		if !ofItsOwn(p.a, p.b, i, s.A) {
			continue
		}
		for j := range p.b.Tokens {
			if ofItsOwn(p.b, p.a, j, s.B) && p.besideOneNoun(i, j) {
				return true
			}
		}
	}
	return false
}

// ofItsOwn reports whether a word before the verb names or tells a kind of what it stands beside, is no part of the
// answer, and not in the other statement.
func ofItsOwn(side, other *read.Parsed, i int, answer string) bool {
	t := &side.Tokens[i]
	said := len(t.Text) > 1 && strings.Contains(lettersOf(answer), lettersOf(t.Text))
	named := namesOne(t) || t.Kind == read.NumberToken && side.IsDesignation(i) || read.IsAnchorWord(t) && ownedBy(side, i)
	return i < side.Predicate() && named && !said && !hasToken(other, t.Text) && !other.Mentions(words.English().Term(t.Text))
}

// ownedBy reports whether a word stands behind "of", an article left aside.
func ownedBy(p *read.Parsed, i int) bool {
	if i > 0 && p.Tokens[i-1].Class&words.StopWord != 0 && p.Tokens[i-1].Text != "of" {
		i--
	}
	return i > 0 && p.Tokens[i-1].Text == "of"
}

// besideOneNoun reports whether the same noun stands right before the i-th word of one side and the j-th of the other,
// or right behind them, or both stand behind "of" right before the verb, and one is a name.
func (p *pair) besideOneNoun(i, j int) bool {
	a, b := p.a.Tokens, p.b.Tokens
	noun := func(x, y *read.Token) bool { return read.IsAnchorWord(x) && sameNoun(x, y) }
	if i > 0 && j > 0 && noun(&a[i-1], &b[j-1]) || i+1 < len(a) && j+1 < len(b) && noun(&a[i+1], &b[j+1]) {
		return true
	}
	alone := i+1 == p.a.Predicate() && j+1 == p.b.Predicate()
	return alone && ownedBy(p.a, i) && ownedBy(p.b, j) && (namesOne(&a[i]) || namesOne(&b[j]))
}

// twoChoices reports whether members of a class differ twice, or once where the strongest signal is
// of another kind. Signals of scope, only and all, are left out.
func twoChoices(p *pair) bool {
	kind := p.strongestSignal().Kind
	return !scopes(kind) && (len(p.choices) > 1 || len(p.choices) == 1 && kind != SignalChoice)
}

// scopes tells "only admins" and "all members", which name two things and mean one.
func scopes(kind SignalKind) bool { return kind == SignalOnly || kind == SignalQuantifier }

// namesDiffer reports whether names tell the subjects apart: the API and the SDK.
func namesDiffer(p *pair) bool {
	x, y := subjectNames(p.a), subjectNames(p.b)
	if len(x) == 0 || len(y) == 0 || slices.ContainsFunc(x, func(t string) bool { return slices.Contains(y, t) }) {
		return false
	}
	return !slices.ContainsFunc(x, p.b.Mentions) && !slices.ContainsFunc(y, p.a.Mentions)
}

// strongestSignal returns the signal of the verdict, the first of the strongest.
func (p *pair) strongestSignal() *Signal {
	best := &p.signals[0]
	for i := range p.signals {
		if p.signals[i].Strength > best.Strength {
			best = &p.signals[i]
		}
	}
	return best
}

// namesBeyond reports whether the statement names something that the other does not and that is not
// part of its answer.
func namesBeyond(p *read.Parsed, other *read.Parsed, answer string) bool {
	answer = lettersOf(answer)
	return slices.ContainsFunc(p.Tokens, func(t read.Token) bool {
		said := len(t.Text) > 1 && strings.Contains(answer, lettersOf(t.Text))
		return namesOne(&t) && !said && !hasToken(other, t.Text) && !other.Mentions(words.English().Term(t.Text))
	})
}

// namesOne tells the words that say which one of several is meant: names, identifiers, members of a
// class or of a line of scopes.
func namesOne(t *read.Token) bool {
	switch {
	case t.Kind == read.Punctuation, t.Kind == read.NumberToken, t.Kind == read.ModalMark:
		return false
	case t.Class&(words.StopWord|words.NegationCue|words.Universal|words.Existential|words.Restrictive|words.Conditional|words.Circumstance|
		words.Auxiliary|words.BeVerb) != 0,
		t.IsMeasure():
		return false
	case t.Name, t.Code, t.Kind == read.CodeToken, words.HasDigit(t.Text):
		return true
	}
	l := words.English()
	return len(l.Scopes[t.Text]) > 0 || len(l.Classes[l.Term(t.Text)]) > 0 && l.IsMember(t.Text)
}

// lettersOf returns the letters and digits of a text in lower case, so that spellings of one identifier meet.
func lettersOf(text string) string {
	return strings.Map(func(r rune) rune {
		if words.IsSeparator(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}

// subjectNames are the stems of the names and identifiers before the main verb that are no answer
// to a question of the statement.
func subjectNames(p *read.Parsed) (names []string) {
	end := p.Predicate()
	for i := 0; i < end && i < len(p.Tokens); i++ {
		t := &p.Tokens[i]
		if t.Condition || !t.Name && !t.Code && !words.HasDigit(t.Text) || t.Kind != read.WordToken && t.Kind != read.CodeToken ||
			t.Class&(words.StopWord|words.GenericWord|words.Conditional|words.Universal|words.Existential|words.NegationCue) != 0 {
			continue
		}
		if term := words.English().Term(t.Text); !answersWith(p, term) {
			names = append(names, term)
		}
	}
	return names
}

// answersWith reports whether a stem is part of the answer of a slot.
func answersWith(p *read.Parsed, term string) bool {
	return len(words.English().Classes[term]) > 0 || slices.ContainsFunc(p.Slots, func(s read.Slot) bool {
		return (s.Kind == read.OwnerSlot || s.Kind == read.PlaceSlot || s.Kind == read.ChoiceSlot) && slices.Contains(s.Fillers, term)
	})
}

// designatorsDiffer reports whether a number in their names tells two things apart. Where it is the
// answer that carries the number ("hashed with SHA-256", "with SHA-512"), the answers exclude each
// other, unless another signal says that each holds of its own.
func designatorsDiffer(p *pair) bool {
	if len(p.a.Designators) == 0 || len(p.b.Designators) == 0 {
		return false
	}
	reversed := p.hasSignal(SignalNegation) || p.hasSignal(SignalAntonym) || p.hasSignal(SignalModality) || p.hasSignal(SignalQuantifier)
	for _, x := range p.a.Designators {
		for _, y := range p.b.Designators {
			switch {
			case x.Family != y.Family || x.Name == y.Name:
			case x.Subject && y.Subject && p.place == otherNotes, (reversed || x.Subject || y.Subject) && !p.sharesDesignator(x.Family):
				return true
			}
		}
	}
	return false
}

// sharesDesignator reports whether both statements have one name of the family.
func (p *pair) sharesDesignator(family string) bool {
	return slices.ContainsFunc(p.a.Designators, func(x read.Designator) bool {
		return x.Family == family && slices.ContainsFunc(p.b.Designators, func(y read.Designator) bool { return x.Name == y.Name })
	})
}

// cites reports whether a whole number follows an acronym, "ICS 24": the number of a document, not a version.
func cites(p *read.Parsed, q *read.Quantity) bool {
	i := q.Token
	if q.Dimension == read.DimensionRate || !p.IsDesignation(i) || strings.Contains(p.Tokens[i].Text, ".") {
		return false
	}
	before := &p.Tokens[i-1]
	end := before.Start + len(before.Text)
	if len(before.Text) < 2 || end > len(p.Text) {
		return false
	}
	written := p.Text[before.Start:end]
	return written == strings.ToUpper(written)
}

// theOfSections tells "The ID is 8 bytes" from "The ID is 16 bytes" of another section of the note:
// "the" and one everyday noun name what the section around them speaks of, and the sections are
// about different things.
func theOfSections(p *pair) bool { return p.place == otherSections && p.theAcross() }

// theOfNotes tells likewise of two notes. What a whole sentence says of "the system" in both is of one.
func theOfNotes(p *pair) bool { return p.place == otherNotes && !p.oneSentence() && p.theAcross() }

// theAcross reports whether both sides speak of "the" and one noun below headings that part: each
// means its own.
func (p *pair) theAcross() bool {
	return speaksOfTheSection(p.a) && speaksOfTheSection(p.b) && p.headingsPart()
}

// headingsPart reports whether each heading has a word that the other lacks, and not both the noun of
// which the statements speak.
func (p *pair) headingsPart() bool {
	noun := p.a.Contents[0].Term
	if len(p.a.Context) == 0 || len(p.b.Context) == 0 {
		return p.a.Document != p.b.Document && subjectIsGeneric(p.a) && !isAbout(p.a, noun) && !isAbout(p.b, noun)
	}
	x, y := p.a.LastHeading(), p.b.LastHeading()
	both, _ := overlapTerms(x, y)
	return both < len(x) && both < len(y) && !(containsTerm(x, noun) && containsTerm(y, noun))
}

// speaksOfTheSection reports whether the subject is "the" with one noun that is no name. "The project" is what
// all are notes of.
func speaksOfTheSection(p *read.Parsed) bool {
	if p.Lead != "the" || len(p.Contents) == 0 {
		return false
	}
	first := p.Predicate()
	if len(p.Contents) > 1 && p.Contents[1].Token < first {
		return false
	}
	t := &p.Tokens[p.Contents[0].Token]
	switch t.Text {
	case "project", "repository", "repo", "codebase", "monorepo":
		return false
	}
	return !t.Code && t.Kind == read.WordToken && (!t.Name || t.Class&(words.GenericWord|words.LabelNoun) != 0)
}

// subjectIsGeneric tells "the feature", of which every note has its own.
func subjectIsGeneric(p *read.Parsed) bool {
	return p.Tokens[p.Contents[0].Token].Class&words.GenericWord != 0
}
