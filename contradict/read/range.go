package read

import (
	"strings"
)

// rangeFrom makes the quantity at i a range where a second number follows: "between 2 and 8 °C", "5–10 s".
func (r *reader) rangeFrom(q *Quantity, i int) {
	j := r.secondNumber(i)
	if j < 0 || q.Version != "" {
		return
	}
	high, version, ok := r.numberValue(j)
	if !ok || version != "" {
		return
	}
	dimension, factor := r.dimension(j)
	if IsMeasure(q.Dimension) && q.Dimension != dimension {
		return
	}
	low := q.Value
	if !IsMeasure(q.Dimension) {
		low *= factor // "2 to 8 hours": the unit of the second is that of the first
	}
	if high *= factor; high < low {
		return
	}
	q.Value, q.High, q.Dimension, q.Factor, q.Comparator = low, high, dimension, factor, Between
	r.next = j + 1
}

// IsMeasure reports whether a dimension is one of units, not a count or a bare number.
func IsMeasure(dimension string) bool {
	return !strings.HasPrefix(dimension, numberAfter) && !strings.HasPrefix(dimension, CountOf)
}

// secondNumber returns the token of the upper end of a range that begins at i, -1 for none.
func (r *reader) secondNumber(i int) int {
	j := i + 1
	if _, ok := r.l.Units[r.text(j)]; ok {
		j++
	}
	if j >= len(r.p.Tokens) {
		return -1
	}
	opened := r.text(i-1) == "between" || r.text(i-1) == "from"
	switch {
	case r.text(j) == "to" || r.text(j) == "and" && opened:
		j++
	case !r.dashed(i, j):
		return -1
	}
	if j < len(r.p.Tokens) && r.p.Tokens[j].Kind == NumberToken {
		return j
	}
	return -1
}

// dashed reports whether only a dash stands between the numbers at i and j.
func (r *reader) dashed(i, j int) bool {
	from := r.p.Tokens[i].Start + len(r.p.Tokens[i].Text)
	to := r.p.Tokens[j].Start
	if from >= to || to > len(r.p.Text) {
		return false
	}
	gap := strings.TrimSpace(r.p.Text[from:to])
	return gap == "-" || gap == "–" || gap == "—"
}
