package diff

import "bytes"

// Lines returns the lines by which two texts differ, as git does: the lines of a difference that
// could as well stand higher or lower are put where git puts them. A line is what ends in "\n"; a
// last one without it differs from one with it.
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
