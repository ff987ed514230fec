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

// unexplainedOf weighs the contents of a side that the other lacks. What it goes on to say behind a semicolon, where
// the other says nothing of it, does not count: that clause stands by itself.
func (p *pair) unexplainedOf(side *read.Parsed, only []int) (weight float64) {
	for k, i := range only {
		if c := &side.Contents[i]; len(only)-k < len(side.Contents)-i || !behindSemicolon(side, c.Token) {
			weight += p.rarity(c.Term)
		}
	}
	return weight
}

// behindSemicolon reports whether a semicolon stands before the token.
func behindSemicolon(p *read.Parsed, token int) bool {
	return slices.ContainsFunc(p.Tokens[:min(token, len(p.Tokens))], func(t read.Token) bool {
		return t.Kind == read.Punctuation && t.Text == ";"
	})
}

func bothSayMore(p *pair) bool { return p.mismatch > 0 }

func unexplained(p *pair) bool { return p.unexplained > 0 }

// littleShared reports whether the words in common weigh less than fewWords, unless, from noWords
// on, they are all that both sides say.
func littleShared(p *pair) bool {
	return p.shared < fewWords && (p.mismatch > 0 || p.extra > 0 || p.shared < noWords)
}

// oneSaysMore compares what one side adds with what both share; where nothing is shared, any
// addition is more.
func oneSaysMore(p *pair) bool {
	const none = 1e-9
	return p.extra/(p.shared+none) > muchMore
}

func oppositeSubjects(p *pair) bool { return p.subjectFlip }

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

// labelled reports whether both sides name what they are of, and name other things.
func labelled(p *pair) bool {
	a, b := p.a.Label(), p.b.Label()
	return a != "" && b != "" && a != b
}

func unreal(p *pair) bool { return p.a.Unreal || p.b.Unreal }

func possibleOnOneSide(p *pair) bool { return supposes(p.a) != supposes(p.b) }

func failureOnOneSide(p *pair) bool { return failed(p.a) != failed(p.b) }

// partOfTheOther reports whether one text contains the other.
func partOfTheOther(p *pair) bool {
	if kind := p.strongestSignal().Kind; kind != SignalSlot && kind != SignalOnly {
		return false
	}
	x, y := strings.Trim(strings.ToLower(p.a.Text), ".*_ "), strings.Trim(strings.ToLower(p.b.Text), ".*_ ")
	return strings.Contains(x, y) || strings.Contains(y, x)
}

// supposes tells a sentence of what could happen.
func supposes(p *read.Parsed) bool {
	text := strings.ToLower(p.Text)
	return strings.Contains(text, " could ") || strings.Contains(text, " might ")
}

// failed tells "Failed to save", which says what happened once and denies nothing.
func failed(p *read.Parsed) bool {
	word, _, _ := strings.Cut(strings.ToLower(strings.TrimLeft(p.Text, "*_\"'")), " ")
	return word == "failed" || word == "failing" || word == "unable"
}

// wordedOtherwise tells statements of two notes of which one has a word more and that share no name:
// mostly they are of two things, each of its own note.
func wordedOtherwise(p *pair) bool {
	return p.standElsewhere() && p.mismatch+p.extra > aWordOfMany*p.shared && !p.sharesName()
}

