package timeline

import (
	"fmt"
	"time"
)

// Unit is the length of a period, in UTC.
type Unit string

// The units.
const (
	Week    Unit = "week" // of ISO 8601, from Monday on
	Month   Unit = "month"
	Quarter Unit = "quarter"
	Year    Unit = "year"
)

// Start is the first instant of the period that holds a time.
func (u Unit) Start(t time.Time) time.Time {
	t = t.UTC()
	day := time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
	switch u {
	case Week:
		return day.AddDate(0, 0, -(int(day.Weekday())+6)%7)
	case Quarter:
		return time.Date(t.Year(), (t.Month()-1)/3*3+1, 1, 0, 0, 0, 0, time.UTC)
	case Year:
		return time.Date(t.Year(), 1, 1, 0, 0, 0, 0, time.UTC)
	}
	return time.Date(t.Year(), t.Month(), 1, 0, 0, 0, 0, time.UTC)
}

// Next is the first instant of the period after the one that starts at a time.
func (u Unit) Next(start time.Time) time.Time {
	switch u {
	case Week:
		return start.AddDate(0, 0, 7)
	case Quarter:
		return start.AddDate(0, 3, 0)
	case Year:
		return start.AddDate(1, 0, 0)
	}
	return start.AddDate(0, 1, 0)
}

// Name is what a period is called that starts at a time: 2026-W05, 2026-05, 2026-Q2 or 2026.
func (u Unit) Name(start time.Time) string {
	switch u {
	case Week:
		year, week := start.ISOWeek()
		return fmt.Sprintf("%04d-W%02d", year, week)
	case Quarter:
		return fmt.Sprintf("%04d-Q%d", start.Year(), (start.Month()+2)/3)
	case Year:
		return fmt.Sprintf("%04d", start.Year())
	}
	return start.Format("2006-01")
}
