package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
)

// The exit codes of every verb.
const (
	exitOK          = 0
	exitFindings    = 1   // findings, or nothing found with --fail-empty
	ExitError       = 2   // usage, configuration, failure
	ExitInterrupted = 130 // Ctrl-C
)

// ErrFindings ends a run with exitFindings; what there was to say has been said.
var ErrFindings = errors.New("findings")

// hintError is an error with advice for the person at the terminal: lines that say what to do about it.
type hintError struct {
	error
	hint string
}

// Unwrap returns the error without its advice.
func (h hintError) Unwrap() error { return h.error }

// adviser is an error of a package below that says itself what to do about it.
type adviser interface {
	error
	Advice() string
}

// WithHint adds advice to an error.
func WithHint(err error, format string, args ...any) error {
	return hintError{error: err, hint: fmt.Sprintf(format, args...)}
}

// ExitCode returns the code of a run that ended with err, after saying on stderr what went wrong.
func ExitCode(ctx context.Context, stderr io.Writer, err error) int {
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, ErrFindings):
		return exitFindings
	case ctx.Err() != nil:
		fmt.Fprintln(stderr, "kb: interrupted")
		return ExitInterrupted
	}
	Explain(stderr, err)
	return ExitError
}

// Explain prints an error and its hint. Names of files stand in both, so neither is trusted with
// the terminal.
func Explain(stderr io.Writer, err error) {
	text := "kb: " + report.Clean(err.Error()) + "\n"
	var h hintError
	if errors.As(err, &h) {
		text += report.Indent(report.Clean(h.hint), "  ") + "\n"
	} else if a, ok := errors.AsType[adviser](err); ok && a.Advice() != "" {
		text += report.Indent(report.Clean(a.Advice()), "  ") + "\n"
	}
	io.WriteString(stderr, wrapped(stderr, text))
}

// wrapped breaks the lines of a text that are too wide for the terminal that a stream is.
func wrapped(stream io.Writer, text string) string {
	var b strings.Builder
	w := report.Wrapper{W: &b, Columns: WrapColumns(stream)}
	for line := range strings.Lines(text) {
		body := strings.TrimSuffix(line, "\n")
		io.WriteString(&w, report.ClipLine(body, longestLine)+line[len(body):])
	}
	w.Flush()
	return b.String()
}
