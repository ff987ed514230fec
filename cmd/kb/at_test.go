package main

import (
	"testing"
	"time"
)

func TestDay(t *testing.T) {
	now := time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC)
	for at, want := range map[string]string{
		"today": "2026-05-04", "Yesterday": "2026-05-03", "2026-01-31": "2026-01-31", "2026-01-31T22:00:00-05:00": "2026-01-31",
		"": "0001-01-01", "HEAD~3": "error", "2026-02-30": "error", "2026-05": "error", "v1.0": "error",
	} {
		day, err := atFlag{At: at}.day(now)
		got := day.Format(time.DateOnly)
		if err != nil {
			got = "error"
		}
		if got != want {
			t.Errorf("--at %q: %s, want %s", at, got, want)
		}
	}
}
