package statistics

import "math"

// Side is what the sessions of a group show of a measure.
type Side struct {
	Sessions int     `json:"sessions"` // in which it could be seen
	Mean     float64 `json:"mean"`     // 0–1
	Low      float64 `json:"low"`      // of the interval of the mean
	High     float64 `json:"high"`
}

// Compared is a measure of two groups of sessions: those that were given notes, and those that were
// given none.
type Compared struct {
	Measure    string  `json:"measure"`
	Given      Side    `json:"given"`
	Control    Side    `json:"control"`
	Difference float64 `json:"difference"` // given − control
	Low        float64 `json:"low"`        // of the interval of the difference
	High       float64 `json:"high"`
	Enough     bool    `json:"enough"` // both sides have LeastSessions
	Differs    bool    `json:"differs"`
}

// LeastSessions is how many sessions each side must have before anything is claimed.
const LeastSessions = 30

// certainty is the z of intervals of 99.5 %: four measures are compared at once, and of a hundred
// times that nothing differs no more than two or three may seem to.
const certainty = 2.807

// Compare compares a measure, from 0 to 1 for each session. The intervals of the means are Wilson's
// for as many trials as there are sessions, which holds for shares too, as no spread of values from 0
// to 1 is greater than that of zeros and ones. The interval of the difference joins both (R. G.
// Newcombe, Statistics in Medicine 17, 1998, method 10), and keeps its promise where a side has no
// case at all.
func Compare(measure string, given, control []float64) Compared {
	c := Compared{Measure: measure, Given: side(given), Control: side(control)}
	g, o := c.Given, c.Control
	c.Difference = g.Mean - o.Mean
	c.Low = c.Difference - math.Hypot(g.Mean-g.Low, o.High-o.Mean)
	c.High = c.Difference + math.Hypot(g.High-g.Mean, o.Mean-o.Low)
	c.Enough = g.Sessions >= LeastSessions && o.Sessions >= LeastSessions
	c.Differs = c.Enough && (c.Low > 0 || c.High < 0)
	for _, x := range []*float64{&c.Given.Mean, &c.Given.Low, &c.Given.High, &c.Control.Mean, &c.Control.Low, &c.Control.High,
		&c.Difference, &c.Low, &c.High} {
		*x = math.Round(1000**x) / 1000
	}
	return c
}

// side is the mean of values and Wilson's interval for it; of none it is all that can be.
func side(values []float64) Side {
	n := float64(len(values))
	if n == 0 {
		return Side{High: 1}
	}
	sum := 0.0
	for _, v := range values {
		sum += min(1, max(0, v))
	}
	p, zz := sum/n, certainty*certainty
	middle := (p + zz/(2*n)) / (1 + zz/n)
	half := certainty / (1 + zz/n) * math.Sqrt(p*(1-p)/n+zz/(4*n*n))
	return Side{len(values), p, max(0, middle-half), min(1, middle+half)}
}
