package kb

import "bytes"

// ConflictMarkers finds what git leaves of an unfinished merge: lines that begin with <<<<<<<,
// ======= and >>>>>>>, in this order and outside of fenced code. line is that of the first,
// 1-based.
func ConflictMarkers(data []byte) (line int, ok bool) {
	var fence []byte
	begin, middle, n := 0, false, 0
	for text := range bytes.Lines(data) {
		n++
		text = bytes.TrimRight(text, "\r\n")
		if f := fenceOf(text); f != nil && (fence == nil || f[0] == fence[0] && len(f) >= len(fence)) {
			if fence == nil {
				fence = f
			} else {
				fence = nil
			}
			continue
		}
		switch {
		case fence != nil:
		case isMarker(text, '<'):
			begin, middle = n, false
		case begin > 0 && bytes.Equal(text, []byte("=======")):
			middle = true
		case middle && isMarker(text, '>'):
			return begin, true
		}
	}
	return 0, false
}

// isMarker tells a line of seven such characters, a space and a name.
func isMarker(line []byte, c byte) bool {
	return len(line) > 8 && bytes.Count(line[:7], []byte{c}) == 7 && line[7] == ' '
}

// fenceOf is the run of ` or ~ that opens or closes a code block, nil for other lines.
func fenceOf(line []byte) []byte {
	text := bytes.TrimLeft(line, " ")
	if len(line)-len(text) > 3 || len(text) < 3 || text[0] != '`' && text[0] != '~' {
		return nil
	}
	n := 1
	for n < len(text) && text[n] == text[0] {
		n++
	}
	if n < 3 {
		return nil
	}
	return text[:n]
}
