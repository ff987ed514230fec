package diff

import "bytes"

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
