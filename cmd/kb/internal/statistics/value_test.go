package statistics

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// Of a hundred simulated teams whose notes help, nearly all are told so; of a hundred whose notes do
// nothing, at most five are told anything of any of the four measures.
func TestKnownEffectIsFoundAndNoOther(t *testing.T) {
	r := rand.New(rand.NewPCG(22, 7))
	binary := func(n int, p float64) []float64 {
		out := make([]float64, n)
		for i := range out {
			if r.Float64() < p {
				out[i] = 1
			}
		}
		return out
	}
	shares := func(n int, p float64) []float64 { // of a few cases a session
		out := make([]float64, n)
		for i := range out {
			of := 1 + r.IntN(12)
			for range of {
				if r.Float64() < p {
					out[i] += 1 / float64(of)
				}
			}
		}
		return out
	}
	found, none, rare := 0, 0, 0
	for range 100 {
		const given, control = 450, 50
		if c := Compare("dead ends", binary(given, .1), binary(control, .4)); c.Differs && c.High < 0 {
			found++
		}
		for _, p := range [][2]float64{{.4, .02}, {.1, .3}} {
			if Compare("dead ends", binary(given, p[0]), binary(control, p[0])).Differs ||
				Compare("errors", shares(given, p[0]), shares(control, p[0])).Differs ||
				Compare("re-reads", shares(given, p[1]), shares(control, p[1])).Differs ||
				Compare("corrections", binary(given, p[1]), binary(control, p[1])).Differs {
				if p[1] == .3 {
					none++
				} else {
					rare++
				}
			}
		}
	}
	if found < 90 || none > 5 || rare > 5 {
		t.Errorf("found %d of 100; false alarms %d and %d", found, none, rare)
	}
}

// Nothing is claimed of fewer than thirty sessions a side, however great the difference.
func TestFewSessionsClaimNothing(t *testing.T) {
	zeros, ones := make([]float64, 200), make([]float64, 29)
	for i := range ones {
		ones[i] = 1
	}
	if c := Compare("x", zeros, ones); c.Differs || c.Enough || c.Difference != -1 {
		t.Errorf("%+v", c)
	}
	if c := Compare("x", zeros, append(ones, 1)); !c.Differs {
		t.Errorf("%+v", c)
	}
	if c := Compare("x", nil, nil); c.Differs || c.Low != -1 || c.High != 1 {
		t.Errorf("%+v", c)
	}
}

// Wilson's interval at 99.5 % for 3 of 10, computed by hand: (.3 + .394) / 1.788 ± 2.807/1.788 · √(.021 + .0197).
func TestInterval(t *testing.T) {
	c := Compare("x", []float64{1, 1, 1, 0, 0, 0, 0, 0, 0, 0}, nil)
	if got := fmt.Sprint(c.Given.Mean, c.Given.Low, c.Given.High); got != "0.3 0.071 0.705" {
		t.Error(got)
	}
}
