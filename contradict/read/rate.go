package read

import (
	"slices"
	"strconv"

	"github.com/9aea2451/kb/contradict/words"
)

// takeRate finds how often something happens ("twice a day", "every 5 minutes", "hourly"),
// takes the words out and returns them as a quantity in times per second, nil for none.
func takeRate(text string, tokens []Token) ([]Token, *Quantity) {
	for i := range tokens {
		n, rate := rateAt(tokens, i)
		if n == 0 {
			continue
		}
		q := &Quantity{Value: rate, Dimension: DimensionRate, Factor: 1, Token: i, Written: written(text, &tokens[i], &tokens[i+n-1])}
		return slices.Delete(tokens, i, i+n), q
	}
	return tokens, nil
}

// rateAt reads a rate at i and returns how many tokens it takes.
func rateAt(tokens []Token, i int) (n int, rate float64) {
	if tokens[i].Class&words.InPeriods != 0 {
		l := words.English()
		return 1, 1 / l.Units[l.Periods[tokens[i].Text]].Factor
	}
	if tokens[i].Text == "every" {
		count, next := 1.0, i+1
		if next < len(tokens) {
			if c, ok := smallNumber(&tokens[next]); ok {
				count, next = c, next+1
			}
		}
		seconds := period(tokens, next)
		if seconds == 0 {
			return 0, 0
		}
		return next + 1 - i, 1 / (seconds * count)
	}
	times, ok := smallNumber(&tokens[i])
	if !ok {
		return 0, 0
	}
	// "3 times a day", "once per hour", "twice every week".
	j := i + 1
	if j < len(tokens) && (tokens[j].Text == "time" || tokens[j].Text == "times") {
		j++
	}
	if j < len(tokens) && tokens[j].Text == "in" {
		j++
	}
	if j >= len(tokens) {
		return 0, 0
	}
	switch tokens[j].Text {
	case "per", "a", "an", "every", "each":
		if seconds := period(tokens, j+1); seconds > 0 {
			return j + 2 - i, times / seconds
		}
	}
	return 0, 0
}

// period returns the seconds of the unit of time at i, from a second to a year; a night is one of each day; 0 for anything else.
func period(tokens []Token, i int) float64 {
	if i >= len(tokens) {
		return 0
	}
	switch tokens[i].Text {
	case "night", "morning", "evening":
		return words.English().Units["day"].Factor
	}
	u := words.English().Units[tokens[i].Text]
	if u.Dimension != "time" || u.Factor < 1 || len(tokens[i].Text) < 3 {
		return 0
	}
	return u.Factor
}

// smallNumber reads a number of digits or a number word. It is false for 0 and below, by which no
// time is divided.
func smallNumber(t *Token) (float64, bool) {
	if t.Kind == NumberToken {
		v, err := strconv.ParseFloat(t.Text, 64)
		return v, err == nil && v > 0
	}
	if t.Class&words.InNumbers == 0 {
		return 0, false
	}
	v := words.English().Numbers[t.Text]
	return v, v > 0
}
