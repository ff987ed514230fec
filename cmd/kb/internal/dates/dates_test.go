package dates

import "testing"

func TestPeriod(t *testing.T) {
	for date, want := range map[string][2]string{
		"":           {"", ""},
		"2026-05-04": {"2026-05-04", "2026-05-04"},
		"2024-02":    {"2024-02-01", "2024-02-29"},
		"2026":       {"2026-01-01", "2026-12-31"},
	} {
		first, last, err := period(date)
		if err != nil || ISO(first) != want[0] || ISO(last) != want[1] {
			t.Errorf("%q: %q, %q, %v", date, first, last, err)
		}
	}
	for _, date := range []string{"yesterday", "2026-13", "2026-02-30", "04.05.2026", "2026-5-4"} {
		if _, _, err := period(date); err == nil {
			t.Errorf("%q was taken for a date", date)
		}
	}
}
