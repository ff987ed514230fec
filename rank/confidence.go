package rank

import "time"

// Confidence of a note: base in [0, 1], raised by 3 % per recorded access up to 1, halved every halfLife days since the last touch
// (commit, access or verified, whichever is latest), never below 0.1. halfLife ≤ 0 means that it does not decay.
func Confidence(base float64, accesses int, halfLife float64, touched, now time.Time) float64 {
	return base
}

// HalfLife gives the days after which the confidence of a note of this kind and memory type has halved, 0 for never.
func HalfLife(kind, typ string, pinned bool) float64 { return 0 }
