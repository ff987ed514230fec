package days

import (
	"testing"
	"time"
)

func TestSinceDate(t *testing.T) {
	now := time.Date(2026, 5, 15, 10, 30, 0, 0, time.UTC)
	for word, want := range map[string]string{
		"2026": "2026-01-01T00:00", "2026-03": "2026-03-01T00:00", "2026-05-04": "2026-05-04T00:00",
		"2026-05-04T08:15:00Z": "2026-05-04T08:15",
		"today":                "2026-05-15T00:00", "Yesterday": "2026-05-14T00:00", "2 weeks ago": "2026-05-01T10:30",
		"2.weeks": "2026-05-01T10:30", "3d": "2026-05-12T10:30",
		"1 month ago": "2026-04-15T10:30", "12 hours ago": "2026-05-14T22:30", "1 year": "2025-05-15T10:30",
	} {
		if got, err := Since(word, now); err != nil || got.Format("2006-01-02T15:04") != want {
			t.Errorf("%q: got %v, %v, want %s", word, got, err, want)
		}
	}
	for _, word := range []string{"", "soon", "2", "weeks ago", "-1 day", "99999999999 days", "1 fortnight"} {
		if got, err := Since(word, now); err == nil {
			t.Errorf("%q: got %v", word, got)
		}
	}
}

// A day that a month does not have is one of the next, as git has it.
func TestMonthsAgo(t *testing.T) {
	for _, c := range []struct{ now, word, want string }{
		{"2026-03-31", "1.month", "2026-03-03"}, {"2024-03-31", "1 month ago", "2024-03-02"}, {"2026-05-31", "3.months", "2026-03-03"},
		{"2026-01-31", "13.months", "2024-12-31"}, {"2024-02-29", "1.year", "2023-03-01"}, {"2024-02-29", "4.years", "2020-02-29"},
	} {
		now, err := time.Parse(time.DateOnly, c.now)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := Since(c.word, now); err != nil || iso(got) != c.want {
			t.Errorf("%s from %s on: %v, %v, want %s", c.word, c.now, got, err, c.want)
		}
	}
}
