package judge

import (
	"strings"
	"testing"
)

func TestEvaluateCounts(t *testing.T) {
	pairs := []LabelledPair{
		{A: "The port is 80.", B: "The port is not 80.", Label: "contradiction", Category: "x"}, // found
		{A: "Logs are public.", B: "Logs are private.", Label: "neutral", Category: "x"},        // wrongly found
		{A: "Cats sleep.", B: "Dogs bark.", Label: "contradiction", Category: "y"},              // missed
		{A: "Cats sleep.", B: "Dogs bark.", Label: "neutral", Category: "y"},
	}
	e := Evaluate(pairs, nil)
	want := Measure{Precision: 0.5, Recall: 0.5, F1: 0.5, FalsePositiveRate: 0.5, TP: 1, FP: 1, FN: 1, TN: 1}
	if e.Warn != want || e.Reject != want {
		t.Errorf("warn %+v, reject %+v, want %+v", e.Warn, e.Reject, want)
	}
	if len(e.Categories) != 2 || e.Categories[0].Name != "x" || e.Categories[0].Warn.TP != 1 || e.Categories[1].Warn.FN != 1 {
		t.Errorf("categories %+v", e.Categories)
	}
	if len(e.Pairs) != 4 || e.Pairs[0].Signal != string(SignalNegation) || e.Pairs[0].Gate != 1 || e.Pairs[0].Alignment == 0 {
		t.Errorf("pairs %+v", e.Pairs)
	}
	empty := Evaluate(nil, nil)
	if empty.Warn.Precision != 1 || empty.Warn.Recall != 1 || empty.Pairs == nil {
		t.Errorf("of nothing: %+v", empty)
	}
}

func TestReadPairsNamesTheLine(t *testing.T) {
	_, err := ReadPairs(strings.NewReader("{\"a\":\"x\",\"b\":\"y\",\"label\":\"neutral\"}\n\n{oops}\n"))
	if err == nil || !strings.Contains(err.Error(), "line 3") {
		t.Errorf("error %v", err)
	}
	pairs, err := ReadPairs(strings.NewReader(`{"a":"x","b":"y","label":"neutral","a_context":["H","K"]}`))
	if err != nil || len(pairs) != 1 || len(pairs[0].AContext) != 2 {
		t.Errorf("pairs %+v, error %v", pairs, err)
	}
}
