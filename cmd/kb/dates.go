package main

import (
	"fmt"
	"time"
)

const dateHint = "write the date of %s as 2026-05-04, 2026-05 or 2026"

// firstDay completes a date to its first day, in ISO 8601; "" stays "".
func firstDay(date string) (string, error) {
	day, _, err := period(date)
	return day, err
}

// lastDay completes a date to its last day, in ISO 8601; "" stays "".
func lastDay(date string) (string, error) {
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
