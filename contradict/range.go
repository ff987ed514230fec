package contradict

import (
	"math"
	"strings"
)

// rangeFrom makes the quantity at i a range where a second number follows: "between 2 and 8 °C", "5–10 s".
func (r *reader) rangeFrom(q *quantity, i int) {
	j := r.secondNumber(i)
	if j < 0 || q.version != "" {
		return
	}
	high, version, ok := r.numberValue(j)
	if !ok || version != "" {
		return
	}
	dimension, factor := r.dimension(j)
	if isMeasure(q.dimension) && q.dimension != dimension {
		return
	}
	if !isMeasure(q.dimension) {
		q.value *= factor
	}
	if high *= factor; high < q.value {
		return
	}
	q.high, q.dimension, q.factor, q.comparator = high, dimension, factor, between
	r.next = j + 1
}

func isMeasure(dimension string) bool {
	return !strings.HasPrefix(dimension, numberAfter) && !strings.HasPrefix(dimension, countOf)
}

// secondNumber returns the token of the upper end of a range that begins at i, -1 for none.
func (r *reader) secondNumber(i int) int {
	j := i + 1
	if _, ok := r.l.units[r.text(j)]; ok {
		j++
	}
	if j >= len(r.p.tokens) {
		return -1
	}
	opened := r.text(i-1) == "between" || r.text(i-1) == "from"
	switch {
	case r.text(j) == "to" || r.text(j) == "and" && opened:
		j++
	case !r.dashed(i, j):
		return -1
	}
	if j < len(r.p.tokens) && r.p.tokens[j].kind == numberToken {
		return j
	}
	return -1
}

// dashed tells whether only a dash stands between the numbers at i and j.
func (r *reader) dashed(i, j int) bool {
	from := r.p.tokens[i].start + len(r.p.tokens[i].text)
	to := r.p.tokens[j].start
	if from >= to || to > len(r.p.Text) {
		return false
	}
	gap := strings.TrimSpace(r.p.Text[from:to])
	return gap == "-" || gap == "–" || gap == "—"
}

// rangesDiffer is how surely a range and another amount exclude each other: 1 where they have no
// value in common; less where both set a limit, and not the same one ("3 to 20 characters", "up to
// 64").
func rangesDiffer(x, y *quantity) float64 {
	const otherLimit = 0.5
	if disjoint(x, y) {
		return 1
	}
	if x.comparator == equals || y.comparator == equals {
		return 0
	}
	lowX, highX := x.interval()
	lowY, highY := y.interval()
	differ := func(a, b float64) bool {
		return !math.IsInf(a, 0) && !math.IsInf(b, 0) && math.Abs(a-b) > 0.12*max(math.Abs(a), math.Abs(b))
	}
	if differ(lowX, lowY) || differ(highX, highY) {
		return otherLimit
	}
	return 0
}

// convert brings scales with different zeros to one: degrees Fahrenheit to Celsius.
func (q *quantity) convert() {
	if q.dimension != "fahrenheit" {
		return
	}
	q.dimension, q.factor = "celsius", 5.0/9
	q.value, q.high = (q.value-32)*5/9, (q.high-32)*5/9
}
