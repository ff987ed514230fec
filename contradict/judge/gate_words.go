package judge

import (
	"slices"
	"strings"
	"unicode"

	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/contradict/words"
)

// measureMismatch weighs what is left unexplained on both sides.
func (p *pair) measureMismatch() {
	left, right := p.unexplainedOf(p.a, p.onlyA), p.unexplainedOf(p.b, p.onlyB)
	p.mismatch = min(left, right)
	p.extra = max(left, right) - p.mismatch
}

// unexplainedOf weighs the contents of a side that the other lacks. The explanation that it ends with, where the other
// says nothing of it, does not count beside a signal: "as the auditors asked".
func (p *pair) unexplainedOf(side *read.Parsed, only []int) (weight float64) {
	for k, i := range only {
		c := &side.Contents[i]
		if len(p.signals) == 0 || len(only)-k < len(side.Contents)-i || side.Tokens[c.Token].Start < side.Head {
			weight += p.rarity(c.Term)
		}
	}
	return weight
}

// saysMore compares what both sides share with what they add. Two demands of one thing may be worded otherwise.
func saysMore(p *pair) bool {
	otherwise := 0.0
	if p.a.Force == read.Must && p.b.Force == read.Must && behindVerb(p.a, p.onlyA) && behindVerb(p.b, p.onlyB) {
		otherwise = otherWords * p.shared
	}
	return p.mismatch > otherwise || p.extra > muchMore*p.shared || p.unread > 0
}

// behindVerb reports whether all of some contents stand behind the verb.
func behindVerb(p *read.Parsed, contents []int) bool {
	return !slices.ContainsFunc(contents, func(i int) bool { return p.Contents[i].Token < p.Predicate() })
}

// oppositeThings reports whether the subjects are opposites or have changed places, or one side denies of one thing what the
// other says of its opposite.
func oppositeThings(p *pair) bool { return p.subjectFlip || rolesSwapped(p) || p.contrasts() }

// rolesSwapped tells "A calls B" from "B calls A"; "sessions of users" are user sessions.
func rolesSwapped(p *pair) bool {
	if len(p.a.Contents) == 0 || len(p.b.Contents) == 0 {
		return false
	}
	if p.a.PronounActs() != p.b.PronounActs() {
		return false // "we squash branches" is "branches are squashed"
	}
	if words.HasAnySuffix(p.a.Contents[0].Word, "ing") != words.HasAnySuffix(p.b.Contents[0].Word, "ing") {
		return false // "uploading is possible for guests" is "guests can upload"
	}
	x, y := p.a.Contents[0].Term, p.b.Contents[0].Term
	if orders(p.a) && isDone(p.b, x) || orders(p.b) && isDone(p.a, y) {
		return false // "never commit drafts", "drafts are committed"
	}
	return x != y && p.b.Has(x) && p.a.Has(y) && !hasToken(p.a, "by") && !hasToken(p.b, "by") && hasToken(p.a, "of") == hasToken(p.b, "of")
}

// orders reports whether a statement begins with its verb: "Commit …", "Never commit …", "Do not commit …".
func orders(p *read.Parsed) bool {
	for i := range p.Tokens[:p.Contents[0].Token] {
		if t := &p.Tokens[i]; t.Kind != read.ModalMark && t.Class&words.NegationCue == 0 && t.Text != "always" && t.Text != "do" {
			return false
		}
	}
	return true
}

// isDone reports whether a verb, by its stem, stands behind a form of "be".
func isDone(p *read.Parsed, verb string) bool {
	const near = 3 // words behind it: "is never committed"
	for i := range p.Contents {
		if c := &p.Contents[i]; c.Term == verb && words.HasAnySuffix(c.Word, "ed", "en") {
			for j := max(0, c.Token-near); j < c.Token; j++ {
				if p.Tokens[j].Class&words.BeVerb != 0 {
					return true
				}
			}
		}
	}
	return false
}

// hasToken reports whether a token has this text, as Token.Text writes it: no other form
// of the word counts.
func hasToken(p *read.Parsed, text string) bool {
	for i := range p.Tokens {
		if p.Tokens[i].Text == text {
			return true
		}
	}
	return false
}

// unreal reports what is past, proposed or imagined, and what a note on troubleshooting or common mistakes says where the
// other denies it: it describes what is then wrong.
func unreal(p *pair) bool {
	if p.a.Unreal || p.b.Unreal {
		return true
	}
	return p.place == otherNotes && len(p.signals) > 0 && p.reverses() && (ofTrouble(p.a) || ofTrouble(p.b))
}

// saidElsewhere reports what is said elsewhere in other words, in too few, of "the" thing of each note, with a number that changes
// with time, or as one of two proposals.
func saidElsewhere(p *pair) bool {
	if p.standElsewhere() && p.mismatch+p.extra > 0 {
		return true
	}
	proposed := p.a.Tentative && p.b.Tentative || p.ofTwoFeatures()
	return p.place == otherNotes && (proposed || p.strongestSignal().Kind == SignalOnly || p.extends() || fewWordsOfTwo(p) ||
		countsInTwoNotes(p) || p.theAcross() && !p.oneSentence())
}

// standElsewhere reports whether the statements stand in two notes or two sections.
func (p *pair) standElsewhere() bool {
	return (p.place == otherNotes || p.place == otherSections) && p.a.Document != "" && p.b.Document != ""
}

