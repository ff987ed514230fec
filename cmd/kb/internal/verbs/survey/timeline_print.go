package survey

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/kb/timeline"
	"github.com/9aea2451/kb/text/wording"
)

// timelineBar is the greatest length of a bar in characters, where the terminal has room for it.
const timelineBar = 40

// print writes one bar a period, and below them the sums by kind.
func (c *timelineCmd) print(a *app.App, t *Timeline) {
	if len(t.Periods) == 0 {
		which := ""
		if len(c.Path)+len(c.Kind) > 0 || c.Since != "" || c.Until != "" {
			which = " that was asked for"
		}
		a.Remark("nothing happened to any note%s", which)
		return
	}
	w := barWriter{a: a}
	w.measure(t, c.Kinds)
	var legend []string
	for _, p := range parts(w.a.Style, timeline.Counts{}) {
		legend = append(legend, p.colour(p.mark)+" "+p.name)
	}
	a.Printf("%s  %s\n", w.pad(""), strings.Join(legend, "  "))
	for i, p := range t.Periods {
		if i > 0 && timeline.Unit(t.By).Next(t.Periods[i-1].Start).Before(p.Start) {
			a.Printf("%s\n", a.Style.Faint("…"))
		}
		w.row(a.Style.Title(w.pad(p.Name)), p.Counts)
		if c.Kinds && len(t.Kinds) > 1 {
			for _, k := range p.Kinds {
				w.row(w.pad("  "+k.Kind), k.Counts)
			}
		}
	}
	if len(t.Kinds) > 1 {
		w.widest = t.Kinds[0].Total()
		a.Printf("\n%s\n", a.Style.Heading("by kind"))
		for _, k := range t.Kinds {
			w.row(w.pad(k.Kind), k.Counts)
		}
	}
	for _, text := range []string{earlier(t), passedOver(t)} {
		if text != "" {
			a.Printf("\n%s\n", text)
		}
	}
}

// passedOver says which commits are not counted as changes.
func passedOver(t *Timeline) string {
	if len(t.Passed) == 0 {
		return ""
	}
	return fmt.Sprintf("%s that changed layout alone, or that git blame is to ignore, passed over: %s",
		wording.Count(len(t.Passed), "commit"), strings.Join(t.Passed, ", "))
}

// earlier says how many notes began nobody knows when.
func earlier(t *Timeline) string {
	if t.Earlier == 0 {
		return ""
	}
	return fmt.Sprintf("%s began before the known history", wording.Count(t.Earlier, "note"))
}

// barWriter writes rows of a name, a bar and what it stands for.
type barWriter struct {
	a      *app.App
	names  int // columns of the names
	bars   int // of the bars
	widest int // what a bar of full length stands for
}

// measure finds the widths.
func (w *barWriter) measure(t *Timeline, kinds bool) {
	w.bars = timelineBar
	text, indent := 0, 0
	if kinds {
		indent = 2
	}
	var totals []int
	for _, p := range t.Periods {
		w.names, totals = max(w.names, len(p.Name)), append(totals, p.Total())
		text = max(text, len(countsText(p.Counts)))
	}
	w.widest = timeline.Scale(totals)
	if len(t.Kinds) > 1 {
		for _, k := range t.Kinds {
			w.names, text = max(w.names, len(k.Kind)+indent), max(text, len(countsText(k.Counts)))
		}
	}
	if terminal := app.ColumnsOf(w.a.Stdout); terminal > 0 {
		w.bars = max(4, min(w.bars, terminal-w.names-text-5))
	}
}

func (w *barWriter) pad(name string) string { return fmt.Sprintf("%-*s", w.names, name) }

// part is a piece of a bar.
type part struct {
	name   string
	mark   string
	n      int
	colour func(string) string
}

// parts are the pieces in their order.
func parts(style report.Style, c timeline.Counts) []part {
	return []part{
		{"added", "█", c.Added, style.Code},
		{"changed", "▓", c.Changed, style.Heading},
		{"superseded", "▒", c.Superseded, style.Warning},
		{"removed", "░", c.Removed, style.Match},
	}
}

// row writes one line. Every piece that stands for something has at least one character.
func (w *barWriter) row(name string, c timeline.Counts) {
	if c.Total() == 0 {
		w.a.Printf("%s\n", strings.TrimRight(name, " "))
		return
	}
	bar, length := "", 0
	full, room, cut := w.widest, w.bars, ""
	if c.Total() > full { // the pieces keep their shares
		full, room, cut = c.Total(), w.bars-1, "»"
	}
	for _, p := range parts(w.a.Style, c) {
		n := (p.n*room + full/2) / full
		if p.n > 0 {
			n = max(n, 1)
		}
		bar += p.colour(strings.Repeat(p.mark, n))
		length += n
	}
	bar, length = bar+cut, length+utf8.RuneCountInString(cut)
	w.a.Printf("%s  %s%s  %s\n", name, bar, strings.Repeat(" ", max(0, w.bars-length)), countsText(c))
}

// countsText says "3 added, 1 removed".
func countsText(c timeline.Counts) string {
	var out []string
	for _, p := range parts(report.Style{}, c) {
		if p.n > 0 {
			out = append(out, fmt.Sprintf("%d %s", p.n, p.name))
		}
	}
	return strings.Join(out, ", ")
}
