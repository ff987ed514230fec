package adr

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/lazy"
)

// Renumbering is a record that gets another name.
type Renumbering struct {
	From, To string         // paths
	old, new string         // numbers without leading zeros
	mention  *regexp.Regexp // of the old number; nil where the number stays, or is a date
}

// Renumbered returns what follows from a move that gives a record another name; nil for any other move.
func Renumbered(n *kb.Note, to string) *Renumbering {
	name, old := kb.SeriesName(n.Path)
	now, number := kb.SeriesName(to)
	switch {
	case n.Kind != "decision" || name == now:
		return nil
	case old == "" || number == "" || old == number || Dated(name) != "" || Dated(now) != "":
		return &Renumbering{From: n.Path, To: to}
	}
	prefix := strings.TrimRight(name[:strings.IndexAny(name, "0123456789")], "-_ #")
	if prefix == "" {
		prefix = "adr"
	}
	return &Renumbering{n.Path, to, old, number,
		regexp.MustCompile(`(?i)\b(` + regexp.QuoteMeta(prefix) + `[-_ #]?)(0*` + old + `)\b`)}
}

// Place is where a number stands that changes.
type Place struct {
	Start, End int
	Text       string // what stands there then
	Name       string // of a mention: ADR-0003
}

// as writes the new number as wide as the old one stood.
func (r *Renumbering) as(digits string) string {
	n, _ := strconv.Atoi(r.new)
	width := len(digits)
	if digits[0] != '0' {
		width = 1
	}
	return fmt.Sprintf("%0*d", width, n)
}

// Title is the place of the number in a title such as "3. Use MySQL" that stands at a place of the source, and of the whole
// name of the file where the title is just that.
func (r *Renumbering) Title(text string, at int) []Place {
	if text == kb.Stem(r.From) {
		return []Place{{Start: at, End: at + len(text), Text: kb.Stem(r.To)}}
	}
	m := numberIn().FindStringSubmatchIndex(text)
	if m == nil || r.mention == nil || strings.TrimLeft(text[m[4]:m[5]], "0") != r.old {
		return nil
	}
	return []Place{{Start: at + m[4], End: at + m[5], Text: r.as(text[m[4]:m[5]])}}
}

// ownNumber matches a key of the front matter that bears the number, or the title.
var ownNumber = lazy.Pattern(`(?m)^(?:(?:id|number|adr|nav_order|sidebar_position): *['"]?[A-Za-z_-]*(\d+)['"]? *|` +
	`title: *['"]?(.*))\r?$`)

// Own are the places of the number in the record itself: its heading and its front matter.
func (r *Renumbering) Own(source []byte) (places []Place) {
	if r.mention == nil {
		return nil
	}
	doc := notes.Document(source)
	front := string(source[:max(doc.FrontMatter.Span.End, 0)])
	for _, m := range ownNumber().FindAllStringSubmatchIndex(front, -1) {
		if m[4] >= 0 {
			places = append(places, r.Title(front[m[4]:m[5]], m[4])...)
		} else if strings.TrimLeft(front[m[2]:m[3]], "0") == r.old {
			places = append(places, Place{Start: m[2], End: m[3], Text: r.as(front[m[2]:m[3]])})
		}
	}
	for i := range doc.Sections {
		if s := &doc.Sections[i]; s.Level == 1 {
			line := string(source[s.Span.Start:lineEnd(source, s.Span.Start)])
			text := strings.TrimLeft(line, "# ")
			return append(places, r.Title(text, s.Span.Start+len(line)-len(text))...)
		}
	}
	return places
}

// Applied is the record itself with its new number.
func (r *Renumbering) Applied(source []byte) []byte {
	at := At(r.From, source)
	for _, p := range slices.Backward(r.Own(source)) {
		at = at.With(at.splice(p.Start, p.End, p.Text))
	}
	return at.Source
}

// Mentions are the places in the text of a note at which the number is called, as in "ADR-0003". Fenced code and the
// targets of links are none.
func (r *Renumbering) Mentions(links []markdown.Link, source []byte) (places []Place) {
	if r.mention == nil {
		return nil
	}
	at, fenced := 0, false
	for l := range strings.Lines(string(source)) {
		if t := strings.TrimSpace(l); strings.HasPrefix(t, "```") || strings.HasPrefix(t, "~~~") {
			fenced = !fenced
		}
		for _, m := range r.mention.FindAllStringSubmatchIndex(l, -1) {
			start, end := at+m[4], at+m[5]
			next := strings.TrimLeft(l[m[1]:], "-_./")
			joined := len(next) < len(l)-m[1] && next != "" && next[0] > ' ' && l[m[1]] != '.' // the name of a file
			inTarget := slices.ContainsFunc(links, func(l markdown.Link) bool { return l.TargetStart <= start && end <= l.TargetEnd })
			if !fenced && !joined && !inTarget {
				places = append(places, Place{start, end, r.as(l[m[4]:m[5]]), l[m[0]:m[1]]})
			}
		}
		at += len(l)
	}
	return places
}
