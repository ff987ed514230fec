package base

import (
	"testing"

	"github.com/9aea2451/kb/contradict/judge"
)

// A planted pair is judged as the base judges, and nothing of it stays.
func TestEvaluatePlanted(t *testing.T) {
	b := New(filler())
	n := b.live
	e := b.Evaluate([]judge.LabelledPair{
		{A: "Access tokens expire after 15 minutes.", B: "Access tokens expire after 2 hours.", Label: judge.LabelContradiction},
		{A: "The feature is enabled.", B: "The feature is disabled.", Label: judge.LabelContradiction},
		{A: "Access tokens expire after 15 minutes.", B: "The report is green.", Label: "neutral"},
	})
	if e.Reject.TP < 1 || e.Warn.FP != 0 || b.live != n {
		t.Errorf("warn %+v, reject %+v, %d statements of %d", e.Warn, e.Reject, b.live, n)
	}
}
