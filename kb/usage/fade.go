package usage

import (
	"math"
	"time"
)

// faded is what is left of a count after a while: half of it after HalfLife. A clock that went back
// leaves it as it is.
func faded(count float64, from, now int64) float64 {
	if now <= from {
		return count
	}
	age := time.Duration(now-from) * time.Millisecond
	return count * math.Pow(0.5, float64(age)/float64(HalfLife))
}

// grown is a fading count with what a new event adds to it, and the time for which it is right. An
// event that comes late adds what is left of it.
func grown(count float64, at int64, add float64, event int64) (float64, int64) {
	if event < at {
		return count + faded(add, event, at), at
	}
	return faded(count, at, event) + add, event
}
