package survey

import (
	"testing"
)

func TestSurveyInWords(t *testing.T) {
	for want, got := range map[string]string{
		"1 note began before the known history": earlier(&Timeline{Earlier: 1}),
		"2026-05-04":                            span(CategoryInfo{Oldest: "2026-05-04T01:00:00Z", Newest: "2026-05-04T09:00:00Z"}),
		"2026-05-03 – 2026-05-04":               span(CategoryInfo{Oldest: "2026-05-03T01:00:00Z", Newest: "2026-05-04T09:00:00Z"}),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if span(CategoryInfo{}) != "" || earlier(&Timeline{}) != "" {
		t.Error("something is said of nothing")
	}
}
