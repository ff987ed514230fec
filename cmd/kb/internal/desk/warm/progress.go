package warm

import (
	"fmt"
	"sync"
)

// Progress keeps how far long work is, such as the building of an index. Report is what index.Options.Progress calls.
type Progress struct {
	mu          sync.Mutex
	stage       string
	done, total int
}

// Report takes the newest news; without a stage nothing is under way.
func (p *Progress) Report(stage string, done, total int) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stage, p.done, p.total = stage, done, total
}

// String says how far it is, as in "reading 120 of 683"; "" where nothing is under way.
func (p *Progress) String() string {
	if p == nil {
		return ""
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.total > 0 {
		return fmt.Sprintf("%s %d of %d", p.stage, p.done, p.total)
	}
	return p.stage
}
