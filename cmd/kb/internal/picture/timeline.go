package picture

import (
	"bytes"
	_ "embed"
	"fmt"
	"math"
	"strings"

	"github.com/9aea2451/kb/kb/timeline"
)

// Timeline is what became of notes, to draw.
type Timeline struct {
	By      string            // week, month, quarter or year
	Periods []timeline.Period // oldest first
	Kinds   []timeline.KindCounts
	Note    string // what is not known, "" for nothing

	Unstyled bool // the page around it brings the TimelineStyle
}

// The measures of a timeline, in pixels.
const (
	timelineWidth  = 960.0
	timelineLeft   = 64.0 // for the figures of the axis
	timelineRight  = 20.0
	timelineTop    = 82.0  // for the legend
	panelHeight    = 120.0 // of the bars of one kind, or of all
	panelGap       = 52.0  // between panels, for the names of periods
	narrowestLabel = 56.0  // between two names of periods
)

//go:embed timeline.css
var timelineStyle string

// TimelineStyle is the style of a timeline, as Style is that of a graph.
func TimelineStyle() string { return timelineStyle }

// SVG draws stacked bars by period in a file that needs no other: all notes, and below them each
// kind when there are several.
func (t *Timeline) SVG() []byte {
	d := timelineDrawing{Timeline: t}
	panels := []string{""}
	if len(t.Kinds) > 1 {
		for _, k := range t.Kinds {
			panels = append(panels, k.Kind)
		}
	}
	height := timelineTop + float64(len(panels))*(panelHeight+panelGap)
	d.printf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" role="img">`+"\n",
		timelineWidth, height, timelineWidth, height)
	d.printf("<title>Notes by %s</title>\n%s", escaped(t.By), styled(timelineStyle, t.Unstyled))
	d.printf(`<rect class="page" width="%.0f" height="%.0f"/>`+"\n", timelineWidth, height)
	d.printf(`<text class="head" x="16" y="22">%s</text>`+"\n", escaped("Notes by "+d.By+d.span()))
	x := 16.0
	for _, s := range stacked(timeline.Counts{}) {
		d.printf(`<rect class="%s" x="%.0f" y="34" width="10" height="10" rx="2"/><text x="%.0f" y="43">%s</text>`+"\n", s.class,
			x, x+15, s.class)
		x += 32 + 6.4*float64(len(s.class))
	}
	if d.Note != "" {
		d.printf(`<text class="faint" x="%.0f" y="43">%s</text>`+"\n", x+8, escaped(plain(d.Note)))
	}
	for i, kind := range panels {
		d.panel(kind, timelineTop+float64(i)*(panelHeight+panelGap))
	}
	d.b.WriteString("</svg>\n")
	return d.b.Bytes()
}

// timelineDrawing is an SVG picture of a timeline in the making.
type timelineDrawing struct {
	*Timeline
	b bytes.Buffer
}

func (d *timelineDrawing) printf(format string, args ...any) { fmt.Fprintf(&d.b, format, args...) }

// slice is one piece of a bar.
type slice struct {
	class string // of the style sheet, and the word in the legend
	n     int
}

// stacked are the pieces of a bar from the bottom up, those of no length included.
func stacked(c timeline.Counts) []slice {
	return []slice{{"added", c.Added}, {"changed", c.Changed}, {"superseded", c.Superseded}, {"removed", c.Removed}}
}

// span names the first and the last period.
func (d *timelineDrawing) span() string {
	if len(d.Periods) == 0 {
		return ": nothing happened"
	}
	return ", " + d.Periods[0].Name + " – " + d.Periods[len(d.Periods)-1].Name
}

// counts gives what a panel shows of a period: all of it, or one kind.
func counts(p *timeline.Period, kind string) timeline.Counts {
	if kind == "" {
		return p.Counts
	}
	for _, k := range p.Kinds {
		if k.Kind == kind {
			return k.Counts
		}
	}
	return timeline.Counts{}
}

// panel draws the bars of a kind, of all kinds for "".
func (d *timelineDrawing) panel(kind string, top float64) {
	totals := make([]int, len(d.Periods))
	for i := range d.Periods {
		totals[i] = counts(&d.Periods[i], kind).Total()
	}
	greatest := timeline.Scale(totals)
	name := kind
	if kind == "" {
		name = "all notes"
	}
	d.printf(`<text class="head" x="16" y="%.0f">%s</text>`+"\n", top-12, escaped(plain(name)))
	step := tick(greatest)
	full := float64((greatest + step - 1) / step * step)
	for n := 0; n <= int(full); n += step {
		y := top + panelHeight*(1-float64(n)/full)
		d.printf(`<line x1="%.0f" y1="%.1f" x2="%.0f" y2="%.1f"/><text class="faint" text-anchor="end" x="%.0f" y="%.1f">%d</text>`+"\n",
			timelineLeft, y, timelineWidth-timelineRight, y, timelineLeft-6, y+4, n)
	}
	if len(d.Periods) == 0 {
		return
	}
	slot := (timelineWidth - timelineLeft - timelineRight) / float64(len(d.Periods))
	wide := math.Max(0.5, math.Min(36, slot*0.8))
	each := max(1, int(math.Ceil(narrowestLabel/slot))) // so that names do not overlap
	for i := range d.Periods {
		p := &d.Periods[i]
		x := timelineLeft + slot*(float64(i)+0.5)
		d.bar(p, counts(p, kind), x-wide/2, wide, top, full)
		if i%each == 0 {
			d.printf(`<text class="faint" text-anchor="middle" x="%.1f" y="%.0f">%s</text>`+"\n", x, top+panelHeight+15, escaped(p.Name))
		}
	}
}

// bar draws one bar from the bottom up; hovering over it tells the figures.
func (d *timelineDrawing) bar(p *timeline.Period, c timeline.Counts, x, wide, top, full float64) {
	if c.Total() == 0 {
		return
	}
	var said []string
	y := top + panelHeight
	over := float64(c.Total()) > full // the pieces keep their shares
	d.b.WriteString("<g>")
	for _, s := range stacked(c) {
		if s.n == 0 {
			continue
		}
		said = append(said, fmt.Sprintf("%d %s", s.n, s.class))
		h := panelHeight * float64(s.n) / max(full, float64(c.Total()))
		y -= h
		d.printf(`<rect class="%s" x="%.2f" y="%.2f" width="%.2f" height="%.2f"/>`, s.class, x, y, wide, h)
	}
	if over {
		d.printf(`<text class="faint" text-anchor="middle" x="%.1f" y="%.1f">%d</text>`, x+wide/2, top-3, c.Total())
	}
	d.printf("<title>%s: %s</title></g>\n", escaped(p.Name), strings.Join(said, ", "))
}

// tick is the distance of the lines behind bars: 1, 2 or 5 times a power of ten, so that there are
// at most five.
func tick(greatest int) int {
	for step := 1; ; step *= 10 {
		for _, n := range []int{1, 2, 5} {
			if n*step*5 >= greatest {
				return n * step
			}
		}
	}
}
