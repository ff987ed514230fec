package usage

import (
	"time"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/rank"
)

// What a touch was.
const (
	ByCommit       = "commit"
	ByVerification = "verified"
	ByOpening      = "opened"
)

// Touch is what the age of a note counts from.
type Touch struct {
	At time.Time // zero: the note has no age
	By string    // ByCommit, ByVerification or ByOpening; "" for none
}

// LastTouch is the latest of the last commit to a note, the day in verified and the last time that
// it was opened. committed is the zero time where it is not known. Where neither commit nor
// verified is known the note has no age, however long ago it was opened.
func LastTouch(n *kb.Note, c Count, committed time.Time) Touch {
	t := Touch{}
	if !committed.IsZero() {
		t = Touch{committed, ByCommit}
	}
	if day, ok := firstDay(n.Verified); ok && day.After(t.At) {
		t = Touch{day, ByVerification}
	}
	if !t.At.IsZero() && c.LastOpened.After(t.At) {
		t = Touch{c.LastOpened, ByOpening}
	}
	return t
}

// firstDay reads the day of a date in ISO 8601.
func firstDay(date string) (time.Time, bool) {
	if date == "" { // as of most notes: an error would be made for nothing
		return time.Time{}, false
	}
	day, err := time.Parse(time.DateOnly, date[:min(len(date), len(time.DateOnly))])
	return day, err == nil
}

// disputedShare is what is left of the confidence of a note that is disputed.
const disputedShare = 0.8

// Confidence of a note at a time, in [0.1, 1]: what its front matter says, raised by 3 % for each
// time that it was opened, and halved with its age since the last touch: see LastTouch, and
// rank.Confidence for the formula.
func Confidence(n *kb.Note, c Count, committed time.Time, halves rank.HalfLives, now time.Time) float64 {
	touch, halfLife := LastTouch(n, c, committed), 0.0
	if !touch.At.IsZero() {
		halfLife = halves.Of(n.Kind, n.Type, n.Pinned)
	}
	sure := rank.Confidence(n.Confidence, c.Opened, halfLife, touch.At, now)
	if n.Disputed {
		sure = max(rank.FloorConfidence, disputedShare*sure)
	}
	return sure
}
