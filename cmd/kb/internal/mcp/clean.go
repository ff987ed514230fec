package mcp

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
)

// cleanLine is a text on one line, without what could harm a terminal.
func cleanLine(s string) string { return report.CleanLine(strings.Join(strings.Fields(s), " ")) }

// shownPath is a path as it stands outside of quotations: one that could be taken for anything else
// is quoted.
func shownPath(p string) string {
	for _, r := range p {
		if r <= ' ' || r == '"' || r == '`' || r == '\\' || r >= 0x2000 && r < 0x2070 || r == utf8.RuneError {
			return strconv.Quote(p)
		}
	}
	return p
}

// clip cuts a text after at most n runes.
func clip(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return strings.TrimRight(string([]rune(s)[:n]), " \n") + " …"
}

// plural counts things: "1 decision", "3 decisions".
func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
