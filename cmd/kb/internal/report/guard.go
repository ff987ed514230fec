package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Guard passes lines on to a terminal or a pipe, so that nothing in them harms one, whatever was
// forgotten before: what Clean would show otherwise is shown so, but for the sequences of Style
// where there is colour, and a line of more than Longest characters is cut and says so. Flush
// passes on a last line without an end.
type Guard struct {
	W       io.Writer
	Colour  bool // the sequences of Style pass
	Longest int  // characters of a line, 0 for any number
	Raw     bool // everything passes as it is: the bytes of a file for a program

	rest []byte // of a line that has not ended
}

// Write passes on the lines that end.
func (g *Guard) Write(p []byte) (int, error) {
	if g.Raw {
		if err := g.Flush(); err != nil {
			return 0, err
		}
		return g.W.Write(p)
	}
	g.rest = append(g.rest, p...)
	end := bytes.LastIndexByte(g.rest, '\n') + 1
	if end == 0 {
		return len(p), nil
	}
	err := g.pass(g.rest[:end])
	g.rest = append(g.rest[:0], g.rest[end:]...)
	return len(p), err
}

// Flush passes on what is left.
func (g *Guard) Flush() error {
	err := g.pass(g.rest)
	g.rest = g.rest[:0]
	return err
}

// pass writes whole lines, cleaned and cut.
func (g *Guard) pass(text []byte) error {
	if len(text) == 0 {
		return nil
	}
	var out strings.Builder
	for line := range strings.Lines(string(text)) {
		body := strings.TrimSuffix(line, "\n")
		out.WriteString(ClipLine(g.clean(body), g.Longest))
		out.WriteString(line[len(body):])
	}
	_, err := io.WriteString(g.W, out.String())
	return err
}

// clean is Clean for a line in which sequences of Style may stand.
func (g *Guard) clean(line string) string {
	if !g.Colour {
		return Clean(line)
	}
	var out strings.Builder
	for {
		at := strings.Index(line, "\x1b[")
		if at < 0 {
			break
		}
		n := sequence(line[at:])
		out.WriteString(Clean(line[:at]))
		if n == 0 {
			out.WriteString(`\x1b`)
			n = 1
		} else {
			out.WriteString(line[at : at+n])
		}
		line = line[at+n:]
	}
	return out.String() + Clean(line)
}

// sequence is the length of the sequence of Style that s begins with, 0 for any other.
func sequence(s string) int {
	for i := 2; i < len(s); i++ {
		switch b := s[i]; {
		case b == 'm':
			return i + 1
		case b != ';' && (b < '0' || b > '9'), i > 8:
			return 0
		}
	}
	return 0
}

// ClipLine cuts a line after so many characters and says how many more there are; sequences of
// Style count as none, and the last one that is open is closed. 0 cuts nothing.
func ClipLine(line string, longest int) string {
	if longest <= 0 || len(line) <= longest {
		return line
	}
	n, open := 0, false
	for i := 0; i < len(line); {
		if size := sequence(line[i:]); size > 0 && line[i] == '\x1b' {
			open = line[i:i+size] != "\x1b[0m"
			i += size
			continue
		}
		if n == longest {
			reset := ""
			if open {
				reset = "\x1b[0m"
			}
			return fmt.Sprintf("%s%s… (%d more characters)", line[:i], reset, utf8.RuneCountInString(line[i:]))
		}
		_, size := utf8.DecodeRuneInString(line[i:])
		i += size
		n++
	}
	return line
}
