package merge

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// kind is the form of a block of text.
type kind int

const (
	paragraph   kind = iota
	heading          // with the underline of a setext heading
	bullets          // a list
	numbers          // an ordered list
	table            // header, delimiter and rows
	fence            // fenced code, with its fences
	quote            //
	markup           // HTML, to the next blank line or the end of its comment
	definitions      // [label]: of links and footnotes, one a line
	verbatim         // indented code
	item             // of a list, with what stands below it
	row              // of a table
	definition       //
	sentence         //
)

// unit is a piece of one version that is matched and merged as a whole: a block, an item of a list,
// a row, a sentence.
type unit struct {
	kind kind
	text string // without the line end that closes it
	sep  string // what stands between it and the next one; "" for the last
	key  string // equal for units that differ in their form alone
	bag  map[string]int
}

// words are the words of the unit with how often each occurs, counted once.
func (u *unit) words() map[string]int {
	if u.bag == nil {
		u.bag = bag(u.text)
	}
	return u.bag
}

type blockPatterns struct{ bullet, number, fence, delimiter, definition, rule, html *regexp.Regexp }

var patterns = sync.OnceValue(func() blockPatterns {
	return blockPatterns{
		bullet:     regexp.MustCompile(`^[ \t]*[-*+](?:[ \t]+|$)`),
		number:     regexp.MustCompile(`^[ \t]*(\d{1,9})([.)])(?:[ \t]+|$)`),
		fence:      regexp.MustCompile("^[ \\t]*(`{3,}[^`]*|~{3,}.*)$"),
		delimiter:  regexp.MustCompile(`^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$`),
		definition: regexp.MustCompile(`^ {0,3}\[([^\]]+)\]:`),
		rule:       regexp.MustCompile(`^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$`),
		html:       regexp.MustCompile(`^ {0,3}<(?:!--|[A-Za-z/?!])`),
	}
})

func blank(line string) bool { return strings.TrimSpace(line) == "" }

// indent is the width of the white space that a line begins with; a tab counts as four.
func indent(line string) int {
	n := 0
	for _, c := range line {
		switch c {
		case ' ':
			n++
		case '\t':
			n += 4
		default:
			return n
		}
	}
	return n
}

// blocks cuts the text of a part into blocks. The scanner is rough where markdown is odd; a block
// that is cut otherwise than a renderer would is merged in other portions, and nothing of it is
// lost.
func blocks(text string, level int) []*unit {
	lines := linesOf(text)
	var out []*unit
	for at := 0; at < len(lines); {
		k, end := paragraph, at
		if !blank(lines[at]) {
			k, end = blockAt(lines, at, at == 0 && level > 0)
		}
		end = runEnd(lines, end, blank)
		u := newUnit(k, lines[at:end])
		u.key = normal(u.text)
		if k == fence || k == verbatim {
			u.key = u.text
		}
		out, at = append(out, u), end
	}
	return closeUnits(out)
}

// newUnit makes a unit of lines. The blank ones at their end stand between it and the next.
func newUnit(k kind, lines []string) *unit {
	end := len(lines)
	for end > 0 && blank(lines[end-1]) {
		end--
	}
	return &unit{kind: k, text: strings.Join(lines[:end], "\n"), sep: "\n" + strings.Join(append(slices.Clone(lines[end:]), ""), "\n")}
}

// closeUnits makes lines of blanks behind the last unit part of it: what follows the whole is not known here.
func closeUnits(units []*unit) []*unit {
	if len(units) > 0 {
		last := units[len(units)-1]
		last.text, last.sep = last.text+strings.TrimSuffix(last.sep, "\n"), ""
	}
	return units
}

