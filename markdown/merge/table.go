package merge

import (
	"slices"
	"strings"
)

// mergeTable merges a table row by row and cell by cell. Rows of a table whose columns one side
// changed do not fit those of the other side, so then the whole table is a conflict.
func mergeTable(base, ours, theirs string) []piece {
	whole := []piece{conflictOf(base, ours, theirs, "")}
	b, o, t := perLine(base, row), perLine(ours, row), perLine(theirs, row)
	if !sameColumns(b, o) || !sameColumns(b, t) {
		return whole
	}
	for _, units := range [][]*unit{b, o, t} {
		for _, u := range units {
			u.key = strings.Join(cells(u.text), "|")
		}
		units[1].key = strings.ReplaceAll(strings.Join(strings.Fields(units[1].text), ""), "-",
			"") // its dashes are as long as the column is wide
	}
	head := mergeUnits(b[:2], o[:2], t[:2], lineRules(row))
	if _, clean := textOf(head); !clean || len(head) != 2 {
		return whole
	}
	head = withSep(head, "\n")
	return append(head, mergeUnits(b[2:], o[2:], t[2:], lineRules(row))...)
}

// sameColumns tells whether two tables have as many columns, and their headers in the same order,
// as far as they are there.
func sameColumns(a, b []*unit) bool {
	first, second := cells(a[0].text), cells(b[0].text)
	if len(first) != len(second) || len(cells(a[1].text)) != len(cells(b[1].text)) {
		return false
	}
	for i, cell := range first {
		if at := slices.Index(second, cell); at >= 0 && at != i && cell != "" && slices.Index(first, cell) == i {
			return false
		}
	}
	return true
}

// cells are the cells of a row, without the white space around them.
func cells(line string) []string {
	line = strings.TrimSpace(line)
	line = strings.TrimPrefix(line, "|")
	if strings.HasSuffix(line, "|") && !strings.HasSuffix(line, `\|`) {
		line = line[:len(line)-1]
	}
	var out []string
	start := 0
	for i := 0; i <= len(line); i++ {
		if i == len(line) || line[i] == '|' && (i == 0 || line[i-1] != '\\') {
			out = append(out, strings.TrimSpace(line[start:i]))
			start = i + 1
		}
	}
	return out
}

// mergeRow merges a row that both sides changed, cell by cell, in the form that ours has.
func mergeRow(base, ours, theirs string) (string, bool) {
	b, o, t := cells(base), cells(ours), cells(theirs)
	if len(b) != len(o) || len(b) != len(t) {
		return "", false
	}
	merged := slices.Clone(o)
	for i := range b {
		switch {
		case o[i] == t[i] || t[i] == b[i]:
		case o[i] == b[i]:
			merged[i] = t[i]
		default:
			return "", false
		}
	}
	return "| " + strings.Join(merged, " | ") + " |", true
}

// uneven tells whether a table has a row with another number of cells than its header.
func uneven(text string) bool {
	lines := linesOf(text)
	for _, line := range lines[min(2, len(lines)):] {
		if len(cells(line)) != len(cells(lines[0])) {
			return true
		}
	}
	return false
}
