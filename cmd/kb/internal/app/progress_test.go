package app

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// clock is a time that stands still until it is moved.
type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

func TestProgressWaitsHalfASecond(t *testing.T) {
	c := &clock{at: time.Date(2026, 5, 4, 0, 0, 0, 0, time.UTC)}
	var out bytes.Buffer
	p := &progress{w: &out, now: c.now}
	p.Report("parse", 1, 10)
	c.at = c.at.Add(progressDelay - time.Millisecond)
	p.Report("parse", 2, 10)
	if p.bars != nil {
		t.Error("a bar for work that was quick")
	}
	if p.writer() != &out {
		t.Error("remarks go elsewhere though there is no bar")
	}
	c.at = c.at.Add(time.Millisecond)
	p.Report("parse", 3, 10)
	p.Report("words", 1, 5)
	if p.bars == nil {
		t.Fatal("no bar for work that is long")
	}
	p.writer().Write([]byte("kb: a remark\n"))
	p.Stop()
	if p.bars != nil || !strings.Contains(out.String(), "kb: a remark\n") {
		t.Errorf("after the work: %q", out.String())
	}
	p.Stop()
	p.Report("parse", 1, 10)
	if p.bars != nil {
		t.Error("later work shows a bar at once")
	}
}

func TestProgressIsSilentWhereNobodyLooks(t *testing.T) {
	c := &clock{at: time.Date(2026, 5, 4, 0, 0, 0, 0, time.UTC)}
	var out bytes.Buffer
	p := &progress{w: &out, now: c.now, hidden: true}
	for i := range 10 {
		c.at = c.at.Add(time.Second)
		p.Report("parse", i, 10)
	}
	p.Stop()
	if out.Len() > 0 {
		t.Errorf("printed %q", out.String())
	}
}
