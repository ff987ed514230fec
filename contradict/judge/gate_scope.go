package judge

import (
	"slices"
	"strings"

	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/contradict/words"
)

// chosenForWhole reports whether a side gives its choice for the whole of a thing, and the other side speaks of that
// thing: "every server in rack 4 runs Linux" leaves no room for a server of rack 4 with another system.
func (p *pair) chosenForWhole() bool {
	return chosenForWholeOf(p.a, p.b) || chosenForWholeOf(p.b, p.a)
}

// choicesOfNothing tells "ECS is solid for containers" and "learn containers and Kubernetes": what two notes choose, and
// not for what.
func choicesOfNothing(p *pair) bool {
	s := p.strongestSignal()
	return p.place == otherNotes && s.Kind == SignalSlot && p.isChoice(s) && !p.chosenForWhole() && !p.nameInFull()
}

// isChoice reports whether a signal is of two members of a class.
func (p *pair) isChoice(s *Signal) bool {
	return slices.ContainsFunc(p.a.Slots, func(x read.Slot) bool { return x.Kind == read.ChoiceSlot && shown(&x) == s.A })
}

// chosenForWholeOf reports whether p chooses for the whole of what other, a sentence without
// denial, speaks of: by "every" or "whole" of that thing, or by "nowhere else".
func chosenForWholeOf(p, other *read.Parsed) bool {
	chooses := func(s read.Slot) bool {
		return s.Kind == read.ChoiceSlot && !s.Negative && !s.Condition && choosesOne(p, &s, other)
	}
	denied := (other.Quantifier.Denies() || len(other.Negations) > 0) && !hasToken(other, "else")
	if !other.Finite || !slices.ContainsFunc(p.Slots, chooses) || denied {
		return false
	}
	for i := range p.Tokens {
		if t := &p.Tokens[i]; t.Class&words.Universal == 0 && t.Text != "whole" || t.Text == "both" {
			continue
		}
		if things := wholeOf(p, i); len(things) > 0 {
			return !slices.ContainsFunc(things, func(t *read.Token) bool { return !speaksOf(other, t) })
		}
	}
	return excludesOthers(p) && sharesSubjectOf(p, other)
}

// choosesOne reports whether an answer is what is chosen for the whole, no part of it, and the other side's is not said
// as well: "all HubSpot contacts are synced to Salesforce" and "in any JavaScript file" choose none, "every SHA-256 hash
// is real" nothing.
func choosesOne(p *read.Parsed, s *read.Slot, other *read.Parsed) bool {
	l := words.English()
	verb := min(p.Predicate(), len(p.Tokens))
	is := func(member string) func(t read.Token) bool {
		return func(t read.Token) bool { return l.Member(l.Term(t.Text)) == member }
	}
	at := slices.IndexFunc(p.Tokens, is(s.Fillers[0]))
	if at < verb && at >= 0 && saysWhole(p.Tokens[:at]) {
		return false
	}
	ofItself := at > 0 && saysWhole(p.Tokens[at-1:at])
	return !slices.ContainsFunc(other.Slots, func(o read.Slot) bool {
		differs := o.Kind == s.Kind && o.Name == s.Name && o.Fillers[0] != s.Fillers[0]
		return differs && (ofItself || slices.ContainsFunc(p.Tokens, is(o.Fillers[0])))
	})
}

// saysWhole reports whether a word for the whole is among some tokens.
func saysWhole(tokens []read.Token) bool {
	return slices.ContainsFunc(tokens, func(t read.Token) bool { return t.Class&words.Universal != 0 })
}

// excludesOthers tells "nowhere else", "nothing else" and "exclusively". "Only" is said of too many words to be read as such.
func excludesOthers(p *read.Parsed) bool {
	return hasToken(p, "else") || slices.ContainsFunc(p.Tokens, func(t read.Token) bool {
		return t.Class&words.Restrictive != 0 && t.Text != "only" && !t.Condition
	})
}

// sharesSubjectOf reports whether the other side has the last noun of the subject, or two of its words: "internal
// service-to-service calls" are calls between internal services.
func sharesSubjectOf(p, other *read.Parsed) bool {
	nouns := subjectNouns(p)
	shared := 0
	for i, word := range nouns {
		if slices.ContainsFunc(strings.Split(word, "-"), func(part string) bool {
			return len(part) > 2 && mentionsAny(other, []string{words.English().Term(part)})
		}) {
			if shared++; i == len(nouns)-1 || shared > 1 {
				return true
			}
		}
	}
	return false
}

