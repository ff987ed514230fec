// Package dates reads the days and spans of time that a person types as flags: 2026-05-04, 2026-05,
// 2026, "2 weeks ago". It does not read times of day, other than RFC 3339, nor names of months.
package dates

import (
	"fmt"
	"time"
)

const Hint = "write the date of %s as 2026-05-04, 2026-05 or 2026"

// First completes a date to its first day, in ISO 8601; "" stays "".
func First(date string) (string, error) {
	day, _, err := period(date)
	return day, err
}

// Last completes a date to its last day, in ISO 8601; "" stays "".
func Last(date string) (string, error) {
	_, day, err := period(date)
	return day, err
}

// period gives the first and the last day that a date names.
func period(date string) (first, last string, err error) {
	if date == "" {
		return "", "", nil
	}
	if t, err := time.Parse(time.DateOnly, date); err == nil {
		return days(t, t)
	}
	if t, err := time.Parse("2006-01", date); err == nil {
		return days(t, t.AddDate(0, 1, -1))
	}
	if t, err := time.Parse("2006", date); err == nil {
		return days(t, t.AddDate(1, 0, -1))
	}
	return "", "", fmt.Errorf("not a date: %q", date)
}

func days(first, last time.Time) (string, string, error) {
	return first.Format(time.DateOnly), last.Format(time.DateOnly), nil
}
