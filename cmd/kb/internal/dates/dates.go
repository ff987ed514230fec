// Package dates reads the days and spans of time that a person types as flags: 2026-05-04, 2026-05,
// 2026, "2 weeks ago". It does not read times of day, other than RFC 3339, nor names of months.
package dates

import (
	"fmt"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
)

// Span is a span of whole days in UTC. The zero time is an open end.
type Span struct{ First, Last time.Time }

// Between reads the two flags that bound a span: from the first day of the one to the last day of
// the other. Both may be "".
func Between(fromFlag, from, toFlag, to string) (s Span, err error) {
	if s.First, _, err = period(from); err != nil {
		return Span{}, hint(err, fromFlag)
	}
	if _, s.Last, err = period(to); err != nil {
		return Span{}, hint(err, toFlag)
	}
	return s, nil
}

func hint(err error, flag string) error {
	return app.WithHint(err, "write the date of %s as 2026-05-04, 2026-05 or 2026", flag)
}

// ISO writes a day in ISO 8601, "" for the zero time.
func ISO(day time.Time) string {
	if day.IsZero() {
		return ""
	}
	return day.Format(time.DateOnly)
}

// period returns the first and the last day that a date names, zero times for "".
func period(date string) (first, last time.Time, err error) {
	if date == "" {
		return first, last, nil
	}
	if t, err := time.Parse(time.DateOnly, date); err == nil {
		return t, t, nil
	}
	if t, err := time.Parse("2006-01", date); err == nil {
		return t, t.AddDate(0, 1, -1), nil
	}
	if t, err := time.Parse("2006", date); err == nil {
		return t, t.AddDate(1, 0, -1), nil
	}
	return first, last, fmt.Errorf("not a date: %q", date)
}