// blockAt tells what begins at a line and the line behind its end.
func blockAt(lines []string, at int, isHeading bool) (kind, int) {
	line := lines[at]
	p := patterns()
	switch {
	case isHeading || strings.HasPrefix(strings.TrimLeft(line, " "), "#") && indent(line) < 4 && !isHeading:
		if strings.HasPrefix(strings.TrimLeft(lines[at], " "), "#") || !isHeading {
			return heading, at + 1
		}
		for end := at + 1; end < len(lines) && !blank(lines[end]); end++ {
			if t := strings.TrimSpace(lines[end]); strings.Trim(t, "=") == "" || strings.Trim(t, "-") == "" {
				return heading, end + 1
			}
		}
		return heading, at + 1
	case p.fence.MatchString(line) && indent(line) < 4:
		return fence, fenceEnd(lines, at)
	case p.rule.MatchString(line):
		return paragraph, at + 1
	case p.bullet.MatchString(line) && indent(line) < 4:
		return bullets, listEnd(lines, at, p.bullet)
	case p.number.MatchString(line) && indent(line) < 4:
		return numbers, listEnd(lines, at, p.number)
	case at+1 < len(lines) && strings.Contains(line, "|") && strings.Contains(lines[at+1], "-") && p.delimiter.MatchString(lines[at+1]):
		return table, runEnd(lines, at+2, func(l string) bool { return strings.Contains(l, "|") })
	case p.definition.MatchString(line):
		return definitions, runEnd(lines, at, p.definition.MatchString)
	case p.html.MatchString(line):
		if strings.HasPrefix(strings.TrimLeft(lines[at], " "), "<!--") {
			for end := at; end < len(lines); end++ {
				if strings.Contains(lines[end], "-->") {
					return markup, end + 1
				}
			}
			return markup, len(lines)
		}
		return markup, runEnd(lines, at, func(l string) bool { return !blank(l) })
	case strings.HasPrefix(strings.TrimLeft(line, " "), ">") && indent(line) < 4:
		return quote, runEnd(lines, at, func(l string) bool { return !blank(l) && !interrupts(l, false) })
	case indent(line) >= 4:
		return verbatim, runEnd(lines, at, func(l string) bool { return indent(l) >= 4 && !blank(l) })
	}
	return paragraph, runEnd(lines, at+1, func(l string) bool { return !blank(l) && !interrupts(l, true) })
}

// runEnd is the end of the lines from at that belong.
func runEnd(lines []string, at int, belongs func(string) bool) int {
	for at < len(lines) && belongs(lines[at]) {
		at++
	}
	return at
}

// interrupts tells whether a line ends the paragraph before it.
func interrupts(line string, quoteToo bool) bool {
	p := patterns()
	if indent(line) >= 4 {
		return false
	}
	trimmed := strings.TrimLeft(line, " ")
	return p.fence.MatchString(line) || p.bullet.MatchString(line) && !blank(trimmed[1:]) || strings.HasPrefix(trimmed, "1. ") ||
		strings.HasPrefix(trimmed, "1) ") ||
		strings.HasPrefix(trimmed, "#") || strings.HasPrefix(trimmed, "<!--") ||
		quoteToo && strings.HasPrefix(trimmed, ">")
}

// fenceEnd is behind the closing fence.
func fenceEnd(lines []string, at int) int {
	open := strings.TrimSpace(lines[at])
	n := len(open) - len(strings.TrimLeft(open, open[:1]))
	for end := at + 1; end < len(lines); end++ {
		t := strings.TrimSpace(lines[end])
		if len(t) >= n && strings.Trim(t, open[:1]) == "" {
			return end + 1
		}
	}
	return len(lines)
}

// listEnd is behind the last line of a list: items, what is indented below them, and lines that go
// on without indentation.
func listEnd(lines []string, at int, marker *regexp.Regexp) int {
	base := indent(lines[at])
	end := at + 1
	for i := at + 1; i < len(lines); i++ {
		line := lines[i]
		switch p := patterns(); {
		case blank(line):
			continue
		case indent(line) >= base+2 || marker.MatchString(line) && indent(line) >= base && !p.rule.MatchString(line):
		case i > end || interrupts(line, true) || p.html.MatchString(line) || p.definition.MatchString(line) ||
			p.number.MatchString(line) || p.rule.MatchString(line):
			return end
		}
		if p := patterns(); p.fence.MatchString(line) && indent(line) >= base+2 {
			i = fenceEnd(lines, i) - 1
		}
		end = i + 1
	}
	return end
}
