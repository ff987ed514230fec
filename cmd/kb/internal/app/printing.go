package app

import (
	"io"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
)

// PrintText renders for a person, and hands the bytes on to a program.
func PrintText(a *App, text string) error {
	if err := a.Out.Flush(); err != nil {
		return err
	}
	a.Unwrapped()
	longest := a.guard.Longest
	a.guard.Longest, a.guard.Raw = 0, !IsTerminal(a.Stdout)
	defer func() { a.guard.Longest, a.guard.Raw = longest, false }()
	if !a.guard.Raw {
		if err := report.Markdown(a.Out, a.Style, text); err != nil {
			return err
		}
	} else if _, err := io.WriteString(a.Out, text); err != nil {
		return err
	}
	return a.Out.Flush()
}
