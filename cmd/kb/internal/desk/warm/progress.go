package warm

import (
	"fmt"
	"sync"
)

// Progress keeps how far the building of an index is. Report is what index.Options.Progress calls.
type Progress struct {
	mu          sync.Mutex
	stage       string
	done, total int
}

// Report takes the newest news.
func (p *Progress) Report(stage string, done, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stage, p.done, p.total = stage, done, total
}

// String says how far it is, as in "reading 120 of 683".
func (p *Progress) String() string {
	if p == nil {
		return "reading"
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.stage == "":
		return "reading"
	case p.total > 0:
		return fmt.Sprintf("%s %d of %d", p.stage, p.done, p.total)
	}
	return p.stage
}
