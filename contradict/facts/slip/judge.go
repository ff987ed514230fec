package slip

import (
	"math"
	"strings"
)

// Case is a name that a note says in code and that nothing declares, beside one that is a letter away.
type Case struct {
	Said, Meant string // as they are written
	Form        Form

	SaidNotes  int // notes that have Said, of whatever standing
	Code       int // files of code that have Meant, but for tests
	MeantSaid  int // notes that say Meant in code
	MeantTimes int // how often the note itself does
	Nears      int // names that are a letter away, Meant among them

	Word, MeantWord int // files that have the words in which the two differ, those of Said but for its notes

	Note float64 // share of the names of several words in the note that are declared
}

// Features returns what the model weighs, as Terms names it.
func (c *Case) Features() [len(Terms)]float64 {
	x := Key(c.Said)
	kind, _ := Compare(x, Key(c.Meant))
	differing, _ := Differing(c.Said, c.Meant)
	words := 0
	Words(c.Said, func(string) { words++ })
	is := func(b bool) float64 {
		if b {
			return 1
		}
		return 0
	}
	log := func(n int) float64 { return math.Log1p(float64(max(n, 0))) }
	return [...]float64{
		1, is(kind == Swapped), is(kind == Changed), is(kind == Plural),
		log(c.Code), is(c.Code == 0), log(c.SaidNotes), log(c.MeantTimes), log(c.MeantSaid), log(c.Nears),
		is(words == 1), is(words > 2), digits(x),
		log(c.Word), is(c.Word == 0), log(c.MeantWord), log(len(differing)),
		is(c.Form == Part), c.Note, is(shape(c.Said) == shape(c.Meant)),
	}
}

// Terms names the features: in what the two differ; who has which; of how many words the name is, and its share of
// digits; how common the words are in which they differ; and how the note says it.
var Terms = [...]string{"one", "swapped", "changed", "plural",
	"code", "not in code", "notes of said", "times of meant", "notes of meant", "nears",
	"one word", "many words", "digits",
	"word", "word unknown", "word of meant", "length of word",
	"part", "agreement", "same shape"}

// weights are those of a logistic regression on 454 names that the histories of 91 public repositories corrected, beside
// 19,742 that they did not (lab names-fit), scaled by 160 that were read: docs/evaluation.md has what they bring on 47 others.
var weights = [len(Terms)]float64{-6.25, 1.56, -1.75, -1.97,
	-0.23, -1.68, -1.30, 0.17, 1.12, -1.25,
	-1.96, 1.22, -2.61,
	-0.17, 1.29, 0.12, 1.81,
	0.81, 1.62, 1.62}

// Likely is the probability from which on a name is told of.
const Likely = 0.5

// Probability returns how likely the name is the other one, misspelt.
func (c *Case) Probability() float64 {
	sum := 0.0
	for i, f := range c.Features() {
		sum += weights[i] * f
	}
	return 1 / (1 + math.Exp(-sum))
}

// digits returns the share of a key that is digits.
func digits(key string) float64 {
	n := 0
	for i := range len(key) {
		if '0' <= key[i] && key[i] <= '9' {
			n++
		}
	}
	return float64(n) / float64(len(key))
}

// shape returns a name with a letter for each run of small letters, of capitals and of digits.
func shape(name string) string {
	var b strings.Builder
	last := byte(0)
	for i := range len(name) {
		c := name[i]
		if c != '_' && c != '-' {
			c = kindOf(c)
		}
		if c != last {
			b.WriteByte(c)
		}
		last = c
	}
	return b.String()
}
