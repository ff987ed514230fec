package days

import (
	"testing"
	"time"
)

func iso(day time.Time) string {
	if day.IsZero() {
		return ""
	}
	return day.Format(time.DateOnly)
}

func TestPeriod(t *testing.T) {
	for date, want := range map[string][2]string{
		"":           {"", ""},
		"2026-05-04": {"2026-05-04", "2026-05-04"},
		"2024-02":    {"2024-02-01", "2024-02-29"},
		"2026":       {"2026-01-01", "2026-12-31"},
	} {
		first, last, err := period(date)
		if err != nil || iso(first) != want[0] || iso(last) != want[1] {
			t.Errorf("%q: %q, %q, %v", date, first, last, err)
		}
	}
	for _, date := range []string{"yesterday", "2026-13", "2026-02-30", "04.05.2026", "2026-5-4"} {
		if _, _, err := period(date); err == nil {
			t.Errorf("%q was taken for a date", date)
		}
	}
}

// A day in words is a span of that day alone, in the words' own time zone.
func TestSpan(t *testing.T) {
	now := time.Date(2026, 5, 15, 23, 30, 0, 0, time.FixedZone("", -5*3600))
	for date, want := range map[string][2]string{
		"2026-05":   {"2026-05-01", "2026-05-31"},
		"yesterday": {"2026-05-14", "2026-05-14"},
		"2.weeks":   {"2026-05-01", "2026-05-01"},
		"today":     {"2026-05-15", "2026-05-15"},
		"":          {"", ""},
		" 2026":     {"2026-01-01", "2026-12-31"},
		"2026-05 ":  {"2026-05-01", "2026-05-31"},
	} {
		if first, last, err := Span(date, now); err != nil || iso(first) != want[0] || iso(last) != want[1] {
			t.Errorf("%q: %q, %q, %v", date, first, last, err)
		}
	}
	if _, _, err := Span("yesterdayx", now); err == nil || err.Error() != `not a date: "yesterdayx"` {
		t.Error(err)
	}
	if _, _, err := Span(" ", now); err == nil {
		t.Error("a blank is a date")
	}
}
