package lsp

import (
	"bytes"
	"cmp"
	"slices"
	"unicode/utf8"
)

// lines are the starts of the lines of a text, in bytes. A line ends with LF, CR LF or CR.
type lines []int

// stride is how far apart marks are, in bytes: so many are counted at most to find a place.
const stride = 1 << 10

// mark is a place at which a character begins.
type mark struct{ at, units, feeds int } // bytes, code units of UTF-16 and LFs before it

// marksOf counts a text once, so that no place is counted from its beginning. The first is that beginning.
func marksOf(text []byte) []mark {
	m := mark{}
	marks := []mark{m}
	for m.at < len(text) {
		r, size := utf8.DecodeRune(text[m.at:])
		m.at, m.units = m.at+size, m.units+unitsOf(r)
		if r == '\n' {
			m.feeds++
		}
		if m.at >= len(marks)*stride {
			marks = append(marks, m)
		}
	}
	return marks
}

// units counts the code units of UTF-16 before a byte.
func (b *buffer) units(offset int) int {
	n, found := slices.BinarySearchFunc(b.marks, offset, func(m mark, at int) int { return cmp.Compare(m.at, at) })
	if !found {
		n--
	}
	m := b.marks[n]
	for m.at < offset {
		r, size := utf8.DecodeRune(b.text[m.at:])
		m.at, m.units = m.at+size, m.units+unitsOf(r)
	}
	return m.units
}

// linesOf finds the starts of the lines. There is always one, and one more behind a last line end.
func linesOf(text []byte) lines {
	starts := lines{0}
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' || text[i] == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// end is where a line ends, in bytes, without what ends it.
func (l lines) end(text []byte, line int) int {
	if line+1 >= len(l) {
		return len(text)
	}
	end := l[line+1] - 1
	if text[end] == '\n' && end > l[line] && text[end-1] == '\r' {
		end--
	}
	return end
}

// offset is the byte at a position, which is moved into the text where it lies outside.
func (b *buffer) offset(p Position) int {
	if p.Line < 0 {
		return 0
	}
	if p.Line >= len(b.lines) {
		return len(b.text)
	}
	start, end := b.lines[p.Line], b.lines.end(b.text, p.Line)
	if b.utf8 {
		return min(start+max(p.Character, 0), end)
	}
	i := start
	for units := 0; i < end; {
		r, size := utf8.DecodeRune(b.text[i:end])
		if units += unitsOf(r); units > p.Character {
			break // within a pair of surrogates
		}
		i += size
	}
	return i
}

// unitsOf is how many code units of UTF-16 a character takes. A byte that is no UTF-8 is shown as
// one character.
func unitsOf(r rune) int {
	if r > 0xffff {
		return 2
	}
	return 1
}

// position is where a byte stands.
func (b *buffer) position(offset int) Position {
	offset = min(max(offset, 0), len(b.text))
	low, high := 0, len(b.lines) // the last line that starts at or before it
	for high-low > 1 {
		if mid := (low + high) / 2; b.lines[mid] <= offset {
			low = mid
		} else {
			high = mid
		}
	}
	p := Position{Line: low}
	if b.utf8 {
		p.Character = offset - b.lines[low]
		return p
	}
	p.Character = b.units(offset) - b.units(b.lines[low])
	return p
}

// span is the range between two bytes.
func (b *buffer) span(start, end int) Range { return Range{b.position(start), b.position(end)} }

// byteAt is the byte at a line and a column from 1, as findings and links have them: lines end with LF.
func (b *buffer) byteAt(line, col int) int {
	n, _ := slices.BinarySearchFunc(b.marks, line-1, func(m mark, feeds int) int { return cmp.Compare(m.feeds, feeds) })
	at := 0
	if n > 0 {
		at, line = b.marks[n-1].at, line-b.marks[n-1].feeds
	}
	for ; line > 1; line-- {
		next := bytes.IndexByte(b.text[at:], '\n')
		if next < 0 {
			return len(b.text)
		}
		at += next + 1
	}
	end := len(b.text)
	if next := bytes.IndexByte(b.text[at:], '\n'); next >= 0 {
		end = at + next
	}
	return min(at+max(col-1, 0), end)
}

// lineEnd is the end of the line that holds a byte, without what ends it.
func (b *buffer) lineEnd(offset int) int {
	return b.lines.end(b.text, b.position(offset).Line)
}
