package mcp

import (
	"context"
	"errors"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
)

// failure is an error with what the caller can do about it.
type failure struct {
	error
	advice string
}

func (f failure) Unwrap() error { return f.error }

// hint adds to an error what to do about it.
func hint(err error, advice string) error { return failure{err, advice} }

// explain is what a client is told of an error: what happened and, in another line, what to do.
func explain(err error) string {
	err = advise(err)
	text := cleanLine(err.Error())
	var f failure
	switch {
	case errors.As(err, &f):
		return text + "\n" + report.Clean(f.advice)
	case errors.Is(err, context.DeadlineExceeded):
		return "the call took too long\nask for less: a lower limit, or a filter such as path or kind"
	case errors.Is(err, index.ErrQuery):
		return text + "\nchange the arguments as the message says"
	case errors.Is(err, index.ErrNoNote):
		return text + "\nfind notes with the tool search"
	case errors.Is(err, kb.ErrUnknownRev):
		return text + "\nname a commit, branch or tag that this clone has, or a date such as 2026-05-04"
	}
	return text
}

// list joins names for an advice, the first few of them.
func list(names []string) string {
	const shown = 8
	if len(names) > shown {
		names = append(append([]string{}, names[:shown]...), "…")
	}
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = cleanLine(n)
	}
	return strings.Join(quoted, ", ")
}
