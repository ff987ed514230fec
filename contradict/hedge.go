package contradict

import (
	"math"
	"strings"
)

// hedged tells whether a statement gives its amounts as estimates or averages.
func (p *Parsed) hedged() bool {
	for i := range p.tokens {
		switch p.tokens[i].text {
		case "average", "avg", "median", "approximately", "approx", "roughly", "around", "about", "circa", "estimated":
			return true
		}
	}
	return strings.ContainsAny(p.Text, "~≈") && !strings.Contains(p.Text, "~~")
}

// nearly tells whether two amounts are within a seventh of each other.
func nearly(x, y *quantity) bool {
	return math.Abs(x.value-y.value) <= 0.15*max(math.Abs(x.value), math.Abs(y.value))
}
