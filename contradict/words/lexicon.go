// Package words holds what the rules about contradictions know of English: the classes of words
// that a sentence is built of, stems and synonyms, opposites, exclusive classes, units, and the
// phrases by which something is said of a thing.
//
// The lists are text files of this folder, part of the binary and read once, on first use. A list
// explains its own form in its first lines.
//
// # Limitations
//
// The words are English, and of software projects mostly. A word that is in no list has a stem and
// nothing else.
package words

import (
	"strconv"
	"strings"
	"sync"

	"github.com/9aea2451/kb/text/stem"
)

// WordClass is a set of roles that a word can play in a sentence.
type WordClass uint64

const (
	StopWord      WordClass = 1 << iota // carries no subject matter: the, of, is
	NegationCue                         // not, no, without
	Universal                           // all, every
	Existential                         // some, most
	Plural                              // multiple, several
	Restrictive                         // only
	BeVerb                              // is, are: marks where the subject ends
	Auxiliary                           // is, has, does: shows a finite verb
	Conditional                         // opens a condition anywhere
	Circumstance                        // opens a condition at the head of a sentence
	LabelNoun                           // a number behind it is a name: "step 3"
	Anaphor                             // it, this: needs its paragraph
	Comparative                         // most, at, than: compares or bounds an amount
	GenericWord                         // says little about which thing is meant
	AmbiguousWord                       // a name only where it is written as one
	PlaceVerb                           // says where a thing is
	Bearer                              // bears a choice: "the MySQL database"
	TeamNoun                            // a group of people

	Determiner // a noun stands behind it: "the host listens"
	Relative   // opens a clause that says which of several is meant
	Linking    // a verb behind it is not the statement's own: "developers who maintain …"
	PlacePreposition
	ScopePreposition
	DatePreposition // stands before a year
	FillerEnd       // after it something else is said: "to", "from", but not "in" and "of"
	NoPlace         // behind a preposition, it leads to no place: "in turn"
	ClauseTaking    // behind it "that" opens what is said or made sure
	Sole            // by it an answer is the only one
	TeamWord        // every team's name may have it
	Assignment      // may stand between an identifier and its value
	Hedge           // makes an amount an estimate

	// What other tables of the lexicon have of a word: of most words they have nothing.

	OpensName   // stands first in a pattern of Names
	OpensPhrase // in one of Phrases
	OpensUnreal // in one of Unreal
	InNumbers   // in Numbers
	InPeriods   // in Periods
	InScopes    // in Scopes

	Tabled    = OpensName | OpensPhrase | OpensUnreal | InNumbers | InPeriods | InScopes
	Described = Determiner - 1 // all classes that say what a word means
)

// TermClass is a set of roles of a stem.
type TermClass uint8

const (
	FiniteVerb     TermClass = 1 << iota // makes a line a sentence by itself
	MultipleVerb                         // has many objects side by side: "reads CSV"
	FunctionalVerb                       // has one filler at a time: "written in Go"
	ExclusiveVerb                        // excludes other complements: "MUST begin with X"
)

// Unit is one unit of a dimension: value × factor is in the dimension's base unit.
type Unit struct {
	Dimension string  // amounts of one are compared: "time", in seconds, "size", in bytes
	Factor    float64 // above 0
}

// Lexicon is everything the rules know about words. It is shared: whoever asks English may read it,
// at once with others, and nobody may change it.
type Lexicon struct {
	Words    map[string]WordClass              // by lower-case word
	Terms    map[string]TermClass              // by stem
	synonyms map[string]string                 // stem to the stem that stands for its group
	Numbers  map[string]float64                // by number word
	Units    map[string]Unit                   // by word or abbreviation, in lower case
	Periods  map[string]string                 // adverb of frequency to its unit
	Antonyms map[string]map[string]AntonymKind // by both stems, in either order: see Antonym
	Undone   map[string][]string               // stem of an action to those that undo it
	Classes  map[string][]string               // stem to the exclusive classes it belongs to
	members  map[string]bool                   // their members as written
	Phrases  PhraseBook                        // turns of phrase, rewritten after Names
	Names    PhraseBook                        // names of several words, read as one

	Poles      PoleBook // phrases that answer a question of two answers
	Owners     OwnerPhrases
	standsFor  map[string]string     // stem of a place to that of its country, of a spelling to that of the first one
	Scopes     map[string][]string   // word to its scope classes
	Attributes map[string][]string   // word to the attributes it names
	Unreal     map[string][][]string // phrases by their first word
}

