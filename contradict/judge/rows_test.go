package judge

import "testing"

// Leaving a doubt out lets wrong pairs out, leaving a signal out loses right ones; what does neither is
// not listed.
func TestRows(t *testing.T) {
	pairs := []LabelledPair{
		{A: "Sessions expire after 30 minutes.", B: "Sessions expire after 12 hours.", Label: LabelContradiction},
		{A: "The proxy retries requests.", B: "The proxy does not retry requests for unhealthy nodes.", Label: "neutral"},
	}
	rows := map[string]RowEffect{}
	for _, r := range Rows(pairs, nil) {
		rows[r.Row] = r
	}
	if r := rows["number"]; !r.Signal || r.Warn != (Change{Right: -1}) || r.Reject != (Change{Right: -1}) {
		t.Errorf("number: %+v", r)
	}
	if r, listed := rows["quantifier"]; listed {
		t.Errorf("quantifier: %+v", r)
	}
	if r := rows["more is said"]; r.Signal || r.Warn != (Change{Wrong: 1}) {
		t.Errorf("more is said: %+v", r)
	}
}
