package contradict

import (
	"slices"
	"strconv"
)

// takeRate finds how often something happens ("twice a day", "every 5 minutes", "hourly"),
// takes the words out and returns them as a quantity in times per second, nil for none.
func takeRate(tokens []token) ([]token, *quantity) {
	for i := range tokens {
		n, rate := rateAt(tokens, i)
		if n == 0 {
			continue
		}
		q := &quantity{value: rate, dimension: dimensionRate, factor: 1, token: i}
		return slices.Delete(tokens, i, i+n), q
	}
	return tokens, nil
}

// rateAt reads a rate at i and returns how many tokens it takes.
func rateAt(tokens []token, i int) (n int, rate float64) {
	if period, ok := words().periods[tokens[i].text]; ok {
		return 1, 1 / words().units[period].factor
	}
	if tokens[i].text == "every" {
		return everyPeriod(tokens, i)
	}
	times, ok := smallNumber(&tokens[i])
	if !ok {
		return 0, 0
	}
	return timesPerPeriod(tokens, i, times)
}

// everyPeriod reads "every hour" and "every 5 minutes".
func everyPeriod(tokens []token, i int) (n int, rate float64) {
	count, next := 1.0, i+1
	if next < len(tokens) {
		if c, ok := smallNumber(&tokens[next]); ok && c > 0 {
			count, next = c, next+1
		}
	}
	seconds := period(tokens, next)
	if seconds == 0 {
		return 0, 0
	}
	return next + 1 - i, 1 / (seconds * count)
}

// timesPerPeriod reads "3 times a day", "once per hour", "twice every week".
func timesPerPeriod(tokens []token, i int, times float64) (n int, rate float64) {
	j := i + 1
	if j < len(tokens) && (tokens[j].text == "time" || tokens[j].text == "times") {
		j++
	}
	if j < len(tokens) && tokens[j].text == "in" {
		j++
	}
	if j >= len(tokens) {
		return 0, 0
	}
	switch tokens[j].text {
	case "per", "a", "an", "every", "each":
		if seconds := period(tokens, j+1); seconds > 0 {
			return j + 2 - i, times / seconds
		}
	}
	return 0, 0
}

// period returns the seconds of the unit of time at i, from a second to a year; 0 for anything else.
func period(tokens []token, i int) float64 {
	if i >= len(tokens) {
		return 0
	}
	u := words().units[tokens[i].text]
	if u.dimension != "time" || u.factor < 1 || len(tokens[i].text) < 3 {
		return 0
	}
	return u.factor
}

func smallNumber(t *token) (float64, bool) {
	if t.kind == numberToken {
		v, err := strconv.ParseFloat(t.text, 64)
		return v, err == nil && v > 0
	}
	v, ok := words().numbers[t.text]
	return v, ok && v > 0
}
