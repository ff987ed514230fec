package picture

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb/graph"
	"github.com/9aea2451/kb/kb/timeline"
)

// whole writes the numbers of a drawing as whole ones, which do not differ between machines.
func whole(svg string) string {
	return regexp.MustCompile(`\d+\.\d+`).ReplaceAllStringFunc(svg, func(s string) string {
		f, err := strconv.ParseFloat(s, 64)
		if err != nil {
			return s
		}
		return strconv.FormatFloat(f, 'f', 0, 64)
	})
}

// cut is a drawing without its definitions, each element on a line.
func cut(svg string) string {
	svg = regexp.MustCompile(`<defs>.*</defs>\n`).ReplaceAllString(svg, "")
	return strings.ReplaceAll(svg, "><", ">\n<")
}

const drawnGraph = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 374" width="640" height="374" role="img">
<title>Bread</title>
<rect class="page" width="640" height="374"/>
<path class="edge link" marker-end="url(#kb-linkhead)" d="M91 130Q87 164 96 204">
<title>Apples links to Bread (strength 0)</title>
</path>
<path class="edge link" marker-end="url(#kb-linkhead)" d="M104 324Q107 273 98 233">
<title>Cider links to Bread (strength 0)</title>
</path>
<path class="edge" marker-end="url(#kb-head)" d="M96 206Q100 164 92 132">
<title>Bread supersedes Apples (strength 1)</title>
</path>
<path class="edge" marker-end="url(#kb-head)" d="M104 324Q121 272 98 233">
<title>Cider depends on Bread (strength 0)</title>
</path>
<a href="../a.md">
<circle class="doc" cx="90" cy="109" r="21">
<title>Apples
a.md
doc
PageRank 1</title>
</circle>
</a>
<a href="../b.md">
<circle class="decision start" cx="97" cy="219" r="13">
<title>Bread
b.md
decision accepted
PageRank 0</title>
</circle>
</a>
<a href="../c.md">
<circle class="memory gone" cx="104" cy="329" r="5">
<title>Cider
c.md
memory
does not hold: expired
PageRank 0</title>
</circle>
</a>
<a href="../b.md">
<text class="halo" text-anchor="middle" x="97" y="244">Bread</text>
</a>
<a href="../a.md">
<text class="halo" text-anchor="middle" x="90" y="142">Apples</text>
</a>
<a href="../c.md">
<text class="halo" text-anchor="middle" x="104" y="346">Cider</text>
</a>
<text x="16" y="20" font-weight="bold">Bread · notes: 3 · edges: 4</text>
<text x="16" y="54">3 of 4 notes</text>
<circle class="memory" cx="22" cy="36" r="6"/>
<text x="34" y="40">memory</text>
<circle class="decision" cx="89" cy="36" r="6"/>
<text x="101" y="40">decision</text>
<circle class="doc" cx="169" cy="36" r="6"/>
<text x="181" y="40">doc</text>
<circle class="doc gone" cx="217" cy="36" r="6"/>
<text x="229" y="40">does not hold</text>
<path class="edge" marker-end="url(#kb-head)" d="M336 36h-16m0 0h24"/>
<text x="348" y="40">relation</text>
<path class="edge link" marker-end="url(#kb-linkhead)" d="M428 36h-16m0 0h24"/>
<text x="440" y="40">link</text>
<text x="482" y="40">greater: higher PageRank</text>
</svg>
`

// A graph is drawn with its arrows, circles, labels and legend, each at its place.
func TestDrawnGraph(t *testing.T) {
	g := graph.New(
		[]graph.Node{
			{Path: "a.md", Title: "Apples", Kind: "doc", PageRank: 1}, {Path: "b.md", Title: "Bread", Kind: "decision",
				Status: "accepted", PageRank: .25},
			{Path: "c.md", Title: "Cider", Kind: "memory", Inactive: "expired"},
		},
		[]graph.Edge{
			{From: "a.md", To: "b.md", Type: graph.Link, Strength: .5, Source: "a.md"},
			{From: "b.md", To: "a.md", Type: "supersedes", Strength: .8, Source: "b.md"},
			{From: "c.md", To: "b.md", Type: "depends_on", Strength: .5, Source: "c.md"},
			{From: "c.md", To: "b.md", Type: graph.Link, Strength: .5, Source: "c.md"},
		},
	)
	p := Picture{Graph: g, Start: "b.md", Cut: "3 of 4 notes", Root: "..", Unstyled: true}
	if got := cut(whole(string(p.SVG()))); got != drawnGraph {
		t.Errorf("drawn\n%s", got)
	}
	p.Start, p.Root = "", ""
	if got := string(p.SVG()); strings.Contains(got, "<a ") || !strings.Contains(got, "Notes and their relations · notes: 3 · edges: 4") {
		t.Errorf("without a start and a root: %s", got)
	}
	p.To = func(path string) string { return strings.TrimPrefix("/note/"+path, "/note/c.md") }
	if got := string(p.SVG()); strings.Count(got, "<a ") != 4 || strings.Count(got, `tabindex="-1"`) != 2 || strings.Contains(got, "..") {
		t.Errorf("with pages to lead to: %s", got)
	}
}

const drawnTimeline = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 598" width="960" height="598" role="img">
<title>Notes by month</title>
<rect class="page" width="960" height="598"/>
<text class="head" x="16" y="22">Notes by month, 2026-01 – 2026-03</text>
<rect class="added" x="16" y="34" width="10" height="10" rx="2"/>
<text x="31" y="43">added</text>
<rect class="changed" x="80" y="34" width="10" height="10" rx="2"/>
<text x="95" y="43">changed</text>
<rect class="superseded" x="157" y="34" width="10" height="10" rx="2"/>
<text x="172" y="43">superseded</text>
<rect class="removed" x="253" y="34" width="10" height="10" rx="2"/>
<text x="268" y="43">removed</text>
<text class="faint" x="338" y="43">history is shallow</text>
<text class="head" x="16" y="70">all notes</text>
<line x1="64" y1="202" x2="940" y2="202"/>
<text class="faint" text-anchor="end" x="58" y="206">0</text>
<line x1="64" y1="162" x2="940" y2="162"/>
<text class="faint" text-anchor="end" x="58" y="166">2</text>
<line x1="64" y1="122" x2="940" y2="122"/>
<text class="faint" text-anchor="end" x="58" y="126">4</text>
<line x1="64" y1="82" x2="940" y2="82"/>
<text class="faint" text-anchor="end" x="58" y="86">6</text>
<g>
<rect class="added" x="192" y="82" width="36" height="120"/>
<title>2026-01: 6 added</title>
</g>
<text class="faint" text-anchor="middle" x="210" y="217">2026-01</text>
<text class="faint" text-anchor="middle" x="502" y="217">2026-02</text>
<g>
<rect class="changed" x="776" y="162" width="36" height="40"/>
<rect class="superseded" x="776" y="142" width="36" height="20"/>
<rect class="removed" x="776" y="122" width="36" height="20"/>
<title>2026-03: 2 changed, 1 superseded, 1 removed</title>
</g>
<text class="faint" text-anchor="middle" x="794" y="217">2026-03</text>
<text class="head" x="16" y="242">doc</text>
<line x1="64" y1="374" x2="940" y2="374"/>
<text class="faint" text-anchor="end" x="58" y="378">0</text>
<line x1="64" y1="344" x2="940" y2="344"/>
<text class="faint" text-anchor="end" x="58" y="348">1</text>
<line x1="64" y1="314" x2="940" y2="314"/>
<text class="faint" text-anchor="end" x="58" y="318">2</text>
<line x1="64" y1="284" x2="940" y2="284"/>
<text class="faint" text-anchor="end" x="58" y="288">3</text>
<line x1="64" y1="254" x2="940" y2="254"/>
<text class="faint" text-anchor="end" x="58" y="258">4</text>
<g>
<rect class="added" x="192" y="254" width="36" height="120"/>
<title>2026-01: 4 added</title>
</g>
<text class="faint" text-anchor="middle" x="210" y="389">2026-01</text>
<text class="faint" text-anchor="middle" x="502" y="389">2026-02</text>
<text class="faint" text-anchor="middle" x="794" y="389">2026-03</text>
<text class="head" x="16" y="414">decision</text>
<line x1="64" y1="546" x2="940" y2="546"/>
<text class="faint" text-anchor="end" x="58" y="550">0</text>
<line x1="64" y1="486" x2="940" y2="486"/>
<text class="faint" text-anchor="end" x="58" y="490">1</text>
<line x1="64" y1="426" x2="940" y2="426"/>
<text class="faint" text-anchor="end" x="58" y="430">2</text>
<g>
<rect class="added" x="192" y="426" width="36" height="120"/>
<title>2026-01: 2 added</title>
</g>
<text class="faint" text-anchor="middle" x="210" y="561">2026-01</text>
<text class="faint" text-anchor="middle" x="502" y="561">2026-02</text>
<text class="faint" text-anchor="middle" x="794" y="561">2026-03</text>
</svg>
`

// A timeline is drawn with a bar for each period and kind, in the order of what happened.
func TestDrawnTimeline(t *testing.T) {
	month := func(m time.Month) time.Time { return time.Date(2026, m, 1, 0, 0, 0, 0, time.UTC) }
	p := Timeline{By: "month", Note: "history is shallow", Unstyled: true, Kinds: []timeline.KindCounts{
		{Kind: "doc", Counts: timeline.Counts{Added: 4, Removed: 1}}, {Kind: "decision", Counts: timeline.Counts{Added: 2, Superseded: 1}},
	}, Periods: []timeline.Period{
		{Name: "2026-01", Start: month(1), Counts: timeline.Counts{Added: 6}, Kinds: []timeline.KindCounts{
			{Kind: "decision", Counts: timeline.Counts{Added: 2}}, {Kind: "doc", Counts: timeline.Counts{Added: 4}}}},
		{Name: "2026-02", Start: month(2)},
		{Name: "2026-03", Start: month(3), Counts: timeline.Counts{Changed: 2, Superseded: 1, Removed: 1}},
	}}
	if got := cut(whole(string(p.SVG()))); got != drawnTimeline {
		t.Errorf("drawn\n%s", got)
	}
}
