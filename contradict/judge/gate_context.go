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
	if beginsWithVerb(p.a) || beginsWithVerb(p.b) || isStep(p.a) && isStep(p.b) {
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

func bothTentative(p *pair) bool { return p.place == otherNotes && p.a.Tentative && p.b.Tentative }

// introduced tells what a note says of the new thing that it brings; a sentence that both notes
// have is of one thing.
func introduced(p *pair) bool {
	return p.place == otherNotes && (p.a.Introduces || p.b.Introduces) && !p.oneSentence()
}

func bothAnswer(p *pair) bool { return p.place == otherNotes && answers(p.a) && answers(p.b) }

// bothUses tells what two notes say people may do with a thing, under "Use cases": one enables what
// another disables.
func bothUses(p *pair) bool { return p.place == otherNotes && listsUses(p.a) && listsUses(p.b) }

// listsUses tells what stands below a heading of what somebody may want to do.
func listsUses(x *read.Parsed) bool {
	if len(x.Context) == 0 {
		return false
	}
	switch strings.ToLower(strings.ReplaceAll(x.Context[len(x.Context)-1], "-", " ")) {
	case "use case", "use cases", "user story", "user stories":
		return true
	}
	return false
}

// parallelHeadings tells "Free plan" and "Enterprise plan", "Round 1 > Method" and "Round 2 >
// Method", and `open_room` and `close_room`.
func parallelHeadings(p *pair) bool {
	a, b := p.a.Context, p.b.Context
	if p.place != otherSections || len(a) == 0 || len(b) == 0 {
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

// sectionsOfOneNote tells two sections of a note, each of which may be of its own thing. A sentence that
// one of them has word for word and the other denies is of one.
func sectionsOfOneNote(p *pair) bool {
	if p.place != otherSections || p.a.Document == "" || len(p.signals) == 0 {
		return false
	}
	kind := p.strongestSignal().Kind
	return len(p.onlyA)+len(p.onlyB) > 0 || kind != SignalNegation && kind != SignalModality
}

// namedByItsSection tells "A p2sh input …" below "Pay to script hash (p2sh)" from what another section says of the
// input: the name that one side adds is that of its own section.
func namedByItsSection(p *pair) bool {
	return p.place == otherSections && (addsItsHeading(p.a, p.onlyA, p.b) || addsItsHeading(p.b, p.onlyB, p.a))
}

// addsItsHeading reports whether a name, a piece of code or a word with a digit that only p has
// stands in its heading, and not in the other's.
func addsItsHeading(p *read.Parsed, only []int, other *read.Parsed) bool {
	if len(p.Context) == 0 || len(other.Context) == 0 {
		return false
	}
	own, others := p.LastHeading(), other.LastHeading()
	return slices.ContainsFunc(only, func(i int) bool {
		c := &p.Contents[i]
		t := &p.Tokens[c.Token]
		return (t.Name || t.Code || words.HasDigit(t.Text)) && containsTerm(own, c.Term) && !containsTerm(others, c.Term)
	})
}

// casesOfOneSection tells "The light must be on" and "The light must be off" of one section, which
// speaks of the two cases. Two amounts, MUST and SHOULD, or MUST and MUST NOT in the same words, are
// more often a slip.
func casesOfOneSection(p *pair) bool {
	if p.place != oneSection || len(p.signals) == 0 {
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

func itemsOfOneList(p *pair) bool {
	return p.place == oneSection && len(p.a.Conditions) > 0 && slices.Equal(p.a.Conditions, p.b.Conditions)
}

// stepsOfOneSection tells two statements of one section, unless both are rules or limits and
// neither points at what stands before.
func stepsOfOneSection(p *pair) bool {
	return p.place == oneSection && (!p.a.Rules() || !p.b.Rules() || p.a.Anaphoric || p.b.Anaphoric)
}

func inOneSection(p *pair) bool { return p.place == oneSection }

func bothInherited(p *pair) bool {
	return len(p.a.Conditions) > 0 && len(p.b.Conditions) > 0 && inheritedDiffer(p)
}

// inheritedDiffer reports whether the lead-ins of both sides differ by their words.
func inheritedDiffer(p *pair) bool {
	return !slices.Equal(p.a.Conditions, p.b.Conditions) && (len(p.a.Inherited) == 0 || !slices.Equal(p.a.Inherited, p.b.Inherited))
}

// casesOfOneHeading tells what two sections of one heading say, but for two amounts: each has its
// own case.
func casesOfOneHeading(p *pair) bool {
	return len(p.a.Context) == len(p.b.Context) && siblingSections(p) && p.strongestSignal().Kind != SignalNumber
}

// oppositeHeadings tells opposite words whose opposition the headings have too: each says what
// holds in its own case.
func oppositeHeadings(p *pair) bool {
	if len(p.a.Context) == 0 || len(p.b.Context) == 0 || len(p.antonyms) == 0 {
		return false
	}
	x, y := p.a.LastHeading(), p.b.LastHeading()
	return p.opposedIn(x, y) || slices.ContainsFunc(p.antonyms, func(s antonymPair) bool {
		return containsTerm(x, s.a.Term) && containsTerm(y, s.b.Term)
	})
}

func versions(p *pair) bool { return versionsOfOne(p.a.Document, p.b.Document) }

// sameDocument reports whether both stand in one note that has a name; without names they never do.
func sameDocument(p *pair) bool { return p.a.Document != "" && p.a.Document == p.b.Document }

// weaklySelf reports whether one note says both and no signal is strong: who writes both
// means both.
func weaklySelf(p *pair) bool { return sameDocument(p) && p.strongest() < strongSignal }

// statesOfOneField tells two values of fields in one note, "`status` is `open`" and
// "`status` is `closed`": each holds at its time.
func statesOfOneField(p *pair) bool { return sameDocument(p) && isState(p.a) && isState(p.b) }

func noVerb(p *pair) bool { return !p.a.Finite && !p.b.Finite }

// oneVerb reports whether one side is a fragment, a heading or a label. What is worded like a
// sentence is one.
func oneVerb(p *pair) bool {
	const sentence = 3 // words, from which on a line of another place is more than a heading
	return p.a.Finite != p.b.Finite && !(p.likeWorded() && (p.place == unplaced || p.shared >= sentence))
}

// answers reports whether the statement stands under a question, which a form asks of each document.
func answers(p *read.Parsed) bool {
	return len(p.Context) > 0 && strings.HasSuffix(p.Context[len(p.Context)-1], "?")
}

// leadsElsewhere tells a sentence that begins with what points elsewhere, or with what it lacks a subject for.
func leadsElsewhere(p *read.Parsed) bool {
	return p.LeadsWithPronoun() || len(p.Tokens) == 0 || p.Tokens[0].Kind == read.ModalMark || p.Tokens[0].Class&words.Anaphor != 0 ||
		p.Lead == "this" || p.Lead == "these"
}

// opposedIn reports whether a stem of one set is the opposite of one of the other, and neither set has both.
func (p *pair) opposedIn(x, y []string) bool {
	for _, s := range x {
		for _, t := range y {
			if p.opposed(s, t) && !containsTerm(x, t) && !containsTerm(y, s) {
				return true
			}
		}
	}
	return false
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

// isState tells "`status.ready` is `true`": a field with a value, which it has at one point of a
// course of events.
func isState(p *read.Parsed) bool {
	for i := range p.Contents {
		if !p.Tokens[p.Contents[i].Token].Code {
			return false
		}
	}
	return len(p.Contents) > 0 && p.Force == read.Assertion
}
