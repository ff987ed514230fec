package rank

import (
	"math"
	"time"
)

const (
	// DefaultConfidence is that of a note which tells none.
	DefaultConfidence = 0.8
	// FloorConfidence is what age leaves of any confidence.
	FloorConfidence = 0.1

	accessRaise = 1.03
	day         = 24 * time.Hour
)

// Confidence of a note: base in [0, 1], raised by 3 % per recorded access up to 1, halved every
// halfLife days since the last touch (commit, access or verified, whichever is latest), never below
// 0.1. halfLife ≤ 0 means that it does not decay.
func Confidence(base float64, accesses int, halfLife float64, touched, now time.Time) float64 {
	c := min(1, max(0, base)*math.Pow(accessRaise, float64(max(accesses, 0))))
	if age := now.Sub(touched); halfLife > 0 && age > 0 {
		c *= math.Pow(0.5, float64(age)/float64(day)/halfLife)
	}
	return max(FloorConfidence, c)
}

// halfLife gives the days after which the confidence of a note of this kind and memory type has
// halved, 0 for never.
func halfLife(kind, typ string) float64 {
	switch kind {
	case "decision", "spec":
		return 0
	case "memory":
		switch typ {
		case "work_state":
			return 7
		case "episode", "e2e_observation":
			return 30
		case "error_pattern", "gotcha":
			return 60
		case "causal_dependency", "workflow_recipe":
			return 120
		case "task_calibration":
			return 180
		}
		return 90
	}
	return 365
}
