package render

import (
	"strings"
)

// Failure is an error with what the caller can do about it.
type Failure struct {
	error
	Advice string
}

func (f Failure) Unwrap() error { return f.error }

// Hint adds to an error what to do about it.
func Hint(err error, advice string) error { return Failure{err, advice} }

// List joins names for an advice, the first few of them.
func List(names []string) string {
	const shown = 8
	if len(names) > shown {
		names = append(append([]string{}, names[:shown]...), "…")
	}
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = CleanLine(n)
	}
	return strings.Join(quoted, ", ")
}
