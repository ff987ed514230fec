package query

import (
	"strconv"
	"strings"
)

// comparison is what a number must be: an operator, and what it is compared with.
type comparison struct {
	operator string // <, <=, >, >= or =
	with     float64
}

// parseComparison reads >0.7, >=0.7, <0.3, <=0.3, =0.5 or 0.5, of numbers from 0 to 1.
func parseComparison(s string) (comparison, bool) {
	number := strings.TrimLeft(s, "<>=")
	c := comparison{operator: s[:len(s)-len(number)]}
	switch c.operator {
	case "":
		c.operator = "="
	case "<", "<=", ">", ">=", "=":
	default:
		return c, false
	}
	x, err := strconv.ParseFloat(number, 64)
	c.with = x
	return c, err == nil && x >= 0 && x <= 1
}

// holds tells whether a number is as the comparison asks. "=" takes it as it is, without a margin.
func (c comparison) holds(x float64) bool {
	switch c.operator {
	case "<":
		return x < c.with
	case "<=":
		return x <= c.with
	case ">":
		return x > c.with
	case ">=":
		return x >= c.with
	}
	return x == c.with
}

// allHold tells whether a number is as all the comparisons ask; one that cannot be read holds for none.
func allHold(comparisons []string, x float64) bool {
	for _, s := range comparisons {
		if c, ok := parseComparison(s); !ok || !c.holds(x) {
			return false
		}
	}
	return true
}