// English returns the lexicon, read from the embedded lists on first use.
var English = sync.OnceValue(func() *Lexicon {
	l := &Lexicon{
		Words:    map[string]WordClass{},
		Terms:    map[string]TermClass{},
		synonyms: map[string]string{},
		Numbers:  map[string]float64{},
		Units:    map[string]Unit{},
		Periods:  map[string]string{},
		Antonyms: map[string]map[string]AntonymKind{},
		Undone:   map[string][]string{},
		Classes:  map[string][]string{},
		members:  map[string]bool{},

		standsFor:  map[string]string{},
		Scopes:     map[string][]string{},
		Attributes: map[string][]string{},
		Unreal:     map[string][][]string{},
	}
	l.readSynonyms()
	l.readWordClasses()
	l.readTermClasses()
	l.readNumbers()
	l.readUnits()
	l.readAntonyms()
	l.readUndone()
	l.readClasses()
	l.Phrases = readPhrases("phrases")
	l.Names = readPhrases("names")
	l.readPoles()
	l.readOwners()
	l.readScopes()
	l.readAttributes()
	l.readUnreal()
	markTabled(l, OpensName, l.Names)
	markTabled(l, OpensPhrase, l.Phrases)
	markTabled(l, OpensUnreal, l.Unreal)
	markTabled(l, InNumbers, l.Numbers)
	markTabled(l, InPeriods, l.Periods)
	markTabled(l, InScopes, l.Scopes)
	return l
})

// markTabled marks the words of a table.
func markTabled[M ~map[string]V, V any](l *Lexicon, class WordClass, table M) {
	for word := range table {
		l.Words[word] |= class
	}
}

// Term returns the stem that stands for word and its synonyms.
func (l *Lexicon) Term(word string) string {
	_, term := l.PlainAndTerm(word)
	return term
}

// PlainAndTerm returns the stem of a word and the one that stands for it and its synonyms.
func (l *Lexicon) PlainAndTerm(word string) (plain, term string) {
	plain = stem.Light(word)
	if head, ok := l.synonyms[plain]; ok {
		return plain, head
	}
	return plain, plain
}

// Is reports whether a word, in lower case, has one of the classes. A word that is in no
// list has none.
func (l *Lexicon) Is(word string, class WordClass) bool { return l.Words[word]&class != 0 }

// readSynonyms reads groups of words: the stem of the first stands for all. The lists that are read
// by Term need it before.
func (l *Lexicon) readSynonyms() {
	for _, line := range listLines("synonyms") {
		group := strings.Fields(line)
		for _, word := range group {
			l.synonyms[stem.Light(word)] = stem.Light(group[0])
		}
	}
}

// readWordClasses reads the lists of one class each, and functions.txt, of which each line
// names its class.
func (l *Lexicon) readWordClasses() {
	l.classify(StopWord, listWords("stop"))
	l.classify(LabelNoun, listWords("labels"))
	l.classify(GenericWord, listWords("generic"))
	l.classify(AmbiguousWord, listWords("ambiguous"))
	l.classify(PlaceVerb, listWords("locations"))
	l.classify(Bearer, listWords("bearers"))
	l.classify(TeamNoun, listWords("teams"))
	for _, entry := range listEntries("functions") {
		l.classify(classOf(entry.head), entry.words)
	}
}

// classOf returns the class that a list of functions.txt names.
func classOf(name string) WordClass {
	for i, known := range [...]string{
		"", "negation", "universal", "existential", "plural", "restrictive", "be", "auxiliary", "conditional", "circumstance", "",
		"anaphor", "comparative", "", "", "", "", "", "determiner", "relative", "linking", "place", "scope", "date", "filler-end",
		"no-place",
		"clause-taking", "sole", "team-word", "assignment", "hedge",
	} {
		if known == name {
			return 1 << i
		}
	}
	panic("contradict: unknown word class " + name)
}

// classify adds a class to words, beside those that they have.
func (l *Lexicon) classify(class WordClass, list []string) {
	for _, word := range list {
		l.Words[word] |= class
	}
}

