package app

import (
	"io"
	"os"
	"time"

	"github.com/vbauerster/mpb/v8/cwriter"
)

// World is all that a run takes from the process that it runs in.
type World struct {
	Args           []string // without the program's name
	Getenv         func(string) string
	Getwd          func() (string, error)
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Now            func() time.Time
}

// IsTerminal reports whether a stream is a terminal that a person looks at.
func IsTerminal(stream io.Writer) bool {
	f, ok := stream.(*os.File)
	return ok && cwriter.IsTerminal(int(f.Fd()))
}

// colourful reports whether a stream may carry colour: a terminal that knows it, and a person who did
// not refuse it (no-color.org).
func (w *World) colourful(stream io.Writer) bool {
	return w.Getenv("NO_COLOR") == "" && w.Getenv("TERM") != "dumb" && IsTerminal(stream)
}

// narrowestWrap is the width of a terminal from which on lines are broken at their blanks for it.
const narrowestWrap = 40

// WrapColumns returns the width at which lines for a stream are broken, 0 for none.
func WrapColumns(stream io.Writer) int {
	if n := ColumnsOf(stream); n >= narrowestWrap {
		return n
	}
	return 0
}

// ColumnsOf returns the width of the terminal that a stream is, 0 for anything else.
func ColumnsOf(stream io.Writer) int {
	width, _ := sizeOf(stream)
	return width
}

// sizeOf returns the columns and the lines of the terminal that a stream is, zeros for anything else.
func sizeOf(stream io.Writer) (columns, lines int) {
	if !IsTerminal(stream) {
		return 0, 0
	}
	columns, lines, err := cwriter.GetSize(int(stream.(*os.File).Fd()))
	if err != nil {
		return 0, 0
	}
	return columns, lines
}
