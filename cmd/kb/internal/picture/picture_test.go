package picture

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/graph"
)

// hostile are titles that end strings, tags, statements and comments of the languages that they are put into.
func hostile() []string {
	return []string{
		`"quoted" \ and \N "`,
		"two\nlines\r\n%% and ]",
		`end`,
		`a["b"] --> c; click a "javascript:alert(1)"`,
		`</title><script>alert(1)</script>`,
		"]]><!-- & &amp; 'x' onload=\"x\"",
		"\x00\x1b[31m\u202e\xff",
		"`**markdown**`",
		"#quot; #35;",
		"",
		strings.Repeat("long ", 100),
		"übermäßig 日本語",
	}
}

func hostilePicture() *Picture {
	var nodes []graph.Node
	var edges []graph.Edge
	for i, title := range hostile() {
		path := fmt.Sprintf(`dir"%d<&>/n%d.md`, i, i)
		nodes = append(nodes,
			graph.Node{Path: path, Title: title, Kind: `"><x`, PageRank: float64(i) / 12, Inactive: strings.Repeat("expired", i%2)})
		if i > 0 {
			edges = append(edges,
				graph.Edge{From: nodes[i-1].Path, To: path, Type: []string{graph.Link, "supersedes"}[i%2], Strength: 0.5, Source: path})
		}
	}
	return &Picture{Graph: graph.New(nodes, edges), Start: nodes[0].Path, Cut: "12 of 13 <notes> \"\n", Root: "../.."}
}

func TestSVGIsWellFormedAndInert(t *testing.T) {
	p := hostilePicture()
	svg := p.SVG()
	if !bytes.Equal(svg, p.SVG()) {
		t.Error("two pictures of one graph differ")
	}
	counts := map[string]int{}
	d := xml.NewDecoder(bytes.NewReader(svg))
	text := ""
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			counts[e.Name.Local]++
			for _, a := range e.Attr {
				if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "href" && !strings.HasPrefix(a.Value, "../") ||
					strings.Contains(a.Value, "script:") {
					t.Errorf("attribute %s=%q", a.Name.Local, a.Value)
				}
			}
		case xml.CharData:
			text += string(e)
		}
	}
	for name := range counts {
		if !strings.Contains(" svg title style defs marker path rect circle text a ", " "+name+" ") {
			t.Errorf("element %s", name)
		}
	}
	if n := len(p.Graph.Nodes); counts["circle"] < n || counts["path"] < n-1+2 {
		t.Errorf("%d circles and %d paths for %d notes", counts["circle"], counts["path"], n)
	}
	for _, want := range []string{"</title><script>alert(1)</script>", "supersedes", "links to", "übermäßig 日本語", "12 of 13 <notes>"} {
		if !strings.Contains(text, want) {
			t.Errorf("the text lacks %q", want)
		}
	}
	if strings.ContainsAny(text, "\x00\x1b\u202e") {
		t.Error("control characters are left")
	}
	if regexp.MustCompile(`(?i)(url\(|src=|href)["']?(https?:)?//`).Match(svg) {
		t.Error("the picture needs another file")
	}
}

// Each line of DOT is one of the forms that are written, with strings that end where they should.
func TestDOTQuotes(t *testing.T) {
	str := `"(?:[^"\\\n]|\\\\|\\")*"`
	line := regexp.MustCompile(`^(digraph notes \{|\}|  label=` + str + `;|  rankdir=LR;|  (node|edge) \[[^\]]*\];` +
		`|  n\d+ \[label=` + str + `, tooltip=` + str +
		`, fillcolor="#[0-9a-f]{6}", fontsize=\d+(, style="[a-z,]+")?(, penwidth=3)?\];|  n\d+ -> n\d+ \[(label=` + str +
		`|style=dashed)\];)$`)
	nodes := 0
	for l := range strings.Lines(string(hostilePicture().DOT())) {
		if !line.MatchString(strings.TrimSuffix(l, "\n")) {
			t.Errorf("%q", l)
		}
		if strings.Contains(l, "tooltip") {
			nodes++
		}
	}
	if nodes != len(hostile()) {
		t.Errorf("%d nodes", nodes)
	}
}

func TestMermaidQuotes(t *testing.T) {
	line := regexp.MustCompile(
		`^(flowchart LR|  %% [^\n]*|  n\d+\["[^"\[\]\x60<>\\]*"\]:::[a-z]+|  n\d+ (-->\|"[a-z ]+"\||-\.->) n\d+|  classDef [a-z]+ ` +
			`fill:#[0-9a-f]{6},stroke:#[0-9a-f]{6},color:#fff)$`,
	)
	text := string(hostilePicture().Mermaid())
	for l := range strings.Lines(text) {
		if !line.MatchString(strings.TrimSuffix(l, "\n")) {
			t.Errorf("%q", l)
		}
	}
	for _, want := range []string{`["end"]`, "#34;quoted#34;", "#35;quot#59;", "übermäßig 日本語", `|"supersedes"|`} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %s", want)
		}
	}
}

func TestMermaidLeavesLinksOutFirst(t *testing.T) {
	var nodes []graph.Node
	var edges []graph.Edge
	for i := range 60 {
		nodes = append(nodes, graph.Node{Path: fmt.Sprint(i)})
		for j := range 10 {
			edges = append(edges,
				graph.Edge{From: fmt.Sprint(i), To: fmt.Sprint((i + j + 1) % 60), Type: []string{graph.Link, "solves"}[j%2]})
		}
	}
	text := string((&Picture{Graph: graph.New(nodes, edges)}).Mermaid())
	if got := strings.Count(text, `|"solves"|`); got != 300 {
		t.Errorf("%d relations", got)
	}
	if got := strings.Count(text, "-.->"); got != maxMermaidEdges-300 || !strings.Contains(text, "500 of 600 edges") {
		t.Errorf("%d links", got)
	}
}
