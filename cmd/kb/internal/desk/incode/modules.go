package incode

import (
	"cmp"
	"context"
	"maps"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	askimpact "github.com/9aea2451/kb/cmd/kb/internal/desk/impact"
	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/code/graph"
	"github.com/9aea2451/kb/kb/codebase"
	notegraph "github.com/9aea2451/kb/kb/graph"
	"github.com/9aea2451/kb/kb/impact"
	"github.com/9aea2451/kb/kb/owners"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/rank"
	"github.com/9aea2451/kb/text/wording"
)

// Map is the modules of a repository's code, and which of them uses which. A module is a folder with
// source files.
type Map struct {
	Graph *notegraph.Graph // whose nodes are modules
	code  *graph.Graph
	ranks []float64
	files map[string][]int // of each module
	desk  *desk.Desk
	notes *snapshot.Snapshot
	owner owners.List
}

// Module is a module with what hangs on it.
type Module struct {
	Path     string              `json:"path"`
	Files    int                 `json:"files"`
	Symbols  int                 `json:"symbols"`
	PageRank float64             `json:"pagerank"` // from 0 to 1: how much other modules lead to it
	Top      []impact.CodePlace  `json:"top"`      // its symbols that are used most, at most 8, by PageRank
	Notes    []impact.NoteOfCode `json:"notes"`    // that speak of it: what warns and decides first, at most 20
	Owners   []string            `json:"owners"`   // of its files, by CODEOWNERS
}

// How much is told of a module.
const (
	topSymbols  = 8
	moduleNotes = 20
)

// Modules makes the map of the code of the work tree.
func Modules(ctx context.Context, d *desk.Desk, b *codebase.Base, s *snapshot.Snapshot) (*Map, error) {
	files, err := b.Files(ctx)
	if err != nil {
		return nil, err
	}
	g, err := b.Graph(ctx, files)
	if err != nil {
		return nil, err
	}
	m := &Map{code: g, ranks: Ranks(g), files: map[string][]int{}, desk: d, notes: s, owner: owners.Read(s.Tree)}
	for i := range g.Files() {
		if f := g.File(i); code.Language(f.Path) != "" {
			m.files[path.Dir(f.Path)] = append(m.files[path.Dir(f.Path)], i)
		}
	}
	if len(m.files) == 0 {
		return nil, askimpact.ErrNoCode
	}
	// An edge is as strong as its share of what a module uses.
	type pair struct{ from, to string }
	weights := map[pair]float64{}
	total := map[string]float64{}
	for n := range int32(m.code.Nodes()) {
		from := m.code.File(m.code.FileIndex(n))
		if impact.IsTest(from.Path) {
			continue
		}
		m.code.Out(n, func(e graph.Edge) {
			to := m.code.File(m.code.FileIndex(e.To))
			if p := (pair{path.Dir(from.Path), path.Dir(to.Path)}); p.from != p.to {
				weights[p] += weightOf(e)
				total[p.from] += weightOf(e)
			}
		})
	}
	paths := make([]string, 0, len(m.files))
	for p := range m.files {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	var edges []notegraph.Edge
	var flow []rank.Edge
	for p, w := range weights {
		from, known := slices.BinarySearch(paths, p.from)
		to, ok := slices.BinarySearch(paths, p.to)
		if known && ok {
			edges = append(edges, notegraph.Edge{From: p.from, To: p.to, Type: "depends_on", Kind: "code", Source: p.from,
				Strength: rank.Round(w / total[p.from])})
			flow = append(flow, rank.Edge{From: from, To: to, Weight: w})
		}
	}
	slices.SortFunc(flow, func(a, b rank.Edge) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	ranks := rank.PageRank(len(paths), flow)
	nodes := make([]notegraph.Node, len(paths))
	for i, p := range paths {
		nodes[i] = notegraph.Node{Path: p, Title: p, Kind: "module", PageRank: ranks[i]}
	}
	m.Graph = notegraph.New(nodes, edges)
	return m, nil
}

// Ranks is the PageRank of every node over who uses whom: an edge counts by the root of its places,
// and by how sure it is (as in the repository map of aider).
func Ranks(g *graph.Graph) []float64 {
	var edges []rank.Edge
	for n := range int32(g.Nodes()) {
		g.Out(n, func(e graph.Edge) {
			edges = append(edges, rank.Edge{From: int(e.From), To: int(e.To), Weight: weightOf(e)})
		})
	}
	return rank.PageRank(g.Nodes(), edges)
}

func weightOf(e graph.Edge) float64 { return math.Sqrt(float64(max(1, e.Count))) * e.How.Confidence() }

// Find returns the module that a word means: its folder, a file in it, or the end of its path; "" for
// none, with those that end alike where there are several.
func (m *Map) Find(prefix, word string) (found string, like []string) {
	word = strings.TrimSuffix(strings.TrimPrefix(word, "./"), "/")
	for _, p := range []string{path.Join(prefix, word), path.Clean(word)} {
		if m.files[p] != nil {
			return p, nil
		}
		if m.code.FileAt(p) >= 0 {
			return path.Dir(p), nil
		}
	}
	for p := range m.files {
		if strings.HasSuffix(p, "/"+word) {
			like = append(like, p)
		}
	}
	slices.Sort(like)
	if len(like) == 1 {
		return like[0], nil
	}
	return "", like
}

// Nearest returns the module whose path is written most like a word, "" for none.
func (m *Map) Nearest(word string) string {
	word = strings.TrimSuffix(strings.TrimPrefix(word, "./"), "/")
	if found := wording.Nearest(word, slices.Sorted(maps.Keys(m.files)), 1); len(found) > 0 {
		return found[0]
	}
	return ""
}

// Module tells what hangs on a module.
func (m *Map) Module(of string) Module {
	out := Module{Path: of, Files: len(m.files[of]), Top: []impact.CodePlace{}, Owners: []string{}}
	if n := m.Graph.Node(of); n != nil {
		out.PageRank = n.PageRank
	}
	var nodes, symbols []int32
	for _, f := range m.files[of] {
		nodes = append(nodes, m.code.NodesOf(f)...)
		first, end := m.code.SymbolsOf(f)
		for n := first; n < end; n++ {
			if m.ranks[n] > 0 && !impact.IsTest(m.code.File(f).Path) {
				symbols = append(symbols, n)
			}
		}
		out.Symbols += int(end - first)
		for _, name := range m.owner.Of(m.code.File(f).Path) {
			if !slices.Contains(out.Owners, name) {
				out.Owners = append(out.Owners, name)
			}
		}
	}
	slices.SortStableFunc(symbols, func(a, b int32) int { return cmp.Compare(m.ranks[b], m.ranks[a]) })
	for _, n := range symbols[:min(len(symbols), topSymbols)] {
		out.Top = append(out.Top, impact.PlaceOf(m.code, n))
	}
	out.Notes = impact.Of(m.code, nodes, 0).Notes(m.notes.Entries, m.desk.Repo.Origin(), func(e *snapshot.Entry) string {
		return m.notes.Inactive(e, m.desk.Now())
	})
	out.Notes = out.Notes[:min(len(out.Notes), moduleNotes)]
	return out
}
