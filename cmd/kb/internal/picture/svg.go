package picture

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/xml"
	"fmt"
	"math"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/kb/graph"
	"github.com/9aea2451/kb/rank/layout"
)

const (
	border   = 90.0  // around the nodes, for their labels
	header   = 64.0  // above them, for the legend
	minWidth = 640.0 // so that the legend has room
	letter   = 6.2   // the width of a letter of a label, about
	lineSize = 13.0  // the height of a label
)

//go:embed graph.css
var graphStyle string

// Style is the style of a graph, for light and dark pages: that of a page around one must let it pass, or
// bring it.
func Style() string { return graphStyle }

// drawing is an SVG picture in the making.
type drawing struct {
	*Picture
	b      bytes.Buffer
	edges  []graph.Edge   // as Merged gives them
	places []layout.Point // of the nodes, in their order; pixels
	number map[string]int // of a node, by its path
	width  float64        // pixels
	height float64        // pixels
}

// SVG draws the graph in a file that needs no other: notes as circles by PageRank, relations and
// links as arrows, and a legend.
func (p *Picture) SVG() []byte {
	d := &drawing{Picture: p, edges: p.Graph.Merged(), number: p.numbers()}
	pairs := make([][2]int, len(d.edges))
	for i, e := range d.edges {
		pairs[i] = [2]int{d.number[e.From], d.number[e.To]}
	}
	d.places = layout.Place(len(d.Graph.Nodes), pairs)
	for i := range d.places {
		p := &d.places[i]
		d.width, d.height = max(d.width, p.X), max(d.height, p.Y)
		p.X, p.Y = p.X+border, p.Y+header+border/2
	}
	d.width, d.height = max(minWidth, d.width+2*border), d.height+header+border
	d.printf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" %s>`+"\n",
		d.width, d.height, d.width, d.height, d.role())
	d.printf("<title>%s</title>\n%s", escaped(d.headline()), styled(graphStyle, d.Unstyled))
	d.b.WriteString(`<defs>` + marker("kb-head", "head") + marker("kb-linkhead", "linkhead") + "</defs>\n")
	d.printf(`<rect class="page" width="%.0f" height="%.0f"/>`+"\n", d.width, d.height)
	turns := map[[2]string]int{}
	for _, link := range []bool{true, false} { // relations lie above links
		for i := range d.edges {
			if e := &d.edges[i]; (e.Type == graph.Link) == link {
				d.edge(e, turns[[2]string{e.From, e.To}])
				turns[[2]string{e.From, e.To}]++
			}
		}
	}
	d.nodes()
	d.legend()
	d.b.WriteString("</svg>\n")
	return d.b.Bytes()
}

func (d *drawing) printf(format string, args ...any) { fmt.Fprintf(&d.b, format, args...) }

// marker is the head of an arrow: 8 pixels long whatever the width of the line, and turned with it.
func marker(id, class string) string {
	return `<marker id="` + id + `" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="8" markerHeight="8" ` +
		`markerUnits="userSpaceOnUse" orient="auto"><path class="` + class + `" d="M0 0L8 4L0 8z"/></marker>`
}

// role tells those who do not see it what it is: one picture, or a group of links.
func (d *drawing) role() string {
	if d.To == nil {
		return `role="img"`
	}
	return `role="group" aria-label="` + escaped(d.headline()) + `"`
}

// styled is the style of a picture, "" where the page around it has that.
func styled(style string, without bool) string {
	if without {
		return ""
	}
	return "<style>" + style + "</style>\n"
}

// radius of a node is between 5 and 21, its area grows with PageRank.
func radius(n *graph.Node) float64 { return 5 + 16*math.Sqrt(max(0, min(1, n.PageRank))) }

// edge draws an arrow from border to border of two circles, bent to its right so that arrows both
// ways, and several one way, lie apart.
func (d *drawing) edge(e *graph.Edge, turn int) {
	i, j := d.number[e.From], d.number[e.To]
	p, q := d.places[i], d.places[j]
	dx, dy := q.X-p.X, q.Y-p.Y
	length := math.Hypot(dx, dy)
	if length < 1 {
		return
	}
	dx, dy = dx/length, dy/length
	bend := 0.06*length + 14*float64(turn)
	from, to := radius(&d.Graph.Nodes[i]), radius(&d.Graph.Nodes[j])+1.5
	class, head := "edge", "kb-head"
	if e.Type == graph.Link {
		class, head = "edge link", "kb-linkhead"
	}
	d.printf(`<path class="%s" marker-end="url(#%s)" d="M%.1f %.1fQ%.1f %.1f %.1f %.1f"><title>%s</title></path>`+"\n", class, head,
		p.X+dx*from, p.Y+dy*from, (p.X+q.X)/2-dy*bend, (p.Y+q.Y)/2+dx*bend, q.X-dx*to, q.Y-dy*to, escaped(d.sentence(e)))
}

// sentence says what an edge does.
func (d *drawing) sentence(e *graph.Edge) string {
	return fmt.Sprintf("%s %s %s (strength %.2g)", label(d.Graph.Node(e.From)), e.Reading(e.From), label(d.Graph.Node(e.To)), e.Strength)
}

