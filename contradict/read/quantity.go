package read

import (
	"math"
	"strconv"
	"strings"

	"github.com/9aea2451/kb/contradict/words"
)

// Comparator says which values a quantity admits.
type Comparator uint8

const (
	Equals  Comparator = iota // also where no word says more
	AtMost                    // the value included, also of "under 5"
	AtLeast                   // the value included, also of "over 5"
	Between                   // both ends included
)

// String is what stands before an amount, its blank included; "" for Equals and Between.
func (c Comparator) String() string {
	switch c {
	case AtMost:
		return "at most "
	case AtLeast:
		return "at least "
	}
	return ""
}

// Dimensions that are not units of measure. A count's dimension is "count:" and what is counted,
// a bare number's is "after:" and the word before it.
const (
	DimensionLabel = "label" // a number that is a name: "step 3"
	dimensionTimes = "times"
	dimensionClock = "clock" // a time of day, in minutes
	DimensionRate  = "rate"  // per second
	CountOf        = "count:"
	numberAfter    = "after:"
)

// Quantity is a number with what it measures.
type Quantity struct {
	Value      float64 // in base units of the dimension; the lower end of a range
	High       float64 // upper end, where comparator is between
	Version    string  // set instead of value for versions, dates, and clock times but for those behind "at"
	Dimension  string  // of a unit or currency, or one of those above
	Comparator Comparator
	Condition  bool    // stands in a condition
	at         int     // contents before it
	Factor     float64 // of the unit it was written in, 1 without one
	Token      int     // of the number; of a rate the one that follows, which may be none
	Written    string  // of a rate, whose tokens are taken out: as it stands in the text
}

// IsLabel reports whether the number is a name, "step 3", or is told apart by its Version.
func (q *Quantity) IsLabel() bool { return q.Dimension == DimensionLabel || q.Version != "" }

// Bare reports whether nothing names what the number counts.
func (q *Quantity) Bare() bool { return strings.HasPrefix(q.Dimension, numberAfter) }

// Text is the value in base units, by which amounts are told apart.
func (q *Quantity) Text() string {
	if q.Version != "" {
		return q.Comparator.String() + q.Version
	}
	return q.Comparator.String() + strconv.FormatFloat(q.Value, 'g', -1, 64)
}

// Amount is the quantity as it stands in the text, with its sign of money, its unit and the upper end
// of a range: "12 hours", "5,000,000", "2 to 8 °C", "100 per minute".
func (p *Parsed) Amount(q *Quantity) string {
	if q.Written != "" {
		return q.Written
	}
	from, to := q.Token, q.Token
	if from > 0 && strings.ContainsAny(p.Tokens[from-1].Text, "$€£") {
		from--
	}
	l := words.English()
	measures := func(t *Token) bool { // "million", "hours", "times"
		_, unit := l.Units[t.Text]
		number := t.Kind == WordToken && t.Class&words.InNumbers != 0
		return unit || number || t.Text == "k" || t.Text == "times"
	}
	inRange := q.Comparator == Between
	for i := to + 1; i < len(p.Tokens) && i <= q.Token+maxAmount; i++ {
		t := &p.Tokens[i]
		if measures(t) {
			to = i
			continue
		}
		if !inRange || t.Kind != NumberToken && t.Text != "to" && t.Text != "and" && t.Text != "-" && t.Text != "–" && t.Text != "—" {
			break
		}
		if t.Kind == NumberToken {
			to, inRange = i, false
		}
	}
	return q.Comparator.String() + written(p.Text, &p.Tokens[from], &p.Tokens[to])
}

// maxAmount is how many tokens an amount has behind its first.
const maxAmount = 5

// written is the text from the first token to the last, as it stands there.
func written(text string, first, last *Token) string {
	end := last.Start
	for end < len(text) && text[end] != ' ' && text[end] != '\n' && text[end] != '\t' && !strings.HasPrefix(text[end:], "](") {
		end++
	}
	if first.Start >= end {
		return last.Text
	}
	return strings.TrimRight(text[first.Start:end], ".,;:!?)]}*_`'\"")
}

// maxQuantities bounds the amounts that are read of one statement.
const maxQuantities = 24

// number reads the token at i as a quantity and tells whether it is one.
func (r *reader) number(i int) bool {
	value, version, ok := r.numberValue(i)
	if !ok || i < r.next || len(r.p.Quantities) >= maxQuantities {
		return ok
	}
	q := Quantity{Value: value, Version: version, Factor: 1, Token: i, at: len(r.p.Contents)}
	t := &r.p.Tokens[i]
	q.Condition = t.Condition
	q.Dimension, q.Factor = r.dimension(i)
	r.readClock(&q, i)
	q.Value *= q.Factor
	q.Comparator = r.comparator(i)
	r.rangeFrom(&q, i)
	if q.Dimension == "fahrenheit" {
		q.Dimension, q.Factor = "celsius", 5.0/9
		q.Value, q.High = (q.Value-32)*5/9, (q.High-32)*5/9
	}
	if q.Bare() && r.limitsRetries(i) {
		q.Dimension = dimensionTimes
		if q.Comparator == Equals {
			q.Comparator = AtMost
		}
	}
	if r.namesSubject(&q, i) {
		q.Dimension = DimensionLabel
	}
	r.p.Quantities = append(r.p.Quantities, q)
	return true
}

