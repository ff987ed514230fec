package contradict

import (
	"math"
	"strings"
)

// hedgeReach is how many words before an amount can make it an estimate.
const hedgeReach = 4

// hedged tells whether a statement gives an amount as an estimate or an average.
func (p *Parsed) hedged(q *quantity) bool {
	for i := max(0, q.token-hedgeReach); i < q.token && i < len(p.tokens); i++ {
		switch p.tokens[i].text {
		case "average", "avg", "median", "approximately", "approx", "roughly", "around", "about", "circa", "estimated":
			return true
		}
	}
	return strings.Contains(p.Text, "≈") || strings.Contains(p.Text, "~") && !strings.Contains(p.Text, "~~")
}

// nearly tells whether two amounts are within a seventh of each other.
func nearly(x, y *quantity) bool {
	return math.Abs(x.value-y.value) <= 0.15*max(math.Abs(x.value), math.Abs(y.value))
}
