package revision

import "bytes"

// Hunk is a run of lines that differs: Old lines in the place of New ones. Lines count from 0, ends
// are exclusive; where one side is empty its start and end say where the lines would stand.
type Hunk struct {
	OldStart, OldEnd int
	NewStart, NewEnd int
}

// Lines tells by which lines two texts differ, as git does: the lines of a difference that could as
// well stand higher or lower are put where git puts them. A line is what ends in "\n"; a last one
// without it differs from one with it.
func Lines(old, new []byte) []Hunk {
	return LinesOf(SplitLines(old), SplitLines(new))
}

// SplitLines cuts a text into lines, each with its line end.
func SplitLines(text []byte) [][]byte {
	out := make([][]byte, 0, bytes.Count(text, []byte{'\n'})+1)
	for line := range bytes.Lines(text) {
		out = append(out, line)
	}
	return out
}

// LinesOf is Lines for texts that SplitLines has cut.
func LinesOf(old, new [][]byte) []Hunk {
	ids := map[string]int32{}
	number := func(lines [][]byte) []int32 {
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
	a, b := number(old), number(new)
	removed, added := difference(a, b, len(ids))
	slide(a, removed, added, old)
	slide(b, added, removed, new)
	return hunks(removed, added)
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
