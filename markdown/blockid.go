package markdown

import "bytes"

// FindBlock returns the block that bears an Obsidian block id: the paragraph, list item or heading
// whose last line ends in " ^id", or the block above a line that is "^id" alone. It ends before the
// id's own line in the latter case, and behind the line in the former. The case of letters does not
// count; code bears no ids.
func FindBlock(source []byte, id string) (Span, bool) {
	if id == "" || !isBlockID([]byte(id)) {
		return Span{}, false
	}
	var b blockFinder
	for at := 0; at < len(source); {
		end := at + len(source[at:])
		if n := bytes.IndexByte(source[at:], '\n'); n >= 0 {
			end = at + n + 1
		}
		found, alone := b.line(at, source[at:end])
		if bytes.EqualFold(found, []byte(id)) {
			if !alone {
				return placed(source, b.start, end), true
			}
			if b.last.end > b.last.start {
				return placed(source, b.last.start, b.last.end), true
			}
		}
		at = end
	}
	return Span{}, false
}

// placed is a stretch of bytes with its lines.
func placed(source []byte, start, end int) Span {
	l := newLines(source)
	return Span{Start: start, End: end, StartLine: l.at(start), EndLine: l.at(max(start, end-1))}
}

// blockFinder knows where the block of the current line begins.
type blockFinder struct {
	start int
	open  bool   // a block has begun and not ended
	fence []byte // the run that opened the code block we are in, nil outside of code
	last  span   // the block that ended last, or the one that is open
}

// line reads a line and returns the id at its end, and whether the line is nothing else.
func (b *blockFinder) line(at int, line []byte) (id []byte, alone bool) {
	text := bytes.TrimSpace(line)
	fence := fenceRun(text)
	switch {
	case b.fence != nil:
		b.last.end = at + len(line)
		if fence != nil && fence[0] == b.fence[0] && len(fence) >= len(b.fence) && len(fence) == len(text) {
			b.fence, b.open = nil, false
		}
		return nil, false
	case len(text) == 0:
		b.open = false
		return nil, false
	case text[0] == '^' && isBlockID(text[1:]):
		return text[1:], true
	case !b.open || fence != nil || startsBlock(text):
		b.start, b.open = at, true
	}
	b.last = span{b.start, at + len(line)}
	if fence != nil {
		b.fence = fence
		return nil, false
	}
	if text[0] == '#' {
		b.open = false // a heading is one line
	}
	if n := bytes.LastIndexByte(text, ' '); n >= 0 && n+1 < len(text) && text[n+1] == '^' && isBlockID(text[n+2:]) {
		return text[n+2:], false
	}
	return nil, false
}

// startsBlock tells the first line of a list item or a heading.
func startsBlock(text []byte) bool {
	if text[0] == '#' {
		return true
	}
	marker := bytes.TrimLeft(text, "0123456789")
	if len(marker) < len(text) {
		return len(text)-len(marker) < 10 && len(marker) > 1 && (marker[0] == '.' || marker[0] == ')') && marker[1] == ' '
	}
	return len(text) > 1 && (text[0] == '-' || text[0] == '*' || text[0] == '+') && text[1] == ' '
}

// fenceRun is the run of ` or ~ that a line of a fenced code block begins with, nil for other lines.
func fenceRun(text []byte) []byte {
	if len(text) < 3 || text[0] != '`' && text[0] != '~' {
		return nil
	}
	n := 1
	for n < len(text) && text[n] == text[0] {
		n++
	}
	if n < 3 || text[0] == '`' && bytes.IndexByte(text[n:], '`') >= 0 {
		return nil
	}
	return text[:n]
}

// isBlockID tells letters, digits and hyphens.
func isBlockID(id []byte) bool {
	if len(id) == 0 || len(id) > 100 {
		return false
	}
	for _, c := range id {
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-') {
			return false
		}
	}
	return true
}
