package panel

import (
	"sync"
	"time"
)

const (
	calmAfter = time.Second            // a page, within which the next is likely
	mostAside = 10 * time.Second       // that pages keep what is made beside them waiting
	asideFor  = 100 * time.Millisecond // for which it then works between them
	atFirst   = 3 * time.Second        // for which it works whoever asks: most repositories take less
	lookAgain = 20 * time.Millisecond
)

// aside lets what keeps all processors busy for minutes wait while pages are asked for. The zero value is
// ready.
type aside struct {
	mu     sync.Mutex // held by who waits, so that all who work together do
	worked time.Time  // until when it may work though pages are asked for

	last  sync.Mutex
	asked int       // pages that are being made
	ended time.Time // when the last one was
}

// begin lets it work at first.
func (a *aside) begin() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.worked = time.Now().Add(atFirst)
}

// page notes that a page is being made, until the function that it returns is called: with true for a page that
// waits itself for what is made beside.
func (a *aside) page() (end func(waits bool)) {
	a.last.Lock()
	a.asked++
	a.last.Unlock()
	return func(waits bool) {
		a.last.Lock()
		defer a.last.Unlock()
		if a.asked--; !waits {
			a.ended = time.Now()
		}
	}
}

// calm reports whether no page is being made, nor likely to be.
func (a *aside) calm() bool {
	a.last.Lock()
	defer a.last.Unlock()
	return a.asked == 0 && time.Since(a.ended) > calmAfter
}

// wait waits for calm, though not for ever; it reports whether to go on, which ends with done.
func (a *aside) wait(done <-chan struct{}) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	for began := time.Now(); !time.Now().Before(a.worked) && !a.calm(); {
		if time.Since(began) > mostAside {
			a.worked = time.Now().Add(asideFor)
			break
		}
		select {
		case <-time.After(lookAgain):
		case <-done:
			return false
		}
	}
	select {
	case <-done:
		return false
	default:
		return true
	}
}
