package markdown

import (
	"bytes"
	"cmp"
	"slices"
	"unicode/utf8"
)

// SectionLevel is the deepest heading that begins a section of its own for search.
const SectionLevel = 3

// chunks divides the body: at H1–H3, and sections of more than MaxChunk characters further.
func (p *parse) chunks() {
	c := &chunker{p}
	var path []string
	anchor := ""
	section := -1
	if len(p.blocks) > 0 && p.blocks[0].level == 0 {
		section = 0 // that of the text before the first heading
	}
	for i := 0; i < len(p.blocks); {
		if level := p.blocks[i].level; level > 0 {
			section++
			if level <= SectionLevel {
				path, anchor = p.doc.Sections[section].Path, p.doc.Sections[section].Anchor
			}
		}
		j := i + 1
		for j < len(p.blocks) && (p.blocks[j].level == 0 || p.blocks[j].level > SectionLevel) {
			if p.blocks[j].level > 0 {
				section++
			}
			j++
		}
		c.divide(p.blocks[i:j], path, anchor)
		i = j
	}
}

// chunker divides sections into chunks.
type chunker struct{ *parse }

// cut is a place where a section may be divided, with the characters before it.
type cut struct {
	offset, runes int
	rank          int // 3 between blocks, 2 at a blank line, 1 at a line end, 0 within a line
}

// divide makes chunks of one section.
func (c *chunker) divide(blocks []block, path []string, anchor string) {
	start, end := blocks[0].start, blocks[len(blocks)-1].end
	if utf8.RuneCount(c.source[start:end]) <= MaxChunk {
		c.emit(start, end, blocks, path, anchor)
		return
	}
	cuts := c.cuts(blocks)
	total := cuts[len(cuts)-1].runes
	from, done, at := start, 0, 0
	for total-done > MaxChunk {
		next := choose(cuts[at:], done, total)
		at += next + 1
		c.emit(from, cuts[at-1].offset, blocks, path, anchor)
		from, done = cuts[at-1].offset, cuts[at-1].runes
	}
	c.emit(from, end, blocks, path, anchor)
}

// choose picks the next cut so that the pieces come out balanced: of those between half and all of
// what a piece may hold, the one of the highest rank, and of these the one nearest to an even
// division.
func choose(cuts []cut, done, total int) int {
	left := total - done
	pieces := (left + MaxChunk - 1) / MaxChunk
	target := left / pieces
	best, last := -1, 0
	for i, x := range cuts {
		size := x.runes - done
		if size > MaxChunk {
			break
		}
		last = i
		if size < target/2 || x.runes == total {
			continue
		}
		if best < 0 || x.rank > cuts[best].rank ||
			x.rank == cuts[best].rank && distance(size, target) < distance(cuts[best].runes-done, target) {
			best = i
		}
	}
	if best < 0 || cuts[best].rank == 0 {
		for i := last; i >= 0; i-- {
			if cuts[i].rank > 0 && cuts[i].runes-done > MaxChunk/8 {
				return i
			}
		}
		return last
	}
	return best
}

func distance(a, b int) int { return max(a-b, b-a) }

// cuts lists the places where a section may be divided; the last one is its end.
func (c *chunker) cuts(blocks []block) []cut {
	var cuts []cut
	runes := 0
	for _, b := range blocks {
		keep := b.level > 0 // the text after a heading stays with it
		for at := b.start; at < b.end; {
			end := min(c.lineEnd(at), b.end)
			n := utf8.RuneCount(c.source[at:end])
			if n > MaxChunk {
				cuts = c.within(cuts, at, end, runes)
			}
			runes += n
			rank := 1
			switch {
			case end == b.end:
				rank = 3
			case blank(c.source[at:end]) && !blank(c.source[end:min(c.lineEnd(end), b.end)]):
				rank = 2
			}
			if (!keep || end == blocks[len(blocks)-1].end) && !c.inFence(end) {
				cuts = append(cuts, cut{end, runes, rank})
			}
			at = end
		}
	}
	if len(cuts) == 0 || cuts[len(cuts)-1].runes != runes {
		cuts = append(cuts, cut{blocks[len(blocks)-1].end, runes, 3})
	}
	// A cut where two neighbours are more than a chunk apart, so that there is always one to choose.
	start := blocks[0].start
	out := make([]cut, 0, len(cuts))
	prev := cut{offset: start}
	for _, x := range cuts {
		if x.runes-prev.runes > MaxChunk {
			out = c.within(out, prev.offset, x.offset, prev.runes)
		}
		out = append(out, x)
		prev = x
	}
	return out
}

// inFence reports whether an offset lies within a code block that would fit a chunk by itself.
func (c *chunker) inFence(offset int) bool {
	i, _ := slices.BinarySearchFunc(c.fences, offset, func(f span, offset int) int { return cmp.Compare(f.start, offset) })
	if i == 0 {
		return false
	}
	f := c.fences[i-1]
	return offset < f.end && f.end-f.start <= utf8.UTFMax*MaxChunk && utf8.RuneCount(c.source[f.start:f.end]) <= MaxChunk
}

// within adds cuts inside a stretch of text: after blanks, or after any character where there is none.
func (c *chunker) within(cuts []cut, start, end, runes int) []cut {
	since := 0
	for at := start; at < end; {
		r, size := utf8.DecodeRune(c.source[at:end])
		at += size
		runes++
		since++
		last := at >= end
		if !last && (r == '\n' || (r == ' ' || r == '\t') && since > MaxChunk/10 || since >= MaxChunk/2) {
			rank := 0
			if r == '\n' {
				rank = 1
			}
			cuts = append(cuts, cut{at, runes, rank})
			since = 0
		}
	}
	return cuts
}

func blank(line []byte) bool { return len(bytes.TrimSpace(line)) == 0 }

// emit adds one chunk.
func (c *chunker) emit(start, end int, blocks []block, path []string, anchor string) {
	kind, language := mostly(blocks, start, end)
	c.doc.Chunks = append(c.doc.Chunks, Chunk{Ordinal: len(c.doc.Chunks), HeadingPath: path, Anchor: anchor, Kind: kind, Language: language,
		Span: c.span(start, end)})
}

// mostly tells what most of a chunk's bytes are.
func mostly(blocks []block, start, end int) (ChunkKind, string) {
	var code, table, prose int
	language := ""
	first, _ := slices.BinarySearchFunc(blocks, start, func(b block, start int) int { return cmp.Compare(b.end, start+1) })
	for _, b := range blocks[first:] {
		n := min(b.end, end) - max(b.start, start)
		if n <= 0 {
			break
		}
		switch {
		case b.kind == Code:
			code += n
			if language == "" {
				language = b.language
			}
		case b.kind == Table:
			table += n
		case b.level == 0:
			prose += n
		}
	}
	switch {
	case code > prose+table:
		return Code, language
	case table > prose+code:
		return Table, ""
	}
	return Prose, ""
}