// readTermClasses reads the lists of verbs; a synonym of a verb has its roles, too.
func (l *Lexicon) readTermClasses() {
	mark := func(class TermClass, list string) {
		for _, word := range listWords(list) {
			l.Terms[l.Term(word)] |= class
		}
	}
	mark(FiniteVerb, "verbs-finite")
	mark(MultipleVerb, "verbs-multiple")
	mark(FunctionalVerb, "verbs-functional")
	mark(ExclusiveVerb, "verbs-exclusive")
}

// readNumbers reads number words: "once" is 1, "dozen" 12.
func (l *Lexicon) readNumbers() {
	for _, entry := range listEntries("numbers") {
		value, _ := strconv.ParseFloat(entry.head, 64)
		for _, word := range entry.words {
			l.Numbers[word] = value
		}
	}
}

// readUnits reads units with their factors, and the adverbs of frequency: the unit of
// "hourly" is "hour".
func (l *Lexicon) readUnits() {
	for _, entry := range listEntries("units") {
		dimension, factor, _ := strings.Cut(entry.head, " ")
		f, _ := strconv.ParseFloat(factor, 64)
		for _, word := range entry.words {
			l.Units[word] = Unit{dimension, f}
		}
	}
	for _, entry := range listEntries("adverbs-rate") {
		for _, word := range entry.words {
			l.Periods[word] = entry.head
		}
	}
}

// readClasses reads the exclusive classes: a spelling stands for the first one of its member, and a
// place, in the class of countries, for its country.
func (l *Lexicon) readClasses() {
	for _, entry := range listEntries("classes") {
		for _, word := range entry.words {
			spellings := strings.Split(word, "=")
			for i, spelling := range spellings {
				t := l.Term(spelling)
				l.members[spelling] = true
				l.Classes[t] = append(l.Classes[t], entry.head)
				if i > 0 {
					l.standsFor[t] = l.Term(spellings[0])
				}
			}
		}
	}
	for _, entry := range listEntries("places") {
		for _, word := range entry.words {
			t := l.Term(word)
			l.members[word] = true
			l.Classes[t] = append(l.Classes[t], "country")
			l.standsFor[t] = l.Term(entry.head)
		}
	}
}

// IsMember reports whether a word is a member of a class as it is written, not by its stem alone:
// "stripped" is not Stripe.
func (l *Lexicon) IsMember(word string) bool {
	return l.members[word] || l.members[strings.TrimSuffix(word, "s")] || !isAlphabetic(word)
}

// Member returns the member of its class that a stem stands for: Germany for "frankfurt", "postgresql" for
// "postgres".
func (l *Lexicon) Member(term string) string {
	if member, ok := l.standsFor[term]; ok {
		return member
	}
	return term
}

// IsOne reports whether two stems are one member of a class: two spellings of it, or it and what stands for it.
// Two places of one country are not.
func (l *Lexicon) IsOne(a, b string) bool {
	return a == b || l.standsFor[a] == b || l.standsFor[b] == a
}

// readScopes reads scopes.txt. A word may be in several lines.
func (l *Lexicon) readScopes() {
	for _, entry := range listEntries("scopes") {
		for _, word := range entry.words {
			l.Scopes[word] = append(l.Scopes[word], entry.head)
		}
	}
}

// SharedClass returns the first exclusive class of both stems, empty for none.
func (l *Lexicon) SharedClass(a, b string) string {
	for _, x := range l.Classes[a] {
		for _, y := range l.Classes[b] {
			if x == y {
				return x
			}
		}
	}
	return ""
}

// Unlike reports whether both stems are members of classes, and of none together: they answer two questions.
func (l *Lexicon) Unlike(a, b string) bool {
	return len(l.Classes[a]) > 0 && len(l.Classes[b]) > 0 && l.SharedClass(a, b) == ""
}

// readAttributes reads attributes.txt. A word may name several attributes.
func (l *Lexicon) readAttributes() {
	for _, entry := range listEntries("attributes") {
		for _, word := range entry.words {
			l.Attributes[word] = append(l.Attributes[word], entry.head)
		}
	}
}

// readUnreal reads phrases of the past and the imagined, without the "'s" that tokens have lost.
func (l *Lexicon) readUnreal() {
	for _, line := range listLines("unreal") {
		phrase := strings.Fields(strings.ReplaceAll(line, "'s", ""))
		if len(phrase) == 0 {
			continue
		}
		l.Unreal[phrase[0]] = append(l.Unreal[phrase[0]], phrase)
	}
}
