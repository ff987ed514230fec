package app

import (
	"io"
	"sync"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// progressDelay is how long work may last before it is worth a bar.
const progressDelay = 500 * time.Millisecond

// progress shows one bar a stage of long work on a terminal. Nothing is built before the work has
// lasted progressDelay.
type progress struct {
	w      io.Writer
	now    func() time.Time
	hidden bool // no terminal, or not wanted

	mu      sync.Mutex
	started time.Time
	bars    *mpb.Progress
	bar     *mpb.Bar
	stage   string
}

// Report takes the state of the work; index.Options.Progress calls it.
func (p *progress) Report(stage string, done, total int) {
	if p.hidden {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.started.IsZero() {
		p.started = p.now()
	}
	if p.bars == nil {
		if p.now().Sub(p.started) < progressDelay {
			return
		}
		p.bars = mpb.New(mpb.WithOutput(p.w), mpb.WithAutoRefresh(), mpb.WithWidth(40), mpb.WithRefreshRate(100*time.Millisecond))
	}
	if p.bar == nil || stage != p.stage {
		if p.bar != nil {
			p.bar.Abort(true)
		}
		p.stage = stage
		p.bar = p.bars.AddBar(int64(total),
			mpb.PrependDecorators(decor.Name(stage, decor.WC{W: 12, C: decor.DindentRight})),
			mpb.AppendDecorators(decor.CountersNoUnit("%d / %d")),
			mpb.BarRemoveOnComplete())
	}
	p.bar.SetTotal(int64(total), false)
	p.bar.SetCurrent(int64(done))
}

// Stop takes the bar off the terminal. It may be called again, and more work may follow.
func (p *progress) Stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bars != nil {
		p.bar.Abort(true)
		p.bars.Wait()
	}
	p.bars, p.bar, p.started = nil, nil, time.Time{}
}

// writer is where remarks go: above the bar while there is one.
func (p *progress) writer() io.Writer {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bars != nil {
		return p.bars
	}
	return p.w
}