// sharesName reports whether both statements have one name or identifier.
func (p *pair) sharesName() bool {
	return slices.ContainsFunc(p.a.Contents, func(c read.Content) bool {
		t := &p.a.Tokens[c.Token]
		return (t.Name || t.Code || t.Kind == read.CodeToken) && p.b.Has(c.Term)
	})
}

// fewWordsOfTwo tells "Tabs are allowed" and "No tabs are allowed" of notes about other things: where is
// not said.
func fewWordsOfTwo(p *pair) bool {
	few := 3
	if p.a.Title == "" || p.b.Title == "" {
		few = 2
	}
	if max(len(p.a.Contents)+len(p.a.ConditionTerms), len(p.b.Contents)+len(p.b.ConditionTerms)) > few || p.sharesName() {
		return false
	}
	about := func(c read.Content) bool { return isAbout(p.a, c.Term) || isAbout(p.b, c.Term) }
	kind := p.strongestSignal().Kind
	some := kind == SignalQuantifier && (p.a.Quantifier.Existential || p.b.Quantifier.Existential) // "Some tabs", "no tabs"
	return (kind == SignalNegation || some) && !slices.ContainsFunc(p.a.Contents, about) &&
		!slices.ContainsFunc(p.b.Contents, about)
}

// severalAmounts tells "120 pixels wide, 80 pixels tall" from "90 pixels wide, 60 pixels tall".
func severalAmounts(p *pair) bool {
	n := 0
	for i := range p.signals {
		if p.signals[i].Kind == SignalNumber {
			n++
		}
	}
	return n > 1 && p.place == otherNotes
}

// fieldsOfTwo tells a label with a value, "Implementation: optional", that two notes or two sections
// have each for its own.
func fieldsOfTwo(p *pair) bool {
	switch {
	case p.place == unplaced || p.a.Document == "":
		return false
	case p.place != oneSection && isField(p.a) && isField(p.b):
		return true
	}
	label := emphasised(p.a)
	return p.place != otherNotes && label != "" && label == emphasised(p.b)
}

// emphasised returns the label that a statement opens with, as in "*Check*: the light is on".
func emphasised(p *read.Parsed) string {
	rest := strings.TrimLeft(p.Text, "*_")
	label, after, ok := strings.Cut(rest, p.Text[:min(1, len(p.Text))])
	if !ok || rest == p.Text || !strings.HasSuffix(label, ":") && !strings.HasPrefix(strings.TrimLeft(after, "*_ "), ":") {
		return ""
	}
	return strings.ToLower(strings.TrimSuffix(label, ":"))
}

// isField reports whether all of the statement is a label and a value of few words.
func isField(p *read.Parsed) bool {
	const few = 6
	for i := range p.Tokens {
		t := &p.Tokens[i]
		switch {
		case t.Text == ":":
			return i > 0 && len(p.Tokens)-i-1 <= few
		case t.Class&(words.BeVerb|words.Auxiliary) != 0, t.Kind == read.ModalMark:
			return false
		}
	}
	return false
}

// countsInTwoNotes reports "18 maintainers" from "15 maintainers" of another note: a number of things that no
// rule sets changes with time.
func countsInTwoNotes(p *pair) bool {
	s := p.strongestSignal()
	return s.Kind == SignalNumber && !p.a.Rules() && !p.b.Rules() && countsOnly(p.a) && countsOnly(p.b)
}

// countsOnly reports whether all amounts of a statement are numbers of things, and none is called a limit or
// the value of an attribute: a port, a timeout.
func countsOnly(p *read.Parsed) bool {
	return len(p.Attributes) == 0 && !slices.ContainsFunc(p.Quantities, func(q read.Quantity) bool {
		return !q.IsLabel() && !q.Bare() && !isCount(&q) || extremum(p, &q) != read.Equals
	})
}

// inAnotherLanguage tells two notes of which one is written in a language that is not read: what its words deny or
// choose, and of what, is not known: "no" is "in the" in Portuguese.
func inAnotherLanguage(p *pair) bool {
	return p.place == otherNotes && p.strongestSignal().Kind != SignalNumber && (isForeign(p.a) || isForeign(p.b))
}

// isForeign reports whether a sentence has two words that join those of another language, or is mostly of letters
// beyond ASCII.
func isForeign(p *read.Parsed) bool {
	const looked, few = 400, 2 // bytes by which it is told, words
	beyond, letters := 0, 0
	for _, r := range p.Text[:min(len(p.Text), looked)] {
		if unicode.IsLetter(r) {
			letters++
			if r > unicode.MaxASCII {
				beyond++
			}
		}
	}
	joining := 0
	for i := range p.Tokens {
		if joinsOthers(p.Tokens[i].Text) {
			joining++
		}
	}
	return 3*beyond > letters || joining >= few
}

// joinsOthers tells frequent words of French, German, Spanish, Portuguese, Italian and Dutch that are none in English.
func joinsOthers(word string) bool {
	switch word {
	case "est", "une", "les", "des", "qui", "pour", "dans", "avec", "vous", "votre", "peut", "être", "sont", "cette",
		"und", "der", "das", "ist", "nicht", "für", "werden", "wird", "eine", "einen", "sie", "auf",
		"las", "una", "para", "que", "por", "puedes", "está", "como",
		"não", "uma", "você", "seu", "pode", "são", "che", "della", "sono", "può", "het", "een", "voor", "niet", "wordt":
		return true
	}
	return false
}
