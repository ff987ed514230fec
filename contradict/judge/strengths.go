package judge

import "github.com/9aea2451/kb/contradict/read"

// Unlikely is the factor of a doubt that what people read has borne out, and the greatest that
// keeps every pair below Warn. Of 259 findings on five public repositories 254 were wrong; of a
// hundred pairs that such a doubt holds of hardly one is a contradiction.
const Unlikely = 0.29

// Factors of the other doubts. Two of them mostly keep a pair below Warn, too.
const (
	notPresent  = 0.1  // what was or is imagined denies nothing of now: least of all told of
	otherCase   = 0.15 // half of Unlikely: the difference itself is one of cases
	swapped     = 0.2  // things told apart by a number or by their roles: no contradiction among the findings that were read
	otherThing  = 0.25 // below Warn even beside an energy above 1 before the cap
	littleDoubt = 0.65 // keeps a pair of one section just below Reject: real ones mostly stand in one note
)

// The formula of the energy, and its caps. With all words shared a strength of .5 gives .7.
const (
	ofStrength      = 0.6  // share of the signal: it counts more than how much is shared
	ofAlignment     = 0.4  // share of the alignment: alone it stays below Reject
	ofMismatch      = 1.5  // what both sides lack of each other weighs more than what they share
	ofExtra         = 0.6  // what one side adds weighs less
	belowWarn       = 0.29 // cap of what is not told of
	belowReject     = 0.69 // cap of what is warned of only
	warnAlignment   = 0.5  // less is another subject
	rejectAlignment = 0.7
	leastSignal     = weak // weaker ones, "only" added or some against all, were not borne out by reading
	sameAlignment   = 0.85 // above which statements without a signal say the same
	SameGate        = 0.99 // least product of the gates of these: no gate at all
	wordsDecide     = 0.7  // alignment by words from which on anchors add nothing to a signal
	sameWords       = 0.97 // from here on they say the same, whatever slots one could read into it
)

// Statements that are aligned by anchors. A noun weighs 1, a name 1.3, an identifier 1.6.
const (
	commonWord       = 0.4  // rarity of a word that distinguishes nothing
	rareWord         = 0.9  // rarity from which on it distinguishes fully
	oneAnchor        = 1.0  // a noun
	warnAnchors      = 1.5  // weight of shared anchors below which nothing is warned of: a noun and a half
	warnStrength     = 0.72 // of a signal that is told of: places, orders and duties read of few words were mostly of two things
	looseAlignment   = 0.55 // below which only a sure signal is told of
	sureSignal       = sure
	warnSum          = 1.3  // of strength and alignment, below which nothing is told of
	bothRest         = 0.9  // weight of what each side speaks of besides, from which on they speak of two things: a rare noun
	oneRest          = 1.5  // the same for one side, beyond what both share
	coveredAlignment = 0.85 // the shorter side has nearly no other anchor: one shared is enough
	oneSided         = 0.5  // share of what the shorter side speaks of besides
)

// Strengths of signals. A pair with all words in common is rejected above .5, warned of at .5, and
// not told of below.
const (
	certain             = 1.0
	nearlySure          = 0.95 // one trigger with two effects, members of one class, before and after, all and none
	sure                = 0.9  // one and several, duty and no duty, unless and if: now and then both hold
	bindsAndWill        = 0.85 // what may be and what will not
	oppositeRelations   = 0.85 // below, above
	longAttributes      = 0.75 // a long sentence that differs in one attribute was reversed
	besideOtherWords    = 0.72 // opposite words of sentences that share few: just told of
	chosenAndDenied     = 0.65 // a member of a class here, the denial of it there
	shouldOrMay         = 0.6  // what should be and what need not
	onlyOthers          = 0.6  // "only" of another subject
	weak                = 0.5  // warned of at most
	untold              = 0.45 // some against all, a run of unknown words at the end, one of several that are used
	onlyAdded           = 0.4  // "only" on one side: mostly the same, said more narrowly
	oppositeAttributes  = 0.4  // the start time, the end time
	eachAtItsTime       = 0.35 // open and close: a system has both
	runInside           = 0.3  // a run of unknown words inside the sentence
	sameBound           = 0.3  // at most 5 and at least 5
	mustOrMay           = 0.25 // a permission beside a duty
	permittedAttributes = 0.2  // opposite attributes of what is possible
	permittedReversal   = 0.1  // can be opened, can be closed
	bothChosen          = 0.1  // subjects that are members of one class, or "also"
	mustOrShould        = 0.05 // they differ in force, not in what is asked
)

// Factors of strengths.
const (
	ofOppositeSubjects = 0.3  // two things
	besideDenial       = 0.3  // "never 0" and "1" agree
	ofBareNumber       = 0.75 // what it counts is not said
	ofEstimate         = 0.5  // what was measured once may come out otherwise another time
	ofOneOfSeveral     = 0.75 // by anchors: a statement has other amounts
	ofUnnamedAmount    = 0.64 // by anchors: the attribute is not said: with all else sure, not told of
	ofUnnamedNumber    = 0.6  // by anchors: neither attribute nor what it counts
)

// Tolerances of amounts, as shares of the greater.
const (
	equalNumbers  = 1e-9 // rounding of the arithmetic
	equalRates    = 0.03 // twelve times a year, once a month
	otherUnits    = 0.12 // a month is 30 days, a gigabyte about a gibibyte
	nearlyEqual   = 0.15 // of estimates: a seventh
	otherLimit    = 0.5  // ranges with another limit: warned of at most
	sameCondition = 0.75 // of the words of conditions that are the same but for their opener
)

// Limits of weights from which on gates hold. An everyday word weighs 1.
const (
	fewWords     = 1.5  // shared, below which a pair must share all that it says
	muchMore     = 0.4  // of what is shared: what one side may add
	otherWords   = 0.35 // of what is shared: what each of two demands may say otherwise
	strongSignal = 0.8  // strength from which on a signal stands by itself
)

// flipStrength is how surely two statements of these forces, one negated, cannot both hold.
func flipStrength(a, b read.Force) float64 {
	if a > b {
		a, b = b, a
	}
	switch {
	case a == read.NotRequired || b == read.NotRequired:
		return weak
	case a == read.Should && b == read.Should, a == read.Must && b == read.May:
		return nearlySure
	case a == read.Must && b == read.Should, a == read.May && b == read.May, a == read.Assertion && b == read.May:
		return sure
	case a == read.May && b == read.Will:
		return bindsAndWill
	case a == read.Assertion && b == read.Should, a == read.Should && b == read.Will:
		return strongSignal
	case a == read.Should && b == read.May:
		return shouldOrMay
	}
	return certain
}
