package wire

import (
	"bytes"
	"unicode/utf8"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
)

// escaper is report.Escape for JSON that comes in pieces, which may end within a character.
type escaper struct {
	rest []byte // of a character
}

// next escapes a piece, and keeps back the beginning of a character for the next one.
func (e *escaper) next(p []byte) []byte {
	p = append(e.rest, p...)
	end := len(p)
	for i := 1; i < utf8.UTFMax && i <= len(p); i++ {
		if b := p[len(p)-i]; utf8.RuneStart(b) {
			if !utf8.FullRune(p[len(p)-i:]) {
				end = len(p) - i
			}
			break
		}
	}
	e.rest = bytes.Clone(p[end:])
	return report.Escape(p[:end])
}
