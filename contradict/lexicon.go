package contradict

import (
	"strconv"
	"strings"
	"sync"
)

// wordClass is a set of roles that a word can play in a sentence.
type wordClass uint32

const (
	stopWord wordClass = 1 << iota
	negationCue
	universal    // all, every
	existential  // some, most
	plural       // multiple, several
	restrictive  // only
	beVerb       // is, are: marks where the subject ends
	auxiliary    // is, has, does: shows a finite verb
	conditional  // opens a condition anywhere
	circumstance // opens a condition at the head of a sentence
	labelNoun
	anaphor // it, this: needs its paragraph
	comparative
	genericWord   // says little about which thing is meant
	ambiguousWord // a name only where it is written as one
	placeVerb     // says where a thing is
	bearer        // bears a choice: "the MySQL database"
	teamNoun      // a group of people
)

// termClass is a set of roles of a stem.
type termClass uint8

const (
	finiteVerb termClass = 1 << iota
	multipleVerb
	functionalVerb
	exclusiveVerb
)

// unit is one unit of a dimension: value × factor is in the dimension's base unit.
type unit struct {
	dimension string
	factor    float64
}

// lexicon is everything the rules know about words.
type lexicon struct {
	words    map[string]wordClass // by lower-case word
	terms    map[string]termClass // by stem
	synonyms map[string]string    // stem to the stem that stands for its group
	numbers  map[string]float64
	units    map[string]unit
	periods  map[string]string // adverb of frequency to its unit
	antonyms map[string]map[string]antonymKind
	undone   map[string][]string // stem of an action to those that undo it
	classes  map[string][]string // stem to the exclusive classes it belongs to
	members  map[string]bool     // their members as written
	phrases  phraseBook
	names    phraseBook

	poles      poleBook
	owners     ownerPhrases
	countries  map[string]string     // stem of a place to that of its country
	scopes     map[string][]string   // word to its scope classes
	attributes map[string][]string   // word to the attributes it names
	unreal     map[string][][]string // phrases by their first word
}

// words returns the lexicon, read from the embedded lists on first use.
var words = sync.OnceValue(func() *lexicon {
	l := &lexicon{
		words:    map[string]wordClass{},
		terms:    map[string]termClass{},
		synonyms: map[string]string{},
		numbers:  map[string]float64{},
		units:    map[string]unit{},
		periods:  map[string]string{},
		antonyms: map[string]map[string]antonymKind{},
		undone:   map[string][]string{},
		classes:  map[string][]string{},
		members:  map[string]bool{},

		countries:  map[string]string{},
		scopes:     map[string][]string{},
		attributes: map[string][]string{},
		unreal:     map[string][][]string{},
	}
	l.readSynonyms()
	l.readWordClasses()
	l.readTermClasses()
	l.readNumbers()
	l.readUnits()
	l.readAntonyms()
	l.readUndone()
	l.readClasses()
	l.phrases = readPhrases("phrases")
	l.names = readPhrases("names")
	l.readPoles()
	l.readOwners()
	l.readScopes()
	l.readAttributes()
	l.readUnreal()
	return l
})

// term returns the stem that stands for word and its synonyms.
func (l *lexicon) term(word string) string {
	s := stem(word)
	if head, ok := l.synonyms[s]; ok {
		return head
	}
	return s
}

func (l *lexicon) is(word string, class wordClass) bool { return l.words[word]&class != 0 }

func (l *lexicon) readSynonyms() {
	for _, line := range listLines("synonyms") {
		group := strings.Fields(line)
		for _, word := range group {
			l.synonyms[stem(word)] = stem(group[0])
		}
	}
}

func (l *lexicon) readWordClasses() {
	l.classify(stopWord, listWords("stop"))
	l.classify(labelNoun, listWords("labels"))
	l.classify(genericWord, listWords("generic"))
	l.classify(ambiguousWord, listWords("ambiguous"))
	l.classify(placeVerb, listWords("locations"))
	l.classify(bearer, listWords("bearers"))
	l.classify(teamNoun, listWords("teams"))
	for _, entry := range listEntries("functions") {
		class, ok := classNames(entry.head)
		if !ok {
			panic("contradict: unknown word class " + entry.head)
		}
		l.classify(class, entry.words)
	}
}

func classNames(name string) (wordClass, bool) {
	switch name {
	case "negation":
		return negationCue, true
	case "universal":
		return universal, true
	case "existential":
		return existential, true
	case "plural":
		return plural, true
	case "restrictive":
		return restrictive, true
	case "be":
		return beVerb, true
	case "auxiliary":
		return auxiliary, true
	case "conditional":
		return conditional, true
	case "circumstance":
		return circumstance, true
	case "anaphor":
		return anaphor, true
	case "comparative":
		return comparative, true
	}
	return 0, false
}

func (l *lexicon) classify(class wordClass, list []string) {
	for _, word := range list {
		l.words[word] |= class
	}
}

func (l *lexicon) readTermClasses() {
	mark := func(class termClass, list string) {
		for _, word := range listWords(list) {
			l.terms[l.term(word)] |= class
		}
	}
	mark(finiteVerb, "verbs-finite")
	mark(multipleVerb, "verbs-multiple")
	mark(functionalVerb, "verbs-functional")
	mark(exclusiveVerb, "verbs-exclusive")
}

func (l *lexicon) readNumbers() {
	for _, entry := range listEntries("numbers") {
		value, _ := strconv.ParseFloat(entry.head, 64)
		for _, word := range entry.words {
			l.numbers[word] = value
		}
	}
}

func (l *lexicon) readUnits() {
	for _, entry := range listEntries("units") {
		dimension, factor, _ := strings.Cut(entry.head, " ")
		f, _ := strconv.ParseFloat(factor, 64)
		for _, word := range entry.words {
			l.units[word] = unit{dimension, f}
		}
	}
	for _, entry := range listEntries("adverbs-rate") {
		for _, word := range entry.words {
			l.periods[word] = entry.head
		}
	}
}

func (l *lexicon) readClasses() {
	for _, entry := range listEntries("classes") {
		for _, word := range entry.words {
			t := l.term(word)
			l.members[word] = true
			l.classes[t] = append(l.classes[t], entry.head)
		}
	}
	for _, entry := range listEntries("places") {
		for _, word := range entry.words {
			t := l.term(word)
			l.members[word] = true
			l.classes[t] = append(l.classes[t], "country")
			l.countries[t] = l.term(entry.head)
		}
	}
}

// isMember tells whether a word is a member of a class as it is written, not by its stem alone:
// "stripped" is not Stripe.
func (l *lexicon) isMember(word string) bool {
	return l.members[word] || l.members[strings.TrimSuffix(word, "s")] || !isAlphabetic(word)
}

// member returns the member of its class that a stem stands for: "frankfurt" for Germany.
func (l *lexicon) member(term string) string {
	if country, ok := l.countries[term]; ok {
		return country
	}
	return term
}
