package picture

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/9aea2451/kb/kb/graph"
)

// DOT writes the graph in the language of Graphviz.
func (p *Picture) DOT() []byte {
	var b bytes.Buffer
	b.WriteString("digraph notes {\n")
	if p.Cut != "" {
		fmt.Fprintf(&b, "  label=%s;\n", dotString(p.Cut))
	}
	b.WriteString(
		"  rankdir=LR;\n  node [shape=box, style=\"rounded,filled\", fontname=\"sans-serif\", fontcolor=white];\n" +
			"  edge [fontname=\"sans-serif\", fontsize=10];\n",
	)
	for i := range p.Graph.Nodes {
		n := &p.Graph.Nodes[i]
		style := ""
		if n.Inactive != "" {
			style = `, style="rounded,filled,dashed"`
		}
		if n.Path == p.Start {
			style += ", penwidth=3"
		}
		fmt.Fprintf(&b, "  %s [label=%s, tooltip=%s, fillcolor=\"%s\", fontsize=%.0f%s];\n", id(i),
			dotString(short(label(n), 60)), dotString(n.Path), colour(class(n)), 11+7*n.PageRank, style)
	}
	numbers := p.numbers()
	for _, e := range p.Graph.Merged() {
		style := fmt.Sprintf("label=%s", dotString(e.Reading(e.From)))
		if e.Type == graph.Link {
			style = "style=dashed"
		}
		fmt.Fprintf(&b, "  %s -> %s [%s];\n", id(numbers[e.From]), id(numbers[e.To]), style)
	}
	b.WriteString("}\n")
	return b.Bytes()
}

// dotString quotes text. In labels a backslash begins an escape of Graphviz's own, so that it is
// doubled (graphviz.org/docs/attr-types/escString).
func dotString(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(plain(s)) + `"`
}
