package find

import (
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/markdown"
)

func TestHitsInWords(t *testing.T) {
	for want, got := range map[string]string{
		"text":                   extraText("text"),
		`["a",2]`:                extraText([]any{"a", 2}),
		"yes":                    yes(true),
		"  [spec]  [draft]":      badges(report.Style{}, index.Hit{Kind: "spec", Status: "draft", Standing: markdown.Proposed}),
		"  [spec]":               badges(report.Style{}, index.Hit{Kind: "spec", Status: "draft"}), // of a feature that is built
		"  [spec]  [stagnant]":   badges(report.Style{}, index.Hit{Kind: "spec", Status: "deprecated", Inactive: "stagnant"}),
		"  [memory]  [gotcha]":   badges(report.Style{}, index.Hit{Kind: "memory", Type: "gotcha", Status: "accepted"}),
		"does not hold: expired": inactiveNote(nil, index.Hit{Inactive: "expired"}),
		"score 0.5000 (hybrid) · links 0.25 · note 1": factors(index.Hit{Score: 0.5, Match: "hybrid",
			Factors: map[string]float64{"note": 1, "links": 0.25}}),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if yes(false) != "" || badges(report.Style{}, index.Hit{Kind: "doc"}) != "" || factors(index.Hit{}) != "" {
		t.Error("something is said of nothing")
	}
}
