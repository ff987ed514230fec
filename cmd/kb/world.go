package main

import (
	"io"
	"os"
	"time"

	"github.com/vbauerster/mpb/v8/cwriter"
)

// world is all that a run takes from the process that it runs in.
type world struct {
	args           []string // without the program's name
	getenv         func(string) string
	getwd          func() (string, error)
	stdin          io.Reader
	stdout, stderr io.Writer
	now            func() time.Time
}

// isTerminal tells whether a stream is a terminal that a person looks at.
func isTerminal(stream io.Writer) bool {
	f, ok := stream.(*os.File)
	return ok && cwriter.IsTerminal(int(f.Fd()))
}

// colourful tells whether a stream may carry colour: a terminal that knows it, and a person who did
// not refuse it (no-color.org).
func (w *world) colourful(stream io.Writer) bool {
	return w.getenv("NO_COLOR") == "" && w.getenv("TERM") != "dumb" && isTerminal(stream)
}

// narrowestWrap is the width of a terminal from which on lines are broken at their blanks for it.
const narrowestWrap = 40

// wrapColumns gives the width at which lines for a stream are broken, 0 for none.
func wrapColumns(stream io.Writer) int {
	if n := columnsOf(stream); n >= narrowestWrap {
		return n
	}
	return 0
}

// columnsOf gives the width of the terminal that a stream is, 0 for anything else.
func columnsOf(stream io.Writer) int {
	if !isTerminal(stream) {
		return 0
	}
	width, _, err := cwriter.GetSize(int(stream.(*os.File).Fd()))
	if err != nil {
		return 0
	}
	return width
}
