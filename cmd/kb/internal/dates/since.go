package dates

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Since reads the beginning of a span of time: a date, or how long ago it was, in the words of git.
func Since(word string, now time.Time) (time.Time, error) {
	word = strings.ToLower(strings.TrimSpace(word))
	if day, _, err := period(word); err == nil && word != "" {
		return time.ParseInLocation(time.DateOnly, ISO(day), now.Location())
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
	bad := fmt.Errorf("not a date: %q", word)
	word = strings.TrimSpace(strings.TrimSuffix(strings.NewReplacer(".", " ", "_", " ").Replace(word), "ago"))
	end := strings.IndexFunc(word, func(r rune) bool { return r < '0' || r > '9' })
	if end <= 0 {
		return time.Time{}, bad
	}
	n, err := strconv.Atoi(word[:end])
	if err != nil || n > maxAgo {
		return time.Time{}, bad
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
	return time.Time{}, bad
}