// readClock reads "at 14:30" as an amount: the minutes since midnight. "A job at 8:00" may be one of several.
func (r *reader) readClock(q *Quantity, i int) {
	hours, minutes, ok := strings.Cut(q.Version, ":")
	if !ok || r.text(i-1) != "at" {
		return
	}
	h, errH := strconv.ParseUint(hours, 10, 8)
	m, errM := strconv.ParseUint(minutes, 10, 8)
	if errH != nil || errM != nil || len(minutes) != 2 || h > 23 || m > 59 {
		return
	}
	for j := max(r.p.Verb, 0); j < i; j++ {
		if text := r.text(j); text == "a" || text == "an" {
			return
		}
	}
	q.Version, q.Dimension, q.Value, q.Factor = "", dimensionClock, float64(60*h+m), 1
}

// numberValue returns the value of a number or number word; a version or a clock time has a text instead.
func (r *reader) numberValue(i int) (value float64, version string, ok bool) {
	t := &r.p.Tokens[i]
	if t.Kind == NumberToken {
		text := strings.ReplaceAll(t.Text, "_", "")
		value, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsInf(value, 0) {
			return 0, t.Text, true
		}
		return value * r.multiplier(i+1), "", true
	}
	if t.Kind != WordToken || t.Class&words.InNumbers == 0 {
		return 0, "", false
	}
	value = r.l.Numbers[t.Text]
	if i > 0 && r.p.IsNumber(i-1) && value >= 100 {
		return 0, "", false // "two hundred": read with the number before it
	}
	next := r.text(i + 1)
	if t.Text == "one" && (next == "of" || next == "or") || t.Text == "once" && t.Condition {
		return 0, "", false
	}
	return value * r.multiplier(i+1), "", true
}

// multiplier reads "thousand", "million" or "k" after a number.
func (r *reader) multiplier(i int) float64 {
	switch text := r.text(i); text {
	case "hundred", "thousand", "million":
		return r.l.Numbers[text]
	case "k":
		return 1000
	}
	return 1
}

// dimension says what the number at i measures, and the factor of its unit.
func (r *reader) dimension(i int) (string, float64) {
	switch r.text(i) {
	case "once", "twice", "thrice":
		return dimensionTimes, 1
	}
	next, before := r.text(r.afterNumber(i)), r.text(i-1)
	if u, ok := r.l.Units[next]; ok {
		return u.Dimension, u.Factor
	}
	switch before {
	case "$":
		return "dollar", 1
	case "€":
		return "euro", 1
	case "£":
		return "pound", 1
	}
	if r.isLabelNoun(i - 1) {
		return DimensionLabel, 1
	}
	if next == "times" {
		return dimensionTimes, 1
	}
	// The noun after the number, else the word before it.
	after := r.afterNumber(i)
	if !r.isStop(after) {
		for j := after; j < min(after+3, len(r.p.Tokens)); j++ {
			if term, ok := r.subject(j); ok {
				return CountOf + term, 1
			}
		}
	}
	for j := i - 1; j >= max(0, i-4); j-- {
		if term, ok := r.subject(j); ok {
			return numberAfter + term, 1
		}
	}
	return numberAfter, 1
}

// afterNumber returns the token behind the number at i, and behind its "thousand",
// "million" or "k".
func (r *reader) afterNumber(i int) int {
	if i++; r.multiplier(i) != 1 {
		i++
	}
	return i
}

// isStop reports whether nothing that is counted can begin at i: at the end, a sign, a
// number or a stop word.
func (r *reader) isStop(i int) bool {
	if i >= len(r.p.Tokens) {
		return true
	}
	t := &r.p.Tokens[i]
	return t.Kind == Punctuation || t.Kind == NumberToken || t.Class&words.StopWord != 0
}

// subject returns the stem of a token that can be counted.
func (r *reader) subject(i int) (string, bool) {
	t := &r.p.Tokens[i]
	if t.Kind == Punctuation || t.Kind == NumberToken || t.Kind == ModalMark || t.Class&words.StopWord != 0 {
		return "", false
	}
	return r.l.Term(t.Text), true
}

// namesSubject reports whether a number before the verb names the thing ("code `4` is …") rather than
// measures it.
func (r *reader) namesSubject(q *Quantity, i int) bool {
	if q.Condition || q.Dimension == dimensionTimes || q.Factor != 1 || r.p.Verb < 0 || i >= r.p.Verb {
		return false
	}
	for j := max(0, i-3); j < i; j++ {
		switch r.text(j) {
		case "least", "most", "than", "up":
			return false
		}
	}
	return r.p.Tokens[i].Code || r.isLabelNoun(i-1) || q.Bare()
}

// isUnitOfNumber reports whether the token at i is the unit of the number before it.
func (r *reader) isUnitOfNumber(i int) bool {
	if i == 0 || !r.p.IsNumber(i-1) {
		return false
	}
	_, ok := r.l.Units[r.text(i)]
	return ok || r.text(i) == "k"
}

// text is that of token i, "" before the first and behind the last, so that neighbours are asked
// for unchecked.
func (r *reader) text(i int) string {
	if i < 0 || i >= len(r.p.Tokens) {
		return ""
	}
	return r.p.Tokens[i].Text
}

// isLabelNoun tells "section", and "sections", before a number that is a name.
func (r *reader) isLabelNoun(i int) bool {
	if i < 0 {
		return false
	}
	t := &r.p.Tokens[i]
	return t.Class&words.LabelNoun != 0 || r.l.Is(strings.TrimSuffix(t.Text, "s"), words.LabelNoun)
}

// limitsRetries tells the number of "the retry limit of the job is 3": it is done again at most so many times.
func (r *reader) limitsRetries(i int) bool {
	for k := 1; k < i; k++ {
		switch r.p.Tokens[k].Text {
		case "limit", "maximum", "cap":
			if before := r.p.Tokens[k-1].Text; before == "retry" || before == "retries" || before == "attempt" {
				return true
			}
		}
	}
	return false
}
