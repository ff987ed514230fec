// Package dates reads the days and spans of time that a person types as flags, and says what is
// wrong with them in words for the terminal.
package dates

import (
	"fmt"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/text/days"
)

// Span is a span of whole days in UTC. The zero time is an open end.
type Span struct{ First, Last time.Time }

// Between reads the two flags that bound a span: from the first day of the one to the last day of
// the other. Both may be ""; one that ends before it begins is an error.
func Between(now time.Time, fromFlag, from, toFlag, to string) (s Span, err error) {
	if from != "" {
		if s.First, _, err = days.Span(from, now); err != nil {
			return Span{}, hint(err, fromFlag)
		}
	}
	if to != "" {
		if _, s.Last, err = days.Span(to, now); err != nil {
			return Span{}, hint(err, toFlag)
		}
	}
	if from != "" && to != "" && s.Last.Before(s.First) {
		return Span{}, fmt.Errorf("%s %s is before %s %s", toFlag, to, fromFlag, from)
	}
	return s, nil
}

// hint adds to an error about the date of a flag the forms in which a date can be written.
func hint(err error, flag string) error {
	return app.WithHint(err, "write the date of %s as %s", flag, days.Forms)
}

// Since reads the beginning of a span of time: a date, or how long ago it was, in the words of git.
func Since(flag, word string, now time.Time) (time.Time, error) {
	t, err := days.Since(word, now)
	if err != nil {
		return t, hint(err, flag)
	}
	return t, nil
}

// ISO writes a day in ISO 8601, "" for the zero time.
func ISO(day time.Time) string {
	if day.IsZero() {
		return ""
	}
	return day.Format(time.DateOnly)
}
