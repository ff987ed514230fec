package warm

import (
	"sync"
	"time"

	"github.com/9aea2451/kb/kb/validate"
)

// keptFor is how long the index of all statements stays in memory after a check: to make it takes
// longer than the check, and who asks once asks again.
const keptFor = 30 * time.Second

// keptChecker is the index of all statements as the last check of a repository used it; that of an
// older view is let go.
type keptChecker struct {
	mu      sync.Mutex
	of      *Statements
	note    string // path of the note that is left out
	day     string
	checker *validate.Checker
	expiry  *time.Timer
}

// against returns what statements of a note are checked against on a day: all that a view says,
// without what the note itself says.
func (k *keptChecker) against(c *Statements, note string, day time.Time) *validate.Checker {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.expiry == nil {
		k.expiry = time.AfterFunc(keptFor, k.forget)
	} else {
		k.expiry.Reset(keptFor)
	}
	if today := day.Format(time.DateOnly); k.of != c || k.note != note || k.day != today {
		k.checker, k.of, k.note, k.day = validate.NewChecker(c.snap.Without(note), day), c, note, today
	}
	return k.checker
}

// forget drops the checker; the next check makes another one.
func (k *keptChecker) forget() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.of, k.checker = nil, nil
}
