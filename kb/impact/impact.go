// Package impact tells what a change of code concerns: what uses it, near and far, which notes speak
// of those places, which files usually change with it, and whose they are.
//
// # Limitations
//
// What is told is what the source says of itself (package kb/code/graph) and what commits changed
// together before. Neither proves that something breaks. It has no I/O.
package impact

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/code/graph"
)

// CodePlace is a symbol, or a file.
type CodePlace struct {
	Path    string `json:"path"`
	Symbol  string `json:"symbol,omitempty"` // with its container: Server.Close; "" for what stands in no symbol
	Kind    string `json:"kind"`             // of the symbol: function, method, …; "file" for a file
	Line    int    `json:"line,omitempty"`   // from 1; 0 for a file
	EndLine int    `json:"end_line,omitempty"`
}

// Touched is a place that a change may touch.
type Touched struct {
	CodePlace
	Distance int     `json:"distance"` // steps from what is changed, from 1
	Weight   float64 `json:"weight"`   // from 0 to 1
	Bond     string  `json:"bond"`     // what it does with the place one nearer: calls, uses, imports, is implemented by
	Via      string  `json:"via"`      // the place one nearer, as path#Symbol
	How      string  `json:"how"`      // how sure that is: same file, imported, same package, by name alone
	Test     bool    `json:"test,omitempty"`
}

// FileConcerned is a file that may have to change too.
type FileConcerned struct {
	Path    string  `json:"path"`
	Score   float64 `json:"score"`   // from 0 to 1: 1 − (1 − code)(1 − history)
	Code    float64 `json:"code"`    // by what uses what
	History float64 `json:"history"` // by commits that changed both
	Commits int     `json:"commits,omitempty"`
}

// Change is what is asked about in a graph: nodes that change, and what they touch.
type Change struct {
	Graph   *graph.Graph
	Nodes   []int32         // that change
	Part    bool            // the graph is of some files alone: how many symbols have a name is not known
	Back    []graph.Reached // that use them, with themselves at distance 0
	Forward []graph.Reached // that they use, one step

	own map[string]bool // files of the nodes, once they were asked for
}

// Of finds what nodes touch, up to a depth.
func Of(g *graph.Graph, nodes []int32, depth int) *Change {
	return &Change{Graph: g, Nodes: nodes, Back: g.Reach(nodes, depth, true), Forward: g.Reach(nodes, 1, false)}
}

// PlaceOf describes a node.
func PlaceOf(g *graph.Graph, node int32) CodePlace {
	f, s, ok := g.FileOf(node)
	if !ok {
		return CodePlace{Path: f.Path, Kind: "file"}
	}
	return CodePlace{Path: f.Path, Symbol: s.Path(), Kind: s.Kind.String(), Line: int(s.Line), EndLine: int(s.EndLine)}
}

// String writes a place as people name it.
func (p CodePlace) String() string {
	if p.Symbol == "" {
		return p.Path
	}
	return p.Path + "#" + p.Symbol
}

// TouchedList is what uses the nodes, the nearest first, then by weight.
type TouchedList struct {
	Code, Tests           []Touched
	CodeTotal, TestsTotal int // how many there are
}

// Touched lists what uses the nodes, at most so many of code and of tests, 0 for all.
func (c *Change) Touched(most int) (l TouchedList) {
	l.Code, l.Tests = []Touched{}, []Touched{}
	tests := map[int]bool{} // of files
	for i := range c.Back {
		r := &c.Back[i]
		if r.Distance == 0 {
			continue
		}
		file := c.Graph.FileIndex(r.Node)
		test, known := tests[file]
		if !known {
			test = IsTest(c.Graph.File(file).Path)
			tests[file] = test
		}
		list, total := &l.Code, &l.CodeTotal
		if test {
			list, total = &l.Tests, &l.TestsTotal
		}
		if *total++; most == 0 || *total <= most {
			*list = append(*list, c.touched(r, test))
		}
	}
	return l
}

// touched describes a node that is reached.
func (c *Change) touched(r *graph.Reached, test bool) Touched {
	return Touched{CodePlace: PlaceOf(c.Graph, r.Node), Distance: r.Distance, Weight: round(r.Weight), Bond: r.Bond.String(),
		Via: PlaceOf(c.Graph, r.From).String(), How: r.How.String(), Test: test}
}

// round keeps three digits of a weight.
func round(w float64) float64 { return float64(int(w*1000+0.5)) / 1000 }

// Together is a file that changed in the same commits as one that changes.
type Together struct {
	Path    string
	Score   float64 // from 0 to 1
	Commits int
}

// Weights of what speaks for a file. They were set on the history of one repository, and measured on
// others (docs/code.md).
const (
	forwardShare = 0.5 // of what is used, against what uses
	historyShare = 1.0 // of what commits changed together
)

// Files ranks the files that may have to change with the nodes, but for their own: by what uses
// them, by half of what they use, and by what commits changed together.
func (c *Change) Files(together []Together) []FileConcerned {
	byCode := make([]float64, c.Graph.Files())
	add := func(reached []graph.Reached, share float64) {
		for i := range reached {
			if r := &reached[i]; r.Distance > 0 {
				f := &byCode[c.Graph.FileIndex(r.Node)]
				*f = 1 - (1-*f)*(1-share*r.Weight)
			}
		}
	}
	add(c.Back, 1)
	add(c.Forward, forwardShare)
	found := map[string]*FileConcerned{}
	for i, w := range byCode {
		if w > 0 {
			p := c.Graph.File(i).Path
			found[p] = &FileConcerned{Path: p, Code: w}
		}
	}
	for _, t := range together {
		f := found[t.Path]
		if f == nil {
			f = &FileConcerned{Path: t.Path}
			found[t.Path] = f
		}
		f.History = max(f.History, min(1, historyShare*t.Score))
		f.Commits = max(f.Commits, t.Commits)
	}
	for own := range c.Own() {
		delete(found, own)
	}
	out := make([]FileConcerned, 0, len(found))
	for _, f := range found {
		f.Score = round(1 - (1-f.Code)*(1-f.History))
		f.Code, f.History = round(f.Code), round(f.History)
		out = append(out, *f)
	}
	slices.SortFunc(out, func(a, b FileConcerned) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.Path, b.Path))
	})
	return out
}

// Own are the files that the nodes stand in.
func (c *Change) Own() map[string]bool {
	if c.own == nil {
		c.own = map[string]bool{}
		for _, n := range c.Nodes {
			c.own[c.Graph.File(c.Graph.FileIndex(n)).Path] = true
		}
	}
	return c.own
}

// IsTest tells files of tests by their names and folders, as the tools of their languages do.
func IsTest(file string) bool {
	base := path.Base(file)
	stem := strings.TrimSuffix(base, path.Ext(base))
	switch code.Language(file) {
	case "go":
		return strings.HasSuffix(stem, "_test")
	case "python":
		return strings.HasPrefix(stem, "test_") || strings.HasSuffix(stem, "_test") || inFolder(file, "tests", "test")
	case "typescript", "tsx", "javascript":
		return strings.HasSuffix(stem, ".test") || strings.HasSuffix(stem, ".spec") || inFolder(file, "__tests__", "test", "tests")
	case "java":
		return strings.HasSuffix(stem, "Test") || strings.HasSuffix(stem, "Tests") || inFolder(file, "test")
	}
	return inFolder(file, "tests", "test")
}

// inFolder tells whether a folder above a file, at whatever height, has one of some names.
func inFolder(file string, names ...string) bool {
	for dir := range strings.SplitSeq(path.Dir(file), "/") {
		if slices.Contains(names, dir) {
			return true
		}
	}
	return false
}
