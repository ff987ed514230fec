package judge

import (
	"slices"
	"strings"
	"unicode"

	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/contradict/words"
)

// place is how two statements stand to each other.
type place uint8

const (
	unplaced place = iota // in one section of a note that is not known
	oneSection
	otherSections
	otherNotes
)

// placeOf compares the documents, then the headings. Two statements without a document are
// of one note.
func placeOf(a, b *read.Parsed) place {
	switch {
	case a.Document != b.Document:
		return otherNotes
	case !slices.Equal(a.Context, b.Context):
		return otherSections
	case a.Document != "":
		return oneSection
	}
	return unplaced
}

// pointsElsewhere reports whether "it", "this" or "the following" of one side may be another thing
// than the other speaks of; false where neither documents nor headings are known.
func pointsElsewhere(p *pair) bool {
	known := p.place != unplaced || len(p.a.Context) > 0
	moved := p.place == otherNotes || p.place == otherSections
	if p.place == otherNotes && (p.a.OfItsText() || p.b.OfItsText()) {
		return true
	}
	if !known || !(moved && (p.a.Anaphoric || p.b.Anaphoric) || p.a.LeadsWithPronoun() || p.b.LeadsWithPronoun()) {
		return false
	}
	// What "it" means stands in both sentences where they are one; "this proposal" has its own amounts.
	return p.place != otherNotes || !p.oneSentence() || leadsElsewhere(p.a) ||
		p.hasSignal(SignalNumber) && (hasToken(p.a, "this") || hasToken(p.b, "this"))
}

// subjectless tells "Allocates 8 bytes for each item." and "Allocates 6 bytes for each item.", which say it
// of what their own notes or sections describe, and steps at a screen.
func subjectless(p *pair) bool {
	if p.place != otherNotes && p.place != otherSections {
		return false
	}
	if ofNoThing(p) || beginsWithVerb(p.a) || beginsWithVerb(p.b) || isStep(p.a) && isStep(p.b) {
		return true
	}
	s := p.strongestSignal()
	return isThirdPerson(p.a.Lead) && isThirdPerson(p.b.Lead) && s.A == p.a.Lead && s.B == p.b.Lead
}

// beginsWithVerb reports whether an article, or the like, follows a first word that may be a verb:
// "Returns the name", "Allocates and optionally initializes 8 bytes".
func beginsWithVerb(p *read.Parsed) bool {
	if len(p.Tokens) < 3 || p.Tokens[0].Code || p.Tokens[0].Kind != read.WordToken {
		return false
	}
	switch first, next := &p.Tokens[0], &p.Tokens[1]; {
	case first.Class&words.BeVerb != 0: // "Is not equal to."
		return true
	case strings.HasSuffix(first.Text, "ed") && next.Class&(words.PlacePreposition|words.ScopePreposition) != 0: // "Supported in …"
		return true
	case isThirdPerson(p.Tokens[1].Text) && next.Name && (first.Name || strings.HasPrefix(p.Text, "*")): // "**Id** Specifies the …"
		return true
	case slices.Contains([]string{"does", "requires", "supports", "allows", "provides", "returns", "defaults"}, first.Text):
		// "Doesn't require access", "Defaults to false"
		return true
	case !isThirdPerson(p.Lead):
		return false
	}
	switch next := p.Tokens[1].Text; next {
	case "a", "an", "the", "this", "its", "whether", "one", "all", "any", "each", "every":
		return true
	case "and", "or":
		return strings.HasSuffix(p.Tokens[2].Text, "ly") || isThirdPerson(p.Tokens[2].Text) && len(p.Tokens) > 3 &&
			(p.Tokens[3].Text == "a" || p.Tokens[3].Text == "an" || p.Tokens[3].Text == "the")
	default:
		return p.Tokens[1].Kind == read.NumberToken
	}
}

// isThirdPerson tells a word that may be a verb of the third person.
func isThirdPerson(word string) bool {
	return len(word) > 3 && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") && !strings.HasSuffix(word, "us")
}

// isStep tells a step of what a person does at a screen, or of a trial, by its first verb.
func isStep(p *read.Parsed) bool {
	for i := range p.Tokens[:min(len(p.Tokens), 3)] {
		switch p.Tokens[i].Text {
		case "press", "click", "select", "choose", "tap", "double-click", "right-click", "create", "verify", "observe",
			"increase", "decrease", "stop", "start", "restart", "drain", "scale":
			return true
		}
		if p.Tokens[i].Class&words.NegationCue == 0 && p.Tokens[i].Text != "do" && p.Tokens[i].Text != "then" {
			return false
		}
	}
	return false
}

// parallelSections reports sections of which each has its own case.
func parallelSections(p *pair) bool {
	if p.place != otherSections {
		return false
	}
	cases := len(p.signals) > 0 && p.strongestSignal().Kind != SignalNumber && len(p.a.Context) == len(p.b.Context) && siblingSections(p)
	return cases || parallelHeadings(p)
}

// parallelHeadings tells "Free plan" and "Enterprise plan", "Round 1 > Method" and "Round 2 >
// Method", and `open_room` and `close_room`.
func parallelHeadings(p *pair) bool {
	a, b := p.a.Context, p.b.Context
	if len(a) == 0 || len(b) == 0 {
		return false
	}
	if x, y := a[len(a)-1], b[len(b)-1]; x != y && (isNameOfCode(x) && isNameOfCode(y) || numberedAlike(x, y)) {
		return true
	}
	both, either := overlapTerms(p.a.LastHeading(), p.b.LastHeading())
	return both < either && both > 0 && 3*both >= either || len(a) == len(b) && a[len(a)-1] == b[len(b)-1]
}