// speaksOf reports whether a statement has the word in some form, or the same letter or number: the F of class F.
func speaksOf(p *read.Parsed, t *read.Token) bool {
	return isMark(t) && hasToken(p, t.Text) || !isMark(t) && mentionsAny(p, []string{words.English().Term(t.Text)})
}

// isMark tells the number or single capital that names one of several: the F of class F.
func isMark(t *read.Token) bool { return t.Kind == read.NumberToken || len(t.Text) == 1 && t.Name }

// wholeOf returns what a universal word at token i is said of: the nouns behind it with those of one preposition that
// follows them; behind "everything" those of the first preposition.
func wholeOf(p *read.Parsed, i int) (things []*read.Token) {
	const near = 8 // tokens that are looked at
	if i+1 < len(p.Tokens) && isTurn(&p.Tokens[i+1]) {
		return nil
	}
	preposition, pronoun := false, isPronoun(p.Tokens[i].Text)
	for j := i + 1; j < len(p.Tokens) && j <= i+near; j++ {
		t := &p.Tokens[j]
		said := preposition || !pronoun // "everything we run in production": what stands before the preposition tells no thing
		ends := t.Kind == read.Punctuation || said && t.Class&(words.Auxiliary|words.Linking|words.PlaceVerb) != 0
		prepares := t.Class&(words.PlacePreposition|words.ScopePreposition) != 0 || t.Text == "of"
		switch {
		case ends, prepares && preposition:
			return things
		case prepares:
			preposition = true
		case said && (isMark(t) || read.IsAnchorWord(t)) && !answersWith(p, words.English().Term(t.Text)):
			things = append(things, t)
		}
	}
	return things
}

// isTurn tells what comes again and again: "every other Tuesday", "every two weeks", "each month"; and "each must" of
// what was named before.
func isTurn(t *read.Token) bool {
	l := words.English()
	class := l.Classes[l.Term(t.Text)]
	return t.Text == "other" || t.Kind == read.NumberToken || t.Kind == read.ModalMark || t.Class&words.Auxiliary != 0 || t.IsMeasure() ||
		slices.Contains(class, "weekday") || slices.Contains(class, "month")
}

// isPronoun tells the universal words that no noun follows, as they stand for the thing themselves.
func isPronoun(universal string) bool {
	switch universal {
	case "everything", "everyone", "everybody", "anything", "anyone":
		return true
	}
	return false
}

// subjectNouns returns the words before the verb, and before any preposition, that can name a thing.
func subjectNouns(p *read.Parsed) (nouns []string) {
	for i := range min(p.Predicate(), len(p.Tokens)) {
		t := &p.Tokens[i]
		if t.Kind == read.Punctuation || t.Class&words.PlacePreposition != 0 {
			break
		}
		if read.IsAnchorWord(t) {
			nouns = append(nouns, t.Text)
		}
	}
	return nouns
}

// scopesUnexplained reports whether the statements differ in a scope which no signal explains:
// staging against production.
func scopesUnexplained(p *pair) bool {
	if p.a.Only || p.b.Only {
		return false
	}
	for _, x := range p.a.Scopes {
		for _, y := range p.b.Scopes {
			if x.Class == y.Class && x.Member != y.Member && p.leftOver(x, y) && !sharesScope(p.a, x.Class, p.b) {
				return true
			}
		}
	}
	return false
}

// leftOver reports whether both scopes are among the words that nothing explains, or stand in headings.
func (p *pair) leftOver(x, y read.Scope) bool {
	return x.Heading && y.Heading || hasContent(p.a, p.onlyA, x.Member) && hasContent(p.b, p.onlyB, y.Member)
}

// hasContent reports whether one of the contents at these indices has the stem.
func hasContent(s *read.Parsed, indices []int, term string) bool {
	for _, i := range indices {
		if s.Contents[i].Term == term {
			return true
		}
	}
	return false
}

// sharesScope reports whether both statements name one member of the class.
func sharesScope(p *read.Parsed, class string, other *read.Parsed) bool {
	for _, x := range p.Scopes {
		if x.Class == class &&
			slices.ContainsFunc(other.Scopes, func(y read.Scope) bool { return y.Class == class && y.Member == x.Member }) {
			return true
		}
	}
	return false
}
