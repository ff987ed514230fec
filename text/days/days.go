// Package days reads the days that a person types: 2026-05-04, 2026-05, 2026, yesterday, "2 weeks
// ago". It does not read times of day, other than RFC 3339, nor names of months.
package days

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Forms says how a day can be written, for messages.
const Forms = "2026-05-04, 2026-05, 2026, yesterday or 2.weeks"

// period returns the first and the last day that a date in digits names, zero times for "".
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
	return first, last, bad(date)
}

// Span returns the first and the last day of a date in digits, or the day of one in words, both at
// midnight in UTC; zero times for "", but blanks alone are no date.
func Span(date string, now time.Time) (first, last time.Time, err error) {
	word := strings.TrimSpace(date)
	if first, last, err = period(word); err == nil && (word != "" || date == "") {
		return first, last, nil
	}
	t, err := Since(date, now)
	if err != nil {
		return first, last, bad(date)
	}
	day := time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
	return day, day, nil
}

// Since reads the beginning of a span of time: a date, or how long ago it was, in the words of git.
// A day begins at midnight where now is. "" is an error.
func Since(word string, now time.Time) (time.Time, error) {
	word = strings.ToLower(strings.TrimSpace(word))
	if day, _, err := period(word); err == nil && word != "" {
		return time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, now.Location()), nil
	}
	if t, err := time.Parse(time.RFC3339, strings.ToUpper(word)); err == nil {
		return t, nil
	}
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	switch word {
	case "today":
		return today, nil
	case "yesterday":
		return today.AddDate(0, 0, -1), nil
	}
	return ago(word, now)
}

// maxAgo is the greatest number of units that may lie between then and now.
const maxAgo = 100_000

// ago reads "2 weeks ago", "2.weeks", "3d".
func ago(word string, now time.Time) (time.Time, error) {
	typed := word
	word = strings.TrimSpace(strings.TrimSuffix(strings.NewReplacer(".", " ", "_", " ").Replace(word), "ago"))
	end := strings.IndexFunc(word, func(r rune) bool { return r < '0' || r > '9' })
	if end <= 0 {
		return time.Time{}, bad(typed)
	}
	n, err := strconv.Atoi(word[:end])
	if err != nil || n > maxAgo {
		return time.Time{}, bad(typed)
	}
	switch strings.TrimSuffix(strings.TrimSpace(word[end:]), "s") {
	case "hour", "h":
		return now.Add(-time.Duration(n) * time.Hour), nil
	case "day", "d":
		return now.AddDate(0, 0, -n), nil
	case "week", "w":
		return now.AddDate(0, 0, -7*n), nil
	case "month", "m":
		return now.AddDate(0, -n, 0), nil
	case "year", "y":
		return now.AddDate(-n, 0, 0), nil
	}
	return time.Time{}, bad(typed)
}

func bad(date string) error { return fmt.Errorf("not a date: %q", date) }
