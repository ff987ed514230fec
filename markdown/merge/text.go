package merge

import "strings"

// mergeText merges the text of a part: block by block, or line by line where that leaves less to settle.
func (o Options) mergeText(base, ours, theirs string) []piece {
	level := func(text string) int { return len(text) - len(strings.TrimLeft(text, "#")) }
	pieces := mergeUnits(blocks(base, level(base)), blocks(ours, level(ours)), blocks(theirs, level(theirs)),
		rules{sep: "\n\n", same: 0.4, refine: o.refineBlock})
	return lighter(pieces, base, ours, theirs)
}

// lighter gives the pieces of a merge by structure, or those of a merge by lines if they leave less
// to settle and are as sound.
func lighter(pieces []piece, base, ours, theirs string) []piece {
	if pieces != nil && weight(pieces) == 0 {
		return pieces
	}
	byLines := mergeLines(base, ours, theirs)
	if pieces == nil || weight(byLines) < weight(pieces) && sound(byLines, base, ours, theirs) {
		return byLines
	}
	return pieces
}

// refineBlock merges a block that both sides changed.
func (o Options) refineBlock(base, ours, theirs *unit) []piece {
	var pieces []piece
	switch base.kind {
	case paragraph:
		pieces = mergeProse(base.text, ours.text, theirs.text)
	case bullets, numbers:
		pieces = o.mergeList(base.text, ours.text, theirs.text, base.kind == numbers)
	case table:
		pieces = mergeTable(base.text, ours.text, theirs.text)
	case quote:
		pieces = o.mergeQuote(base.text, ours.text, theirs.text)
	case definitions:
		pieces = mergeUnits(perLine(base.text, definition), perLine(ours.text, definition), perLine(theirs.text, definition),
			lineRules(definition))
	}
	pieces = lighter(pieces, base.text, ours.text, theirs.text)
	if text, clean := textOf(pieces); clean && !oneBlock(text, base.kind) {
		return []piece{conflictOf(base.text, ours.text, theirs.text, "")}
	}
	return pieces
}

// mergeQuote merges what is quoted as a text of its own, nil where lines are not marked with "> "
// or a conflict is left.
func (o Options) mergeQuote(base, ours, theirs string) []piece {
	texts := [3]string{base, ours, theirs}
	for i, text := range texts {
		texts[i] = strings.ReplaceAll("\n"+text, "\n> ", "\n")[1:]
		texts[i] = strings.ReplaceAll("\n"+texts[i], "\n>\n", "\n\n")[1:]
		if quoted(texts[i]) != text {
			return nil
		}
	}
	text, clean := textOf(o.mergeText(texts[0], texts[1], texts[2]))
	if !clean {
		return nil
	}
	return []piece{{text: quoted(text)}}
}

// quoted marks each line of a text.
func quoted(text string) string {
	return strings.ReplaceAll("> "+strings.ReplaceAll(text, "\n", "\n> "), "> \n", ">\n")
}

// oneBlock tells whether a text is a single block of a kind.
func oneBlock(text string, k kind) bool {
	level := 0
	if k == heading {
		level = 1
	}
	list := blocks(text, level)
	return len(list) == 1 && list[0].kind == k && (k != fence || fenceEnd(linesOf(text), 0) == len(linesOf(text)))
}

// perLine makes a unit of each line.
func perLine(text string, k kind) []*unit {
	var out []*unit
	for _, line := range linesOf(text) {
		out = append(out, &unit{kind: k, text: line, sep: "\n", key: normal(line)})
	}
	return closeUnits(out)
}

// lineRules merge units of one line each that stand for themselves.
func lineRules(k kind) rules {
	return rules{sep: "\n", same: 0.5, loose: true, refine: func(base, ours, theirs *unit) []piece {
		if k == row {
			if text, ok := mergeRow(base.text, ours.text, theirs.text); ok {
				return []piece{{text: text}}
			}
		}
		return []piece{conflictOf(base.text, ours.text, theirs.text, "")}
	}}
}

// name is what a unit is known by, where it has such a thing: the label of a definition, the first
// cell of a row, the link or the code that an item begins with.
func name(u *unit) string {
	switch u.kind {
	case definition:
		if m := patterns().definition.FindStringSubmatch(u.text); m != nil {
			return strings.ToLower(m[1])
		}
	case row:
		if list := cells(u.text); len(list) > 0 {
			return strings.ToLower(strings.TrimSpace(list[0]))
		}
	case item:
		_, text := itemMarker(u.text)
		first, _, _ := strings.Cut(text, "\n")
		for _, pair := range [][2]string{{"`", "`"}, {"[", "]"}, {"**", "**"}} {
			if rest, ok := strings.CutPrefix(first, pair[0]); ok {
				if inner, _, ok := strings.Cut(rest, pair[1]); ok {
					return strings.ToLower(inner)
				}
			}
		}
	}
	return ""
}
