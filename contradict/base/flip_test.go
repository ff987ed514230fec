package base

import (
	"testing"

	"github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/contradict/read"
)

// What is turned is stopped; the same seed turns the same, and the base stays as it was.
func TestFlip(t *testing.T) {
	b := New([]*read.Parsed{
		read.Parse(read.Statement{Text: "The gateway must reject expired client certificates.", Document: "a.md"}),
		read.Parse(read.Statement{Text: "log each request to the audit file", Conditions: []string{"The server MUST:"}, Document: "b.md"}),
		read.Parse(read.Statement{Text: "Where a job is late, nobody waits.", Document: "c.md"}),
	})
	first, second := b.Flip(9, "1"), b.Flip(9, "1")
	groups := map[string]int{}
	for i, f := range first {
		if groups[f.Group]++; f.Energy < judge.Reject || f.Text != second[i].Text {
			t.Errorf("%s %q: %.2f %s", f.Kind, f.Text, f.Energy, f.Reason)
		}
	}
	if groups[BySelf] != 1 || groups[UnderLead] != 1 || len(first) != 2 || b.live != 3 {
		t.Errorf("%v, %d statements", groups, b.live)
	}
}