// numberedAlike tells headings that are one but for numbers up to a colon: "SEV-1: Critical" and "SEV-2: High",
// "30–60 Days" and "60–90 Days". Plain numbers of sections stand before other words each.
func numberedAlike(x, y string) bool {
	head := func(heading string) (kept string) {
		heading, _, _ = strings.Cut(heading, ":")
		return strings.ToLower(strings.TrimSpace(strings.Map(func(r rune) rune {
			if unicode.IsDigit(r) {
				return -1
			}
			return r
		}, heading)))
	}
	return words.HasDigit(x) && words.HasDigit(y) && head(x) == head(y) && strings.ContainsFunc(head(x), unicode.IsLetter)
}

// isNameOfCode tells a heading that is the name of something in code, and nothing else.
func isNameOfCode(heading string) bool {
	name := strings.Trim(heading, "*`() ")
	if strings.HasPrefix(name, "--") { // an option of a command
		return len(name) > 3 && !strings.ContainsAny(name, " \t")
	}
	for i := 1; i < len(name); i++ {
		if name[i] >= 'A' && name[i] <= 'Z' && name[i-1] >= 'a' && name[i-1] <= 'z' || name[i] == '_' && i < len(name)-1 {
			return !strings.ContainsAny(name, " \t")
		}
	}
	return false
}

// siblingSections reports whether two sections have the same headings above their innermost: both
// may be at the top.
func siblingSections(p *pair) bool {
	a, b := p.a.Context, p.b.Context
	return p.place == otherSections && len(a) > 0 && len(b) > 0 && slices.Equal(a[:len(a)-1], b[:len(b)-1])
}

// partsOfOneNote reports two sections of a note, each of which may be of its own thing, and rules of one section. A sentence
// that one section has word for word and another denies is of one thing.
func partsOfOneNote(p *pair) bool {
	switch {
	case p.place == oneSection, siblingSections(p):
		return true
	case p.place != otherSections || p.a.Document == "" || len(p.signals) == 0:
		return false
	}
	kind := p.strongestSignal().Kind
	return len(p.onlyA)+len(p.onlyB) > 0 || kind != SignalNegation && kind != SignalModality
}

// casesOfOneSection reports two statements of one section of which not both are rules or limits, or of one list, and "The
// light must be on" and "The light must be off". Two amounts, MUST and SHOULD, or MUST and MUST NOT in the same words, are
// more often a slip.
func casesOfOneSection(p *pair) bool {
	if p.place != oneSection {
		return false
	}
	listed := len(p.a.Conditions) > 0 && slices.Equal(p.a.Conditions, p.b.Conditions)
	switch {
	case listed, !p.a.Rules(), !p.b.Rules(), p.a.Anaphoric, p.b.Anaphoric:
		return true
	case len(p.signals) == 0:
		return false
	}
	switch p.strongestSignal().Kind {
	case SignalNegation:
		return p.a.Force != p.b.Force || !p.likeWorded()
	case SignalAntonym, SignalQuantifier, SignalCardinality, SignalOnly:
		return true
	}
	return false
}

// leadInsDiffer reports whether the lead-ins of both sides differ by their words.
func leadInsDiffer(p *pair) bool {
	return !slices.Equal(p.a.Conditions, p.b.Conditions) && (len(p.a.Inherited) == 0 || !slices.Equal(p.a.Inherited, p.b.Inherited))
}

func oneAuthor(p *pair) bool {
	return p.a.Document != "" && p.a.Document == p.b.Document && p.strongest() < strongSignal
}

func noVerb(p *pair) bool { return !p.a.Finite && !p.b.Finite }

// oneVerb reports whether one side is a fragment, a heading or a label. What is worded like a
// sentence is one.
func oneVerb(p *pair) bool {
	const sentence = 3 // words, from which on a line of another place is more than a heading
	return p.a.Finite != p.b.Finite && !(p.likeWorded() && (p.place == unplaced || p.shared >= sentence))
}

// leadsElsewhere tells a sentence that begins with what points elsewhere, or with what it lacks a subject for.
func leadsElsewhere(p *read.Parsed) bool {
	return p.LeadsWithPronoun() || len(p.Tokens) == 0 || p.Tokens[0].Kind == read.ModalMark || p.Tokens[0].Class&words.Anaphor != 0 ||
		p.Lead == "this" || p.Lead == "these"
}

// likeWorded reports whether the statements have the same words but for those that exclude each other.
func (p *pair) likeWorded() bool { return p.shared > fewWords && p.mismatch == 0 && p.extra == 0 }

// longSentence is how many stems a sentence has that is of one thing wherever it stands.
const longSentence = 5

// oneSentence reports whether the statements are one long sentence but for a stem on each side. It asks for
// no alignment, so that Doubtful can say it.
func (p *pair) oneSentence() bool {
	return stemsAlike(p.a, p.b) && stemsAlike(p.b, p.a)
}

// stemsAlike reports whether the other side has all stems of a long statement but one.
func stemsAlike(p, other *read.Parsed) bool {
	if len(p.Contents)+len(p.ConditionTerms) < longSentence {
		return false
	}
	rest := conditionRest(p.ConditionTerms, other.ConditionTerms, other)
	for i := 0; i < len(p.Contents) && rest <= 1; i++ {
		if term := p.Contents[i].Term; !other.Has(term) && !containsTerm(other.ConditionTerms, term) {
			rest++
		}
	}
	return rest <= 1
}

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

// subjectIsGeneric reports "the feature", of which every note has its own.
func subjectIsGeneric(p *read.Parsed) bool {
	return p.Tokens[p.Contents[0].Token].Class&words.GenericWord != 0
}
