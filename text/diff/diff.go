// Package diff tells in what two texts differ: by lines, by words, or as lists of whole texts. No I/O.
//
// # Usage
//
// Lines is the plain difference by lines, as git makes it. Words marks what differs within a
// sentence; Mark writes that down. Align pairs two lists of texts, such as the statements of two
// trees. Of and Shortest are for lists of anything else.
//
// # Results
//
// Elements that are equal are paired first, in order (Myers 1986, with the bound on cost of GNU
// diff). The same input has the same answer on any machine. Nothing takes more than a little over
// linear time, at the price of longer differences for texts of ten thousands of lines.
package diff

import "bytes"

// Op is what became of a text from the old version to the new one.
type Op string

const (
	Equal   Op = "equal"
	Added   Op = "added"
	Removed Op = "removed"
)

// Hunk is a run of elements that differs: Old ones in the place of New ones. Elements count from 0,
// ends are exclusive; where one side is empty its start and end say where the elements would stand.
type Hunk struct {
	OldStart, OldEnd int
	NewStart, NewEnd int
}

// Of returns the runs in which two lists differ, as git would: elements that stand on both sides very
// often are not paired among others that have no match, though it would make the difference shorter.
func Of[T comparable](old, new []T) []Hunk {
	ids := make(map[T]int32, len(old))
	a, b := number(ids, old), number(ids, new)
	return hunks(difference(a, b, len(ids)))
}

// Shortest is Of without the exception: it pairs as many elements as can be, except where looking for
// that would take too long.
func Shortest[T comparable](old, new []T) []Hunk {
	ids := make(map[T]int32, len(old))
	return hunks(edits(number(ids, old), number(ids, new)))
}

// number replaces elements by the numbers that ids has for them, and gives new ones the next number.
func number[T comparable](ids map[T]int32, list []T) []int32 {
	out := make([]int32, len(list))
	for i, x := range list {
		id, ok := ids[x]
		if !ok {
			id = int32(len(ids))
			ids[x] = id
		}
		out[i] = id
	}
	return out
}

// hunks makes runs of the marks.
func hunks(removed, added []bool) []Hunk {
	var out []Hunk
	i, j := 0, 0
	for i < len(removed) || j < len(added) {
		h := Hunk{OldStart: i, NewStart: j}
		for i < len(removed) && removed[i] {
			i++
		}
		for j < len(added) && added[j] {
			j++
		}
		if h.OldEnd, h.NewEnd = i, j; i > h.OldStart || j > h.NewStart {
			out = append(out, h)
			continue
		}
		i, j = i+1, j+1
	}
	return out
}

// SplitLines cuts a text into lines, each with its line end.
func SplitLines(text []byte) [][]byte {
	out := make([][]byte, 0, bytes.Count(text, []byte{'\n'})+1)
	for line := range bytes.Lines(text) {
		out = append(out, line)
	}
	return out
}

// LinesOf returns the lines by which two texts differ, as git does: the lines of a difference that
// could as well stand higher or lower are put where git puts them. A line is what ends in "\n"; a
// last one without it differs from one with it. SplitLines cuts a text into lines.
func LinesOf(old, new [][]byte) []Hunk {
	ids := map[string]int32{}
	a, b := numberLines(ids, old), numberLines(ids, new)
	removed, added := difference(a, b, len(ids))
	slide(a, removed, added, old)
	slide(b, added, removed, new)
	return hunks(removed, added)
}

// numberLines is number for lines; only those not yet known are copied.
func numberLines(ids map[string]int32, lines [][]byte) []int32 {
	out := make([]int32, len(lines))
	for i, line := range lines {
		id, ok := ids[string(line)]
		if !ok {
			id = int32(len(ids))
			ids[string(line)] = id
		}
		out[i] = id
	}
	return out
}

// Changed returns the lines that only the old text has and those that only the new one has, without
// their line ends.
func Changed(old, new string) (removed, added []string) {
	a, b := SplitLines([]byte(old)), SplitLines([]byte(new))
	for _, h := range LinesOf(a, b) {
		removed = appendLines(removed, a[h.OldStart:h.OldEnd])
		added = appendLines(added, b[h.NewStart:h.NewEnd])
	}
	return removed, added
}

// appendLines appends lines without their line ends.
func appendLines(to []string, lines [][]byte) []string {
	for _, line := range lines {
		to = append(to, string(bytes.TrimRight(line, "\r\n")))
	}
	return to
}
