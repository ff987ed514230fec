package main

import (
	"fmt"
	"strings"
	"time"
)

// atFlag asks for the state of things on a day.
type atFlag struct {
	At string `placeholder:"DATE" help:"By what held on this day: by validity, supersession and status (2026-05-04, today or yesterday)." group:"filter"`
}

// day gives the day that was asked for; the zero day when none was.
func (f atFlag) day(now time.Time) (time.Time, error) {
	switch word := strings.ToLower(strings.TrimSpace(f.At)); word {
	case "":
		return time.Time{}, nil
	case "today", "now":
		return now, nil
	case "yesterday":
		return now.AddDate(0, 0, -1), nil
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if t, err := time.Parse(layout, f.At); err == nil && !t.IsZero() {
			return t, nil
		}
	}
	return time.Time{}, withHint(fmt.Errorf("--at %s: not a day", f.At),
		"write a day such as 2026-05-04: kb judges the notes of the work tree by that day, and does not yet rank the tree of a past revision")
}
