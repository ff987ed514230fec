package usage

import (
	"time"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/rank"
)

// Confidence of a note at a time, in [0.1, 1]: what its front matter says, raised by 3 % for each time that it was opened, and halved with its age since
// the last touch: the last commit to it, the last time that it was opened, or the day in verified. committed is the zero time where it is not known.
// Where neither commit nor verified is known it has no age. See rank.Confidence for the formula.
func Confidence(n *kb.Note, c Count, committed, now time.Time) float64 {
	touched := committed
	if day, err := time.Parse(time.DateOnly, n.Verified); err == nil {
		touched = latest(touched, day)
	}
	halfLife := rank.HalfLife(n.Kind, n.Type, n.Pinned)
	if touched.IsZero() {
		halfLife = 0
	}
	return rank.Confidence(n.Confidence, c.Opened, halfLife, latest(touched, c.LastOpened), now)
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
