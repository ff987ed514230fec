// Package picture draws graphs of notes: as SVG, and in the languages of Graphviz and Mermaid.
// Equal graphs give equal bytes.
package picture

import (
	"strconv"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/kb/graph"
	"github.com/9aea2451/kb/text/wording"
)

// Picture is a graph to draw.
type Picture struct {
	Graph *graph.Graph
	Start string // path of the note that the graph begins at, "" for none
	Cut   string // says what is left out, "" for nothing

	// Root leads from the folder of the picture to the top of the repository, such as "." or "../..":
	// the nodes of an SVG picture are links to their notes. "" makes them none.
	Root string

	To       func(path string) string // leads to a note instead, "" where nothing does; nil for Root
	Unstyled bool                     // the page around it brings the Style
}

// colour is the fill of a kind of note, one that holds on white and on black.
func colour(kind string) string {
	switch kind {
	case "memory":
		return "#d97706"
	case "decision":
		return "#3b82f6"
	case "spec":
		return "#10b981"
	case "summary":
		return "#a855f7"
	}
	return "#8b949e"
}

// kinds lists the kinds of notes in the order of the legend.
func kinds() []string { return []string{"memory", "decision", "spec", "summary", "doc"} }

// class is the kind of a node that colour knows.
func class(n *graph.Node) string {
	for _, k := range kinds() {
		if n.Kind == k {
			return k
		}
	}
	return "doc"
}

// plain makes text fit for one line of a picture: white space becomes single blanks, and what could
// harm shows as an escape.
func plain(s string) string { return report.CleanLine(wording.OneLine(s)) }

// short cuts text to n characters.
func short(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return strings.TrimSpace(string(r[:n-1])) + "…"
}

// label is the text by a node: its title, else its path, as of a template whose title is to be filled in.
func label(n *graph.Node) string {
	if t := plain(n.Title); t != "" && !strings.Contains(t, "{{") {
		return t
	}
	return plain(n.Path)
}

// numbers gives each note the number that stands for it.
func (p *Picture) numbers() map[string]int {
	out := make(map[string]int, len(p.Graph.Nodes))
	for i := range p.Graph.Nodes {
		out[p.Graph.Nodes[i].Path] = i
	}
	return out
}

func id(n int) string { return "n" + strconv.Itoa(n) }
