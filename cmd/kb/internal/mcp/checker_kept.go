package mcp

import (
	"sync"
	"time"

	"github.com/9aea2451/kb/kb/validate"
)

// keptFor is how long the index of all statements stays in memory after a check: to make it takes longer than the check, and who asks once
// asks again.
const keptFor = 30 * time.Second

// keptChecker is the index of all statements as the last check used it.
type keptChecker struct {
	mu      sync.Mutex
	note    string // path of the note that is left out
	day     string
	checker *validate.Checker
	expiry  *time.Timer
}

// against gives what statements of a note are checked against on a day: all that is stated, without what the note itself says.
func (c *checker) against(note string, day time.Time) *validate.Checker {
	k := &c.kept
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.expiry != nil {
		k.expiry.Stop()
	}
	k.expiry = time.AfterFunc(keptFor, k.forget)
	if today := day.Format(time.DateOnly); k.checker == nil || k.note != note || k.day != today {
		k.checker, k.note, k.day = validate.NewChecker(c.without(note), day), note, today
	}
	return k.checker
}

func (k *keptChecker) forget() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.checker = nil
}
