package usage_test

import (
	"testing"
	"time"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/usage"
	"pgregory.net/rapid"
)

// drawNote draws a note of any kind and what is known of its use.
func drawNote(t *rapid.T) (*kb.Note, usage.Count, time.Time) {
	n := &kb.Note{
		Kind:       rapid.SampledFrom([]string{"memory", "decision", "spec", "summary", "doc"}).Draw(t, "kind"),
		Type:       rapid.SampledFrom([]string{"", "work_state", "episode", "gotcha", "pattern", "causal_dependency"}).Draw(t, "type"),
		Confidence: rapid.Float64Range(0, 1).Draw(t, "confidence"),
		Pinned:     rapid.Bool().Draw(t, "pinned"),
		Verified:   rapid.SampledFrom([]string{"", "2026-01-31", "2024-02-29", "not a day"}).Draw(t, "verified"),
	}
	days := func(name string) time.Time {
		return noon().AddDate(0, 0, -rapid.IntRange(0, 4000).Draw(t, name))
	}
	c := usage.Count{Opened: rapid.IntRange(0, 500).Draw(t, "opened")}
	if c.Opened > 0 {
		c.LastOpened = days("days since opened")
	}
	var committed time.Time
	if rapid.Bool().Draw(t, "commit known") {
		committed = days("days since commit")
	}
	return n, c, committed
}

func TestConfidenceStaysInRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, c, committed := drawNote(t)
		if got := usage.Confidence(n, c, committed, nil, noon()); got < 0.1 || got > 1 {
			t.Fatalf("confidence %v", got)
		}
	})
}

func TestConfidenceFallsWithAge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, c, committed := drawNote(t)
		now := noon()
		before := usage.Confidence(n, c, committed, nil, now)
		after := usage.Confidence(n, c, committed, nil, now.AddDate(0, 0, rapid.IntRange(0, 1000).Draw(t, "later")))
		if after > before {
			t.Fatalf("rose from %v to %v", before, after)
		}
		if timeless := n.Pinned || n.Kind == "decision" || n.Kind == "spec"; timeless && after != before {
			t.Fatalf("a timeless note fell from %v to %v", before, after)
		}
	})
}

func TestConfidenceRisesWithUse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, c, committed := drawNote(t)
		more := c
		more.Opened += rapid.IntRange(1, 50).Draw(t, "more")
		if more.LastOpened = noon(); rapid.Bool().Draw(t, "long ago") && !c.LastOpened.IsZero() {
			more.LastOpened = c.LastOpened
		}
		if before, after := usage.Confidence(n, c, committed, nil, noon()),
			usage.Confidence(n, more, committed, nil, noon()); after < before {
			t.Fatalf("fell from %v to %v", before, after)
		}
	})
}

func TestConfidenceOfKnownCases(t *testing.T) {
	memory := &kb.Note{Kind: "memory", Type: "work_state", Confidence: 0.8}
	for name, c := range map[string]struct {
		n         *kb.Note
		opened    int
		last      time.Time
		committed time.Time
		want      float64
	}{
		"untouched":       {memory, 0, time.Time{}, noon(), 0.8},
		"a half-life ago": {memory, 0, time.Time{}, noon().AddDate(0, 0, -7), 0.4},
		"opened since":    {memory, 1, noon(), noon().AddDate(0, 0, -7), 0.824},
		"often opened":    {memory, 100, noon(), noon(), 1},
		"forgotten":       {memory, 0, time.Time{}, noon().AddDate(-1, 0, 0), 0.1},
		"a decision":      {&kb.Note{Kind: "decision", Confidence: 0.9}, 0, time.Time{}, noon().AddDate(-9, 0, 0), 0.9},
		"verified after commit": {&kb.Note{Kind: "memory", Type: "work_state", Confidence: 0.8, Verified: "2026-05-04"}, 0, time.Time{},
			noon().AddDate(-1, 0, 0), 0.8 * 0.9517},
	} {
		got := usage.Confidence(c.n, usage.Count{Opened: c.opened, LastOpened: c.last}, c.committed, nil, noon())
		if diff := got - c.want; diff > 1e-4 || diff < -1e-4 {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestLastTouch(t *testing.T) {
	day := func(d int) time.Time { return time.Date(2026, 5, d, 0, 0, 0, 0, time.UTC) }
	for name, c := range map[string]struct {
		verified          string
		committed, opened time.Time
		want              usage.Touch
	}{
		"nothing":             {"", time.Time{}, time.Time{}, usage.Touch{}},
		"opened alone":        {"", time.Time{}, day(3), usage.Touch{}},
		"committed":           {"", day(1), time.Time{}, usage.Touch{At: day(1), By: "commit"}},
		"verified since":      {"2026-05-02", day(1), time.Time{}, usage.Touch{At: day(2), By: "verified"}},
		"verified before":     {"2026-05-02", day(3), time.Time{}, usage.Touch{At: day(3), By: "commit"}},
		"verified at a time":  {"2026-05-02T10:00:00Z", day(1), time.Time{}, usage.Touch{At: day(2), By: "verified"}},
		"opened last":         {"2026-05-02", day(1), day(4), usage.Touch{At: day(4), By: "opened"}},
		"committed after all": {"2026-05-02", day(5), day(4), usage.Touch{At: day(5), By: "commit"}},
	} {
		if got := usage.LastTouch(&kb.Note{Verified: c.verified}, usage.Count{LastOpened: c.opened}, c.committed); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