func aWordMore(p *pair) bool { return p.standElsewhere() && p.mismatch+p.extra > 0 }

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
	const few = 3
	if p.place != otherNotes || p.a.Title == "" || p.b.Title == "" || max(len(p.a.Contents), len(p.b.Contents)) > few || p.sharesName() {
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

// countsInTwoNotes tells "18 maintainers" from "15 maintainers" of another note: a number of things that no
// rule sets changes with time.
func countsInTwoNotes(p *pair) bool {
	s := p.strongestSignal()
	return s.Kind == SignalNumber && p.place == otherNotes && !p.a.Rules() && !p.b.Rules() && countsOnly(p.a) && countsOnly(p.b)
}

// countsOnly reports whether all amounts of a statement are numbers of things, and none is called a limit or
// the value of an attribute: a port, a timeout.
func countsOnly(p *read.Parsed) bool {
	return len(p.Attributes) == 0 && !slices.ContainsFunc(p.Quantities, func(q read.Quantity) bool {
		return !q.IsLabel() && !q.Bare() && !isCount(&q) || extremum(p, &q) != read.Equals
	})
}

func onlyInTwoNotes(p *pair) bool {
	return p.place == otherNotes && p.strongestSignal().Kind == SignalOnly
}

// mostlyDenied tells "drivers usually do not have one" from a denial of "a driver can have one".
func mostlyDenied(p *pair) bool {
	if p.strongestSignal().Kind != SignalNegation {
		return false
	}
	may := p.hasForce(read.May)
	return isMostly(p.a) && (may || len(p.a.Negations) > 0) || isMostly(p.b) && (may || len(p.b.Negations) > 0)
}

// saysMoreOf tells "makes more assumptions" from a denial of assumptions: the more is of another one, which makes fewer.
func saysMoreOf(p *pair) bool {
	return p.strongestSignal().Kind == SignalNegation && (comparesDenied(p.a, p.b) || comparesDenied(p.b, p.a))
}

// comparesDenied reports whether p has more, fewer or less of what the other side denies, and the
// other side does not use that word: "makes more assumptions", "makes no assumptions".
func comparesDenied(p, other *read.Parsed) bool {
	l := words.English()
	return slices.ContainsFunc(other.Negations, func(n read.Negation) bool {
		for i := 1; i < len(p.Tokens) && n.Target != ""; i++ {
			if l.Term(p.Tokens[i].Text) != n.Target {
				continue
			}
			switch p.Tokens[i-1].Text {
			case "more", "fewer", "less", "additional", "further":
				return (i < 2 || p.Tokens[i-2].Class&words.NegationCue == 0) && !hasToken(other, p.Tokens[i-1].Text)
			}
		}
		return false
	})
}

// isMostly reports whether a statement says of itself that it mostly holds.
func isMostly(p *read.Parsed) bool {
	return slices.ContainsFunc(p.Tokens, func(t read.Token) bool {
		switch t.Text {
		case "usually", "almost", "typically", "generally", "normally", "often", "mostly", "sometimes", "rarely", "seldom", "necessarily":
			return true
		}
		return false
	})
}

// versionsOfName tells "Windows 10 drivers" and "Windows 11 drivers" in two notes: each may be of its
// time, and one may have been forgotten.
func versionsOfName(p *pair) bool {
	s := p.strongestSignal()
	return s.Kind == SignalNumber && p.place == otherNotes && attributiveNumber(p.a, s.A) && attributiveNumber(p.b, s.B)
}

// attributiveNumber reports whether a noun stands right behind the first place at which this number
// is part of a name: "Windows 10 drivers".
func attributiveNumber(p *read.Parsed, number string) bool {
	for i := range p.Tokens {
		if p.Tokens[i].Text == number && p.IsDesignation(i) {
			return i+1 < len(p.Tokens) && p.Tokens[i+1].Kind == read.WordToken && read.IsAnchorWord(&p.Tokens[i+1])
		}
	}
	return false
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

// toldWithoutVerb tells "Secrets committed to the repository" and "Logging whole URLs", as lists of symptoms and
// mistakes have them, from "Secrets are committed": what the other side denies is a participle there.
func toldWithoutVerb(p *pair) bool {
	s := p.strongestSignal()
	if s.Kind != SignalNegation || p.place != otherNotes && p.place != otherSections {
		return false
	}
	_, denied, _ := strings.Cut(s.A, "not ")
	if denied == "" {
		denied = s.A
	}
	term := p.l.Term(denied)
	return isHeadline(p.a, term) || isHeadline(p.b, term)
}

// isHeadline reports whether a word stands as a participle in a statement without any auxiliary.
func isHeadline(p *read.Parsed, term string) bool {
	l, participle := words.English(), false
	for i := range p.Tokens {
		t := &p.Tokens[i]
		switch {
		case t.Kind == read.ModalMark, t.Class&(words.Auxiliary|words.BeVerb) != 0, i == 0 && t.Text == "avoid":
			return false
		case l.Term(t.Text) == term:
			participle = strings.HasSuffix(t.Text, "ing") || strings.HasSuffix(t.Text, "ed")
		}
	}
	return participle && p.Force == read.Assertion
}

// otherOnOneSide tells "other consumers" from the consumer of which the other side speaks. "No other" speaks of all.
func otherOnOneSide(p *pair) bool { return speaksOfOthers(p.a, p.b) || speaksOfOthers(p.b, p.a) }

// speaksOfOthers reports whether the subject of p is "other" of what the second statement speaks
// of, which says neither "other" nor "another" itself.
func speaksOfOthers(p, than *read.Parsed) bool {
	for i := range p.Tokens[:min(p.Predicate(), len(p.Tokens))] {
		if p.Tokens[i].Text != "other" || i+1 == len(p.Tokens) || hasToken(than, "other") || hasToken(than, "another") {
			continue
		}
		if i > 0 && p.Tokens[i-1].Class&(words.NegationCue|words.Universal|words.Existential) != 0 {
			continue
		}
		if than.Mentions(words.English().Term(p.Tokens[i+1].Text)) {
			return true
		}
	}
	return false
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