// nodes draws the circles, and above them the labels of the greatest.
func (d *drawing) nodes() {
	order := make([]int, len(d.Graph.Nodes))
	for i := range order {
		order[i] = i
		n := &d.Graph.Nodes[i]
		class := class(n)
		if n.Inactive != "" {
			class += " gone"
		}
		if n.Path == d.Start {
			class += " start"
		}
		opened, closed := d.link(n)
		lines := []string{label(n), plain(n.Path), strings.TrimSpace(n.Kind + " " + n.Status)}
		if n.Inactive != "" {
			lines = append(lines, "does not hold: "+n.Inactive)
		}
		lines = append(lines, fmt.Sprintf("PageRank %.3f", n.PageRank))
		for i, l := range lines {
			lines[i] = escaped(l)
		}
		d.printf(`%s<circle class="%s" cx="%.1f" cy="%.1f" r="%.1f"><title>%s</title></circle>%s`+"\n", opened, class, d.places[i].X,
			d.places[i].Y, radius(n), strings.Join(lines, "\n"), closed)
	}
	slices.SortStableFunc(order, func(a, b int) int {
		first, second := &d.Graph.Nodes[a], &d.Graph.Nodes[b]
		if (first.Path == d.Start) != (second.Path == d.Start) {
			if first.Path == d.Start {
				return -1
			}
			return 1
		}
		return cmp.Compare(second.PageRank, first.PageRank)
	})
	// The names of the greatest first; one that would lie over another is left to hovering.
	type box struct{ left, top, right, bottom float64 }
	var taken []box
	for _, i := range order {
		n := &d.Graph.Nodes[i]
		text := short(label(n), 24)
		x, y := d.places[i].X, d.places[i].Y+radius(n)+12
		half := letter * float64(utf8.RuneCountInString(text)) / 2
		b := box{x - half, y - lineSize, x + half, y}
		if slices.ContainsFunc(taken, func(o box) bool {
			return b.left < o.right && o.left < b.right && b.top < o.bottom &&
				o.top < b.bottom
		}) {
			continue
		}
		taken = append(taken, b)
		opened, closed := d.link(n)
		if d.To != nil { // the circle is the link for the keyboard
			opened = strings.Replace(opened, "<a ", `<a tabindex="-1" aria-hidden="true" `, 1)
		}
		d.printf(`%s<text class="halo" text-anchor="middle" x="%.1f" y="%.1f">%s</text>%s`+"\n", opened, x, y, escaped(text), closed)
	}
}

// link gives the tags around what leads to a note, "" where nothing does. It is always a path, which
// no name can make anything else of.
func (d *drawing) link(n *graph.Node) (opened, closed string) {
	if d.To != nil {
		to := d.To(n.Path)
		if to == "" {
			return "", ""
		}
		return `<a href="` + escaped(to) + `" aria-label="` + escaped(label(n)) + `">`, "</a>"
	}
	if d.Root == "" {
		return "", ""
	}
	to := path.Join(d.Root, n.Path)
	if !strings.HasPrefix(to, "../") {
		to = "./" + to
	}
	return `<a href="` + escaped((&url.URL{Path: to}).EscapedPath()) + `">`, "</a>"
}

// headline names the picture.
func (d *drawing) headline() string {
	what := "Notes and their relations"
	if n := d.Graph.Node(d.Start); n != nil {
		what = label(n)
	}
	return what
}

// legend explains the colours and the arrows, and what is left out.
func (d *drawing) legend() {
	counts := map[string]int{}
	gone := false
	for i := range d.Graph.Nodes {
		counts[class(&d.Graph.Nodes[i])]++
		gone = gone || d.Graph.Nodes[i].Inactive != ""
	}
	summary := fmt.Sprintf("%s · notes: %d · edges: %d", short(d.headline(), 60), len(d.Graph.Nodes), len(d.edges))
	d.printf(`<text x="16" y="20" font-weight="bold">%s</text>`+"\n", escaped(summary))
	if d.Cut != "" {
		d.printf(`<text x="16" y="54">%s</text>`+"\n", escaped(plain(d.Cut)))
	}
	x := 22.0
	item := func(mark, text string) {
		d.printf(mark, x)
		d.printf(`<text x="%.1f" y="40">%s</text>`+"\n", x+12, escaped(text))
		x += 30 + 6.2*float64(len(text))
	}
	for _, k := range kinds() {
		if counts[k] > 0 {
			item(`<circle class="`+k+`" cx="%.1f" cy="36" r="6"/>`, k)
		}
	}
	if gone {
		item(`<circle class="doc gone" cx="%.1f" cy="36" r="6"/>`, "does not hold")
	}
	x += 8
	item(`<path class="edge" marker-end="url(#kb-head)" d="M%.1f 36h-16m0 0h24"/>`, "relation")
	x += 12
	item(`<path class="edge link" marker-end="url(#kb-linkhead)" d="M%.1f 36h-16m0 0h24"/>`, "link")
	d.printf(`<text x="%.1f" y="40">greater: higher PageRank</text>`+"\n", x)
}

// escaped makes text fit to stand in XML; characters that XML does not have are replaced.
func escaped(s string) string {
	var b strings.Builder
	if xml.EscapeText(&b, []byte(report.CleanLine(s))) != nil {
		return ""
	}
	return b.String()
}
