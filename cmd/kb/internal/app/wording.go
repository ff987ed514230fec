package app

import (
	"fmt"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/text/wording"
)

// CleanName makes a file name harmless and keeps it on its line.
func CleanName(name string) string { return report.CleanLine(name) }

// shownHeading is how many characters of a heading people are shown; JSON has it whole.
const shownHeading = 120

// HeadingPath writes the headings that lead to a section.
func HeadingPath(headings []string) string {
	clean := make([]string, len(headings))
	for i, h := range headings {
		clean[i] = report.CleanLine(wording.Clip(h, shownHeading))
	}
	return strings.Join(clean, " › ")
}

// SizeOf returns a number of bytes in the unit that a person reads.
func SizeOf(bytes int64) string {
	switch {
	case bytes < 1<<10:
		return fmt.Sprintf("%d B", bytes)
	case bytes < 1<<20:
		return fmt.Sprintf("%.1f KiB", float64(bytes)/(1<<10))
	case bytes < 1<<30:
		return fmt.Sprintf("%.1f MiB", float64(bytes)/(1<<20))
	}
	return fmt.Sprintf("%.1f GiB", float64(bytes)/(1<<30))
}
