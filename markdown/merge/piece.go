package merge

import (
	"slices"
	"strings"
)

// piece is a part of a result: a text, or a conflict in its place.
type piece struct {
	text     string // without the line end that closes it
	sep      string // line ends or blanks behind it, where something follows
	conflict *conflict
}

// conflict is lines of which one side's must be chosen.
type conflict struct{ base, ours, theirs []string }

// linesOf is the lines of a text: none where there is no text.
func linesOf(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// conflictOf is the piece of texts that exclude each other.
func conflictOf(base, ours, theirs, sep string) piece {
	return piece{sep: sep, conflict: &conflict{linesOf(base), linesOf(ours), linesOf(theirs)}}
}

// weight measures how much a person has to settle: the lines between markers, and something for each region.
func weight(pieces []piece) int {
	n := 0
	for _, p := range pieces {
		if p.conflict != nil {
			n += 2 + len(p.conflict.ours) + len(p.conflict.theirs)
		}
	}
	return n
}

// join puts pieces one behind another. Where a piece does not say what follows it, sep does.
func join(pieces []piece, sep string) []piece {
	out := make([]piece, 0, len(pieces))
	for _, p := range pieces {
		if p.sep == "" {
			p.sep = sep
		}
		out = append(out, p)
	}
	return out
}

// withSep gives the last piece what follows it.
func withSep(pieces []piece, sep string) []piece {
	if len(pieces) > 0 {
		pieces[len(pieces)-1].sep = sep
	}
	return pieces
}

// textOf is the text of pieces, and whether they are free of conflicts.
func textOf(pieces []piece) (string, bool) {
	var b strings.Builder
	for i, p := range pieces {
		if p.conflict != nil {
			return "", false
		}
		b.WriteString(p.text)
		if i+1 < len(pieces) {
			b.WriteString(p.sep)
		}
	}
	return b.String(), true
}

// render writes pieces with the markers of their conflicts.
func render(pieces []piece, o Options) (text string, conflicts int) {
	var b strings.Builder
	for i, p := range pieces {
		text, sep := p.text, p.sep
		if p.conflict != nil {
			lines, open := p.conflict.marked(o)
			text = strings.Join(lines, "\n")
			conflicts += open
			if !strings.HasPrefix(sep, "\n") {
				sep = "\n"
			}
		}
		b.WriteString(text)
		if i+1 < len(pieces) {
			b.WriteString(sep)
		}
	}
	return b.String(), conflicts
}

// marked is the conflict as git writes it; open is 0 where the sides agree after all.
func (c *conflict) marked(o Options) (lines []string, open int) {
	ours, theirs := c.ours, c.theirs
	var after []string
	if o.Style != Diff3 {
		n := 0
		for n < min(len(ours), len(theirs)) && ours[n] == theirs[n] {
			n++
		}
		lines, ours, theirs = slices.Clone(ours[:n]), ours[n:], theirs[n:]
		n = 0
		for n < min(len(ours), len(theirs)) && ours[len(ours)-1-n] == theirs[len(theirs)-1-n] {
			n++
		}
		after, ours, theirs = ours[len(ours)-n:], ours[:len(ours)-n], theirs[:len(theirs)-n]
	}
	if len(ours)+len(theirs) == 0 {
		return append(lines, after...), 0
	}
	lines = append(append(lines, marker('<', o.MarkerSize, o.Ours)), ours...)
	if o.Style != Plain {
		lines = append(append(lines, marker('|', o.MarkerSize, o.Base)), c.base...)
	}
	lines = append(append(lines, marker('=', o.MarkerSize, "")), theirs...)
	lines = append(lines, marker('>', o.MarkerSize, o.Theirs))
	return append(lines, after...), 1
}

// maxMarker bounds what the attribute conflict-marker-size of a repository can ask for.
const maxMarker = 1000

// marker is a line of a conflict: the character as often as git wants it, and a label.
func marker(c byte, size int, label string) string {
	if size < 1 || size > maxMarker {
		size = 7
	}
	line := strings.Repeat(string(c), size)
	if label != "" {
		line += " " + label
	}
	return line
}
