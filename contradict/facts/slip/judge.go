package slip

import (
	"math"
	"strings"
)

// Case is a name that a note says in code and that nothing declares, beside one that is a letter away.
type Case struct {
	Said, Meant string // as they are written
	Form        Form
	Path        string // of the note

	SaidNotes  int  // notes that have Said, of whatever standing
	SaidBefore bool // a note that tells of what was, or may come, has it
	Code       int  // files of code that have Meant, but for tests
	Tests      int  // tests and examples that have it
	MeantNotes int  // notes that have it
	MeantSaid  int  // notes that say it in code
	Times      int  // how often the note says Said in code
	MeantTimes int  // how often it says Meant so
	InLine     bool // the line that says Said first has Meant, too
	InProse    bool // it has Said as a word of its prose, too
	Nears      int  // names that are declared and a letter away, Meant among them

	Word, MeantWord int // files that have the words in which the two differ, those of Said but for its notes

	Several int     // names of several words that the note says
	Note    float64 // share of those that is declared
}

// Features returns what the model weighs, as the names in Terms say.
func (c *Case) Features() []float64 {
	x, y := Key(c.Said), Key(c.Meant)
	kind, at := Compare(x, y)
	differing, _ := Differing(c.Said, c.Meant)
	is := func(b bool) float64 {
		if b {
			return 1
		}
		return 0
	}
	words := 0
	Words(c.Said, func(string) { words++ })
	lower := strings.ToLower(c.Path)
	has := func(list ...string) float64 {
		for _, s := range list {
			if strings.Contains(lower, s) {
				return 1
			}
		}
		return 0
	}
	log := func(n int) float64 { return math.Log1p(float64(max(n, 0))) }
	return []float64{
		1,
		is(kind == Swapped), is(kind == Changed), is(kind == Missing), is(kind == Doubled), is(kind == Added), is(kind == Twice),
		is(kind == Digit), is(kind == Numbered), is(kind == Plural),
		is(at == 0),
		log(c.Code), is(c.Code == 0), log(c.MeantNotes), log(c.SaidNotes), is(c.SaidBefore), log(c.Times), log(c.MeantTimes), is(c.InProse), is(c.InLine), log(c.MeantSaid), log(c.Nears),
		math.Log(float64(len(x))), is(words == 1), is(words > 2), digits(x),
		log(c.Word), is(c.Word == 0), log(c.MeantWord), math.Log(float64(1 + len(differing))),
		is(c.Form == Part), is(c.Form == Block),
		c.Note, log(c.Several), is(shape(c.Said) == shape(c.Meant)),
		has("migrat", "upgrad", "breaking", "deprecat"), has("proposal", "design", "rfc", "adr/", "enhancement", "blog", "text/"),
	}
}

// Terms names the features.
var Terms = [...]string{"one",
	"swapped", "changed", "missing", "doubled", "added", "twice", "digit", "numbered", "plural", "first letter",
	"code", "not in code", "notes of meant", "notes of said", "said before", "times", "times of meant", "in prose", "in line", "meant said", "nears",
	"length", "one word", "many words", "digits",
	"word", "word unknown", "word of meant", "length of word",
	"part", "block",
	"agreement of note", "names of note", "same shape", "migration", "design"}

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

// Likely is the probability from which on a name is told of.
const Likely = 0.5

var weights = [len(Terms)]float64{0: 1}

// Probability returns how likely the name is the other one, misspelt.
func (c *Case) Probability() float64 { return 0 }
