package kb

import (
	"strings"
	"time"
)

// normalDate reads a date as people write it and gives it in ISO 8601: 2006-01-02, 2006-01 or RFC
// 3339. False when it is none.
func normalDate(s string) (string, bool) {
	s = strings.TrimSpace(s)
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05 -0700",
		"2006-01-02 15:04:05", "2006-01-02T15:04", "2006-01-02 15:04"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.Format(time.RFC3339), true
		}
	}
	for _, layout := range []string{"2006-01-02", "2006/01/02", "2006/1/2", "2006-1-2", "2006.01.02", "2 January 2006", "January 2, 2006",
		"02-Jan-2006", "2-Jan-2006", "2 Jan 2006", "Jan 2, 2006"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.Format(time.DateOnly), true
		}
	}
	for _, layout := range []string{"2006-01", "2006/01"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.Format("2006-01"), true
		}
	}
	return "", false
}

// dateSpan gives the first instant of a date in ISO 8601 and the first one after it, in the zone
// that it names, else in UTC.
func dateSpan(s string) (from, end time.Time, ok bool) {
	if s == "" {
		return from, end, false
	}
	if s, ok = normalDate(s); !ok {
		return from, end, false
	}
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		return t, t.Add(time.Second), true
	}
	if t, err := time.Parse(time.DateOnly, s); err == nil {
		return t, t.AddDate(0, 0, 1), true
	}
	t, err := time.Parse("2006-01", s)
	return t, t.AddDate(0, 1, 0), err == nil
}
