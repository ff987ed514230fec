package merge

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// mergeList merges a list item by item. A numbered one that counts in all versions counts in the result.
func (o Options) mergeList(base, ours, theirs string, numbered bool) []piece {
	pieces := mergeUnits(items(base), items(ours), items(theirs),
		rules{sep: listSep(ours), same: 0.4, loose: !numbered, refine: o.refineItem, apart: o.Apart})
	if !numbered || !counts(base) || !counts(ours) || !counts(theirs) {
		return pieces
	}
	next := -1
	for i := range pieces {
		if pieces[i].conflict != nil {
			break // the numbers are for whoever settles it
		}
		if indent(pieces[i].text) == indent(pieces[0].text) {
			next = renumber(&pieces[i], next)
		}
	}
	return pieces
}

// listSep is what stands between most items of a list.
func listSep(text string) string {
	if list := items(text); len(list) > 1 && strings.Contains(list[0].sep, "\n\n") {
		return list[0].sep
	}
	return "\n"
}

var itemStart = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)(?:\[[ xX]\][ \t]+)?`)
})

// itemMarker parts an item into its marker, with the check box of a task, and its text.
func itemMarker(text string) (marker, rest string) {
	marker = itemStart().FindString(text)
	return marker, text[len(marker):]
}

// items cuts a list at the markers of its outermost items. What stands before the first is an item
// of its own.
func items(text string) []*unit {
	lines := linesOf(text)
	var starts []int
	depth := -1
	for at := 0; at < len(lines); at++ {
		line := lines[at]
		isItem := itemStart().MatchString(line) && (depth < 0 || indent(line) < depth+2)
		if isItem && depth < 0 {
			depth = indent(line)
		}
		if isItem || at == 0 {
			starts = append(starts, at)
		} else if patterns().fence.MatchString(line) {
			at = fenceEnd(lines, at) - 1
		}
	}
	var out []*unit
	for i, start := range starts {
		end := len(lines)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		out = append(out, newUnit(item, lines[start:end]))
	}
	for _, u := range out {
		u.key = itemKey(u.text)
	}
	return closeUnits(out)
}

// itemKey is what an item says, without the form of its marker.
func itemKey(text string) string {
	marker, rest := itemMarker(text)
	key := normal(rest)
	if strings.Contains(rest, "```") || strings.Contains(rest, "~~~") {
		key = rest
	}
	if box := strings.Index(marker, "["); box >= 0 {
		key = marker[box:] + key
	}
	return key
}

// refineItem merges an item that both sides changed: its marker, its own text, and the list below it.
func (o Options) refineItem(base, ours, theirs *unit) []piece {
	whole := []piece{conflictOf(base.text, ours.text, theirs.text, "")}
	var markers, texts, below [3]string
	for i, u := range []*unit{base, ours, theirs} {
		marker, rest := itemMarker(u.text)
		markers[i] = marker
		texts[i], below[i] = nested(rest)
	}
	box := func(marker string) string { return strings.TrimLeft(marker, " \t0123456789.)-*+") }
	if o, t := box(markers[1]), box(markers[2]); o != t && o != box(markers[0]) && t != box(markers[0]) {
		return whole
	}
	text := texts[1]
	switch {
	case texts[1] == texts[2] || texts[2] == texts[0]:
	case texts[1] == texts[0]:
		text = texts[2]
	default:
		merged := mergeProse(texts[0], texts[1], texts[2])
		if strings.Contains(texts[0]+texts[1]+texts[2], "\n\n") || merged == nil {
			return lighter(whole, base.text, ours.text, theirs.text)
		}
		text = merged[0].text
	}
	marker := choose(markers[0], markers[1], markers[2])
	if box(markers[1]) != box(markers[2]) && box(markers[1]) == box(markers[0]) {
		marker = markers[2]
	}
	pieces := []piece{{text: marker + text, sep: "\n"}}
	if below[0]+below[1]+below[2] == "" {
		return pieces
	}
	inner := o.mergeList(below[0], below[1], below[2], false)
	if inner == nil {
		return whole
	}
	return append(pieces, inner...)
}

// nested parts the text of an item, without its marker, from the list below it.
func nested(text string) (own, list string) {
	lines := strings.Split(text, "\n")
	for i := 1; i < len(lines); i++ {
		if patterns().fence.MatchString(lines[i]) {
			return text, ""
		}
		if itemStart().MatchString(lines[i]) && indent(lines[i]) >= 2 {
			return strings.Join(lines[:i], "\n"), strings.Join(lines[i:], "\n")
		}
	}
	return text, ""
}

// counts tells whether the numbers of a list go up one by one; a list of fewer than two items and one without items do.
func counts(text string) bool {
	last, n := 0, 0
	for _, u := range items(text) {
		m := patterns().number.FindStringSubmatch(u.text)
		if m == nil {
			return false
		}
		number, _ := strconv.Atoi(m[1])
		if n > 0 && number != last+1 {
			return false
		}
		last, n = number, n+1
	}
	return true
}

// renumber gives an item the next number and moves what is indented below it when the number has grown longer. It returns the number
// after it.
func renumber(p *piece, next int) int {
	m := patterns().number.FindStringSubmatchIndex(p.text)
	if m == nil {
		return next
	}
	old := p.text[m[2]:m[3]]
	number, _ := strconv.Atoi(old)
	if next < 0 {
		return number + 1
	}
	now := strconv.Itoa(next)
	if now == old {
		return next + 1
	}
	text := p.text[:m[2]] + now + p.text[m[3]:]
	if grown := len(now) - len(old); grown > 0 {
		lines := strings.Split(text, "\n")
		for i := 1; i < len(lines); i++ {
			if n := indent(lines[i]); n > 0 && n < m[1]+grown && !blank(lines[i]) {
				lines[i] = strings.Repeat(" ", grown) + lines[i]
			}
		}
		text = strings.Join(lines, "\n")
	}
	p.text = text
	return next + 1
}
