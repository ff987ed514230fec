package slip

import (
	"bytes"

	"github.com/9aea2451/kb/markdown"
)

// Form is how a note says a name, the strongest first.
type Form uint8

// The forms.
const (
	Span  Form = iota // all of a code span, but for dashes, dots and brackets around it
	Part              // part of a code span
	Block             // in a block of code
	Prose             // elsewhere: that is a word, and no name of anything
)

// Said calls f with the names in a note. What is part of an address or of a placeholder is Prose wherever it stands.
func Said(source []byte, f func(name []byte, at int, form Form)) {
	var fence []byte
	for at := 0; at < len(source); {
		end := len(source)
		if i := bytes.IndexByte(source[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		line := source[at:end]
		bare := bytes.TrimLeft(line, " \t>")
		switch {
		case fence != nil:
			if markdown.ClosesFence(bare, fence) {
				fence = nil
			} else {
				inBlock(line, at, f)
			}
		case markdown.Fence(bare) != nil:
			fence = bytes.Clone(markdown.Fence(bare))
		default:
			inProse(line, at, f)
		}
		at = end
	}
}

// inBlock reads a line of a block of code; a comment in it is prose.
func inBlock(line []byte, at int, f func(name []byte, at int, form Form)) {
	end := len(line)
	for _, mark := range []string{"#", "//"} {
		for from := 0; ; {
			i := bytes.Index(line[from:end], []byte(mark))
			if i < 0 {
				break
			}
			from += i
			after := from + len(mark)
			if (from == 0 || blank(line[from-1])) && (after == len(line) || blank(line[after])) {
				end = from
				break
			}
			from = after
		}
	}
	inCode(line[:end], at, Block, f)
	Each(line[end:], func(name []byte, i int) { f(name, at+end+i, Prose) })
}

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }

// inProse reads a line outside of blocks of code.
func inProse(line []byte, at int, f func(name []byte, at int, form Form)) {
	for from := 0; from < len(line); {
		open := bytes.IndexByte(line[from:], '`')
		if open < 0 {
			Each(line[from:], func(name []byte, i int) { f(name, at+from+i, Prose) })
			return
		}
		Each(line[from:from+open], func(name []byte, i int) { f(name, at+from+i, Prose) })
		from += open
		ticks := 1
		for from+ticks < len(line) && line[from+ticks] == '`' {
			ticks++
		}
		from += ticks
		end := closing(line[from:], ticks)
		if end < 0 {
			continue
		}
		inCode(line[from:from+end], at+from, Span, f)
		from += end + ticks
	}
}

// closing returns where a run of exactly so many backticks begins, -1 for none.
func closing(line []byte, ticks int) int {
	for i := 0; i < len(line); {
		if line[i] != '`' {
			i++
			continue
		}
		n := 1
		for i+n < len(line) && line[i+n] == '`' {
			n++
		}
		if n == ticks {
			return i
		}
		i += n
	}
	return -1
}

// inCode reads a code span, or a line of a block.
func inCode(text []byte, at int, form Form, f func(name []byte, at int, form Form)) {
	sentence := sentences(text)
	whole := bytes.TrimFunc(text, func(r rune) bool { return r > 0x7f || classOf(byte(r)) != letter })
	for i := 0; i < len(text); {
		n := bytes.IndexAny(text[i:], " \t\n")
		if n < 0 {
			n = len(text) - i
		}
		word, is := text[i:i+n], form
		if bytes.Contains(word, []byte("://")) || bytes.ContainsAny(word, "<>@$%{}") || bytes.Contains(word, []byte("...")) {
			is = Prose
		}
		Each(word, func(name []byte, j int) {
			as := is
			switch {
			case sentence(i+j) || form != Block && escaped(text, i+j):
				as = Prose
			case is == Span && len(name) != len(whole):
				as = Part
			}
			f(name, at+i+j, as)
		})
		i += n + 1
	}
}

// fewestWords is how many plain words in a row make a sentence of a line of code.
const fewestWords = 5

// sentences returns what reports whether a place of a text is in a run of plain words, which are of small letters, with
// a blank between each two. Places are asked for in their order.
func sentences(text []byte) func(at int) bool {
	type run struct{ from, to, words int }
	var runs []run
	for i := 0; i < len(text); {
		end := i
		for end < len(text) && (kindOf(text[end]) == 'a' || text[end] == '\'' || end == i && kindOf(text[end]) == 'A') {
			end++
		}
		n := len(runs)
		switch {
		case end == i:
			end++
		case n > 0 && runs[n-1].to+1 == i && text[i-1] == ' ' && (i < 2 || text[i-2] != ' '):
			runs[n-1].to, runs[n-1].words = end, runs[n-1].words+1
			if end < len(text) && bytes.IndexByte([]byte(",;.:"), text[end]) >= 0 && end+1 < len(text) && text[end+1] == ' ' {
				end++
				runs[n-1].to = end
			}
		default:
			runs = append(runs, run{i, end, 1})
		}
		i = end
	}
	return func(at int) bool {
		for len(runs) > 0 && runs[0].to <= at {
			runs = runs[1:]
		}
		return len(runs) > 0 && runs[0].from <= at && runs[0].words >= fewestWords
	}
}

// escaped reports whether a letter behind a backslash stands before a place: what begins there may be the rest of a name.
func escaped(text []byte, at int) bool {
	return at > 1 && text[at-2] == '\\' && classOf(text[at-1]) == letter
}
