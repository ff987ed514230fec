package picture

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/9aea2451/kb/kb/graph"
)

// maxMermaidEdges is how many edges Mermaid draws unless it is configured otherwise (maxEdges).
const maxMermaidEdges = 500

// Mermaid writes the graph as a flowchart of Mermaid. Of more edges than Mermaid draws, plain links
// are left out first.
func (p *Picture) Mermaid() []byte {
	var b bytes.Buffer
	b.WriteString("flowchart LR\n")
	edges := p.Graph.Merged()
	if p.Cut != "" {
		fmt.Fprintf(&b, "  %%%% %s\n", plain(p.Cut))
	}
	if n := len(edges); n > maxMermaidEdges {
		slices.SortStableFunc(edges, func(a, b graph.Edge) int { return rankOf(a) - rankOf(b) })
		edges = edges[:maxMermaidEdges]
		fmt.Fprintf(&b, "  %%%% %d of %d edges, relations before links\n", maxMermaidEdges, n)
	}
	for i := range p.Graph.Nodes {
		n := &p.Graph.Nodes[i]
		fmt.Fprintf(&b, "  %s[\"%s\"]:::%s\n", id(i), mermaidText(short(label(n), 60)), class(n))
	}
	numbers := p.numbers()
	for _, e := range edges {
		arrow := fmt.Sprintf("-->|\"%s\"|", mermaidText(e.Reading(e.From)))
		if e.Type == graph.Link {
			arrow = "-.->"
		}
		fmt.Fprintf(&b, "  %s %s %s\n", id(numbers[e.From]), arrow, id(numbers[e.To]))
	}
	for _, k := range kinds() {
		fmt.Fprintf(&b, "  classDef %s fill:%s,stroke:%s,color:#fff\n", k, colour(k), colour(k))
	}
	return b.Bytes()
}

// rankOf sorts relations (0) before plain links (1).
func rankOf(e graph.Edge) int {
	if e.Type == graph.Link {
		return 1
	}
	return 0
}

// mermaidText writes everything but letters, digits and the plainest signs as entity codes, which
// Mermaid reads within quotes.
func mermaidText(s string) string {
	var b strings.Builder
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || strings.ContainsRune(" -_.,/…", r) {
			b.WriteRune(r)
			continue
		}
		fmt.Fprintf(&b, "#%d;", r)
	}
	return b.String()
}
