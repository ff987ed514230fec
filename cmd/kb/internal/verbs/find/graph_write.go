package find

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/picture"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb/graph"
	"github.com/9aea2451/kb/rank"
	"github.com/9aea2451/kb/text/wording"
)

// NoteGraph is the JSON form of a graph of notes.
type NoteGraph struct {
	Note  string      `json:"note,omitempty"` // where the walk begins
	Nodes []GraphNode `json:"nodes"`
	Edges []GraphEdge `json:"edges"`
	Total int         `json:"total"`         // notes before the cut
	Cut   string      `json:"cut,omitempty"` // what is left out, in words
}

// GraphNode is a note of a graph. Depth, Route and Strength belong to a walk from a note.
type GraphNode struct {
	Path     string   `json:"path"`
	Title    string   `json:"title"`
	Kind     string   `json:"kind"`
	Status   string   `json:"status"`
	PageRank float64  `json:"pagerank"`
	Active   bool     `json:"active"`
	Depth    *int     `json:"depth,omitempty"`
	Route    []string `json:"route,omitempty"`
	Strength *float64 `json:"strength,omitempty"`
}

// GraphEdge is a relation or link between two notes.
type GraphEdge struct {
	From     string  `json:"from"`
	To       string  `json:"to"`
	Type     string  `json:"type"`
	Inverse  string  `json:"inverse"` // the type as it reads from To
	Kind     string  `json:"kind"`
	Strength float64 `json:"strength"`
	Source   string  `json:"source"`
	Line     int     `json:"line"`
}

// graphView is the part of the graph that is shown, and how.
type graphView struct {
	base      *session.Base
	format    string
	direction graph.Direction
	limit     int
	start     string
	walk      *graph.Walk // nil without a start
	graph     *graph.Graph
	total     int
	cut       string
	what      string         // the nodes are
	page      func() CodeMap // of modules; nil of notes
	root      string         // from the folder of the file that is written to the top of the repository
}

// take walks from the start, where there is one, and cuts what is too much for the format.
func (v *graphView) take(g *graph.Graph, depth int) {
	limit, order := v.limit, "those of the greatest PageRank"
	if limit == 0 {
		limit = defaultNotes(v.format)
	}
	v.total, v.graph = len(g.Nodes), g
	if v.start == "" {
		v.graph = g.Cut(limit)
	} else {
		v.walk = g.Walk(v.start, depth, v.direction)
		v.total, v.graph = len(v.walk.Graph.Nodes), v.walk.Cut(limit)
		order = "the nearest, and of those the ones of the greatest PageRank"
	}
	if n := len(v.graph.Nodes); n < v.total {
		v.cut = fmt.Sprintf("%d of %s: %s", n, wording.Count(v.total, v.what), order)
	}
}

// defaultNotes is how many notes a format shows when nobody says.
func defaultNotes(format string) int {
	switch format {
	case "json":
		return 50000
	case "dot":
		return 500
	case "mermaid":
		return 80
	case "svg":
		return 100
	}
	return 200
}

// maxPicture bounds the notes of a picture, whose layout takes time by the square of their number.
const maxPicture = 2000

// format decides by --format, --json, and the ending of the file.
func (c *graphCmd) format(a *app.App) (string, error) {
	format := c.Format
	if a.JSON {
		if format != "" && format != "json" {
			return "", fmt.Errorf("--json and --format %s exclude each other", format)
		}
		format = "json"
	}
	if format == "" {
		if format = formatOf(c.Output); format == "" {
			return "", app.WithHint(fmt.Errorf("%s: no format is known by that ending", c.Output),
				"end it in .svg, .dot, .mmd, .json or .txt, or name the format: --format svg")
		}
	}
	if format == "svg" && c.Limit > maxPicture {
		return "", app.WithHint(fmt.Errorf("a picture of %d notes shows nothing", c.Limit),
			"draw at most %d, or leave the layout to Graphviz: --format dot", maxPicture)
	}
	return format, nil
}

// formatOf returns the format meant by the ending of a file's name, "" for an ending that stands for none.
func formatOf(file string) string {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".json":
		return "json"
	case ".dot", ".gv":
		return "dot"
	case ".mmd", ".mermaid":
		return "mermaid"
	case ".svg":
		return "svg"
	case "", ".txt":
		return "tree"
	}
	return ""
}

