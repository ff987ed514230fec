package warm

import (
	"testing"
	"time"
)

// Ten thousand steps of a tenth of a millisecond rest once after each spell, and not at each step.
func TestWorkRestsAfterASpell(t *testing.T) {
	at, rests := time.Date(2026, 5, 4, 0, 0, 0, 0, time.UTC), 0
	now := func() time.Time { return at }
	rest := func() bool {
		rests++
		at = at.Add(letPass)
		return rests < 20
	}
	var s spells
	steps := 0
	for s.yield(now, rest) {
		steps++
		at = at.Add(workSpell / 1000)
	}
	if rests != 20 || steps != 19*1000 {
		t.Errorf("%d rests in %d steps", rests, steps)
	}
}
