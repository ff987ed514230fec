package render

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/text/wording"
)

// CleanLine is a text on one line, without what could harm a terminal.
func CleanLine(s string) string { return report.CleanLine(wording.OneLine(s)) }

// ShownPath is a path as it stands outside of quotations: one that could be taken for anything else
// is quoted.
func ShownPath(p string) string {
	for _, r := range p {
		if r <= ' ' || r == '"' || r == '`' || r == '\\' || r >= 0x2000 && r < 0x2070 || r == utf8.RuneError {
			return strconv.Quote(p)
		}
	}
	return p
}

// Clip cuts a text after at most n runes.
func Clip(s string, n int) string {
	head, more := wording.Runes(s, n)
	if !more {
		return s
	}
	return strings.TrimRight(head, " \n") + " …"
}