// write renders the graph, to the file where one was named.
func (c *graphCmd) write(a *app.App, v *graphView) error {
	if c.Output == "" {
		return v.render(a)
	}
	var b bytes.Buffer
	v.root = rootFrom(a, v.base.Repo.Root, c.Output)
	to := *a
	to.Out, to.Style = bufio.NewWriter(&b), report.Style{}
	v.base.App = &to
	if err := v.render(&to); err != nil {
		return err
	}
	if err := to.Out.Flush(); err != nil {
		return err
	}
	if err := a.WriteFile(c.Output, "graph", b.Bytes()); err != nil {
		return err
	}
	edges := len(v.graph.Edges)
	if v.format == "svg" { // where one arrow stands for all links from a note to another
		edges = len(v.graph.Merged())
	}
	a.Remark("wrote %s: %s, %s", c.Output, wording.Count(len(v.graph.Nodes), v.what), wording.Count(edges, "edge"))
	return nil
}

// rootFrom leads from the folder of a file to the top of the work tree, "" where no path does.
func rootFrom(a *app.App, root, file string) string {
	target, err := a.FromWorkDir(file)
	if err != nil || root == "" {
		return ""
	}
	folder, err := filepath.EvalSymlinks(filepath.Dir(target))
	if err != nil {
		return ""
	}
	rel, err := filepath.Rel(folder, root)
	if err != nil {
		return ""
	}
	return filepath.ToSlash(rel)
}

// render prints the graph in its format.
func (v *graphView) render(a *app.App) error {
	a.Unwrapped()
	if v.format != "tree" {
		a.Verbatim()
	}
	p := picture.Picture{Graph: v.graph, Start: v.start, Cut: v.cut, Root: v.root}
	if v.cut != "" {
		a.Remark("%s; --limit N shows more", v.cut)
	}
	switch v.format {
	case "json":
		if v.page != nil {
			return a.Emit(v.page())
		}
		return a.Emit(v.json())
	case "dot":
		a.Out.Write(p.DOT())
	case "mermaid":
		a.Out.Write(p.Mermaid())
	case "svg":
		a.Out.Write(p.SVG())
	default:
		if v.page != nil {
			v.printModules(v.page())
			return nil
		}
		t := &treePrinter{graphView: v, branches: v.graph.Branches(v.direction), printed: map[string]bool{}}
		if v.start != "" {
			t.line("%s", t.name(v.start))
			t.printed[v.start] = true
			t.below(v.start, "")
		} else {
			alone := 0
			for i := range t.graph.Nodes {
				path := t.graph.Nodes[i].Path
				list := t.branches[path]
				if len(list) == 0 {
					alone++
					continue
				}
				t.line("%s", t.name(path))
				for j, b := range list {
					mark, _ := branchMarks(j == len(list)-1)
					t.line("%s%s %s", mark, t.reading(b), t.name(b.To))
				}
			}
			if alone > 0 {
				t.line("%s", t.base.App.Style.Faint(fmt.Sprintf("%s without outgoing links", wording.Count(alone, "note"))))
			}
		}
		t.end()
	}
	return nil
}

// json returns the nodes by depth and path, the edges by where they stand.
func (v *graphView) json() NoteGraph {
	out := NoteGraph{Note: v.start, Nodes: []GraphNode{}, Edges: []GraphEdge{}, Total: v.total, Cut: v.cut}
	for i := range v.graph.Nodes {
		n := &v.graph.Nodes[i]
		node := GraphNode{Path: n.Path, Title: n.Title, Kind: n.Kind, Status: n.Status, PageRank: n.PageRank, Active: n.Inactive == ""}
		if v.walk != nil {
			step := v.walk.Steps[n.Path]
			strength := rank.Round(step.Strength)
			node.Depth, node.Route, node.Strength = &step.Depth, step.Route, &strength
		}
		out.Nodes = append(out.Nodes, node)
	}
	if v.walk != nil {
		slices.SortStableFunc(out.Nodes, func(a, b GraphNode) int { return cmp.Compare(*a.Depth, *b.Depth) })
	}
	for _, e := range v.graph.Edges {
		out.Edges = append(
			out.Edges,
			GraphEdge{
				From:     e.From,
				To:       e.To,
				Type:     e.Type,
				Inverse:  e.Reading(e.To),
				Kind:     e.Kind,
				Strength: e.Strength,
				Source:   e.Source,
				Line:     e.Line,
			},
		)
	}
	return out
}
