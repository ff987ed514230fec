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
		if bytes.EqualFold(b.line(at, source[at:end]), []byte(id)) && b.last.end > b.last.start {
			return placed(source, b.last.start, b.last.end), true
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

// line reads a line and returns the id at its end, nil for none.
func (b *blockFinder) line(at int, line []byte) []byte {
	text := bytes.TrimSpace(line)
	fence := Fence(text[itemOpening(text):])
	switch {
	case b.fence != nil:
		b.last.end = at + len(line)
		if ClosesFence(text, b.fence) {
			b.fence, b.open = nil, false
		}
		return nil
	case len(text) == 0:
		b.open = false
		return nil
	case text[0] == '^' && isBlockID(text[1:]):
		return text[1:]
	case !b.open || fence != nil || startsBlock(text):
		b.start, b.open = at, true
	}
	b.last = span{b.start, at + len(line)}
	if fence != nil {
		b.fence = fence
		return nil
	}
	if text[0] == '#' {
		b.open = false // a heading is one line
	}
	if n := bytes.LastIndex(text, []byte(" ^")); n >= 0 && isBlockID(text[n+2:]) {
		return text[n+2:]
	}
	return nil
}

// startsBlock tells the first line of a list item or a heading.
func startsBlock(text []byte) bool { return text[0] == '#' || itemOpening(text) > 0 }

// Fence is the run of ` or ~ that a line begins with which opens a block of code, nil for other lines: a
// line may begin with a span of code as well. text is without the blanks in front.
func Fence(text []byte) []byte {
	if len(text) < 3 || text[0] != '`' && text[0] != '~' {
		return nil
	}
	n := len(text) - len(bytes.TrimLeft(text, string(text[:1])))
	if n < 3 || text[0] == '`' && bytes.IndexByte(text[n:], '`') >= 0 {
		return nil
	}
	return text[:n]
}

// ClosesFence tells the line that ends the block of code which a run of ` or ~ opened: by at least as many
// marks, and nothing else.
func ClosesFence(text, open []byte) bool {
	text = bytes.TrimSpace(text)
	return bytes.HasPrefix(text, open) && len(bytes.Trim(text, string(open[:1]))) == 0
}

// isBlockID tells letters, digits and hyphens.
func isBlockID(id []byte) bool {
	if len(id) == 0 || len(id) > 100 {
		return false
	}
	for _, c := range id {
		if !alphanumeric(c) && c != '-' {
			return false
		}
	}
	return true
}
