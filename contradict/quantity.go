package contradict

import (
	"math"
	"strconv"
	"strings"
)

// comparator says which values a quantity admits.
type comparator uint8

const (
	equals comparator = iota
	atMost
	atLeast
	between
)

func (c comparator) String() string {
	switch c {
	case atMost:
		return "at most "
	case atLeast:
		return "at least "
	}
	return ""
}

// Dimensions that are not units of measure. A count's dimension is "count:" and what is counted,
// a bare number's is "after:" and the word before it.
const (
	dimensionLabel = "label" // a number that is a name: "step 3"
	dimensionTimes = "times"
	dimensionRate  = "rate" // per second
	countOf        = "count:"
	numberAfter    = "after:"
)

// quantity is a number with what it measures.
type quantity struct {
	value      float64 // in base units of the dimension; the lower end of a range
	high       float64 // upper end, where comparator is between
	version    string  // set instead of value for versions, clock times and dates
	dimension  string
	comparator comparator
	condition  bool
	at         int     // contents before it
	factor     float64 // of the unit it was written in
	token      int
}

// comparable tells whether values of the two can be compared at all.
func (q *quantity) comparable(other *quantity) bool {
	return q.dimension == other.dimension && q.condition == other.condition
}

func (q *quantity) isLabel() bool { return q.dimension == dimensionLabel || q.version != "" }

// bare tells whether nothing names what the number counts.
func (q *quantity) bare() bool { return strings.HasPrefix(q.dimension, numberAfter) }

func (q *quantity) text() string {
	if q.version != "" {
		return q.comparator.String() + q.version
	}
	return q.comparator.String() + strconv.FormatFloat(q.value, 'g', -1, 64)
}

// maxQuantities bounds the amounts that are read of one statement.
const maxQuantities = 24

// number reads the token at i as a quantity and tells whether it is one.
func (r *reader) number(i int) bool {
	value, version, ok := r.numberValue(i)
	if !ok || i < r.next || len(r.p.quantities) >= maxQuantities {
		return ok
	}
	q := quantity{value: value, version: version, factor: 1, token: i, at: len(r.p.contents)}
	t := &r.p.tokens[i]
	q.condition = t.condition
	q.dimension, q.factor = r.dimension(i)
	q.value *= q.factor
	q.comparator = r.comparator(i)
	r.rangeFrom(&q, i)
	q.convert()
	if r.namesSubject(&q, i) {
		q.dimension = dimensionLabel
	}
	r.p.quantities = append(r.p.quantities, q)
	return true
}

// numberValue returns the value of a number or number word; a version or a clock time has a text instead.
func (r *reader) numberValue(i int) (value float64, version string, ok bool) {
	t := &r.p.tokens[i]
	if t.kind == numberToken {
		text := strings.ReplaceAll(t.text, "_", "")
		value, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsInf(value, 0) {
			return 0, t.text, true
		}
		return value * r.multiplier(i+1), "", true
	}
	value, ok = r.l.numbers[t.text]
	if !ok || t.kind != wordToken {
		return 0, "", false
	}
	if i > 0 && r.p.isNumber(i-1) && value >= 100 {
		return 0, "", false // "two hundred": read with the number before it
	}
	next := r.text(i + 1)
	if t.text == "one" && (next == "of" || next == "or") || t.text == "once" && t.condition {
		return 0, "", false
	}
	return value * r.multiplier(i+1), "", true
}

// multiplier reads "thousand", "million" or "k" after a number.
func (r *reader) multiplier(i int) float64 {
	switch text := r.text(i); text {
	case "hundred", "thousand", "million":
		return r.l.numbers[text]
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
	if u, ok := r.l.units[next]; ok {
		return u.dimension, u.factor
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
		return dimensionLabel, 1
	}
	if next == "times" {
		return dimensionTimes, 1
	}
	return r.counted(i), 1
}

func (r *reader) afterNumber(i int) int {
	if i++; r.multiplier(i) != 1 {
		i++
	}
	return i
}

// counted names what a number without a unit counts: the noun after it, else the word before it.
func (r *reader) counted(i int) string {
	after := r.afterNumber(i)
	if !r.isStop(after) {
		for j := after; j < min(after+3, len(r.p.tokens)); j++ {
			if term, ok := r.subject(j); ok {
				return countOf + term
			}
		}
	}
	for j := i - 1; j >= max(0, i-4); j-- {
		if term, ok := r.subject(j); ok {
			return numberAfter + term
		}
	}
	return numberAfter
}

func (r *reader) isStop(i int) bool {
	if i >= len(r.p.tokens) {
		return true
	}
	t := &r.p.tokens[i]
	return t.kind == punctuation || t.kind == numberToken || t.class&stopWord != 0
}

// subject returns the stem of a token that can be counted.
func (r *reader) subject(i int) (string, bool) {
	t := &r.p.tokens[i]
	if t.kind == punctuation || t.kind == numberToken || t.kind == modalMark || t.class&stopWord != 0 {
		return "", false
	}
	return r.l.term(t.text), true
}

// namesSubject tells whether a number before the verb names the thing ("code `4` is …") rather than
// measures it.
func (r *reader) namesSubject(q *quantity, i int) bool {
	if q.condition || q.dimension == dimensionTimes || q.factor != 1 || r.p.verb < 0 || i >= r.p.verb {
		return false
	}
	for j := max(0, i-3); j < i; j++ {
		switch r.text(j) {
		case "least", "most", "than", "up":
			return false
		}
	}
	return r.p.tokens[i].code || r.isLabelNoun(i-1) || q.bare()
}

// isUnitOfNumber tells whether the token at i is the unit of the number before it.
func (r *reader) isUnitOfNumber(i int) bool {
	if i == 0 || !r.p.isNumber(i-1) {
		return false
	}
	_, ok := r.l.units[r.text(i)]
	return ok || r.text(i) == "k"
}

func (r *reader) text(i int) string {
	if i < 0 || i >= len(r.p.tokens) {
		return ""
	}
	return r.p.tokens[i].text
}

// isLabelNoun tells "section", and "sections", before a number that is a name.
func (r *reader) isLabelNoun(i int) bool {
	if i < 0 {
		return false
	}
	t := &r.p.tokens[i]
	return t.class&labelNoun != 0 || r.l.is(strings.TrimSuffix(t.text, "s"), labelNoun)
}
