package impact

import (
	"cmp"
	"maps"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/pattern"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/stale"
)

// NoteOfCode is a note that speaks of a place.
type NoteOfCode struct {
	Path     string  `json:"path"`
	Title    string  `json:"title"`
	Kind     string  `json:"kind"` // of a memory its type
	Status   string  `json:"status,omitempty"`
	Inactive string  `json:"inactive"`       // why it does not hold today, "" when it does
	Line     int     `json:"line,omitempty"` // of the citation, 0 in the front matter
	Cites    string  `json:"cites"`          // as it stands in the note
	Place    string  `json:"place"`          // what that means, as path#Symbol
	Distance int     `json:"distance"`
	Weight   float64 `json:"weight"` // from 0 to 1: of the place, by how exactly it is meant
}

// How much of a place's weight a citation carries.
const (
	bySymbol = 1.0 // path#Symbol
	byFile   = 0.8
	byName   = 0.7 // the symbol's name, divided by how many have it
	byFolder = 0.3
	least    = 0.04 // a note that comes to less is not told
)

// speaker looks for notes that speak of what a change touches.
type speaker struct {
	change *Change
	nodes  map[int32]at       // symbols that are touched
	files  map[string]at      // likewise, each as its nearest symbol
	paths  []string           // of these, sorted
	names  map[string][]int32 // touched symbols by name
	common map[string]int     // how many symbols have a name that is touched
	broad  map[string]float64 // share of a pattern, by its text: see glob
	origin git.Origin
}

// at is how a place is touched.
type at struct {
	weight   float64
	distance int
}

// Notes lists the notes that speak of what the change touches, of which keep is told: those that warn
// and decide first (gotchas, dead ends, error patterns, decisions, specs), each by weight.
func (c *Change) Notes(entries []*snapshot.Entry, origin git.Origin, inactive func(*snapshot.Entry) string) []NoteOfCode {
	// Symbols by node and by name, and files, each with the greatest weight of its nodes.
	s := &speaker{change: c, nodes: map[int32]at{}, files: map[string]at{}, names: map[string][]int32{}, common: map[string]int{},
		broad: map[string]float64{}, origin: origin}
	for _, r := range c.Back {
		f, sym, ok := c.Graph.FileOf(r.Node)
		touched := at{r.Weight, r.Distance}
		if old, ok := s.files[f.Path]; !ok || touched.weight > old.weight {
			s.files[f.Path] = touched
		}
		if ok {
			s.nodes[r.Node] = touched
			s.names[sym.Name] = append(s.names[sym.Name], r.Node)
		}
	}
	s.paths = slices.Sorted(maps.Keys(s.files))
	for name := range s.names {
		s.common[name] = c.Graph.Common(name)
	}
	out := []NoteOfCode{}
	for _, e := range entries {
		n := NoteOfCode{Path: e.File.Path, Title: e.Note.Title, Kind: cmp.Or(e.Note.Type, e.Note.Kind), Status: e.Note.Status}
		s.cited(e, &n)
		s.spans(e, &n)
		if n.Weight >= least {
			n.Weight, n.Inactive = round(n.Weight), inactive(e)
			out = append(out, n)
		}
	}
	slices.SortFunc(out, func(a, b NoteOfCode) int {
		return cmp.Or(cmp.Compare(rankOf(&a), rankOf(&b)), cmp.Compare(b.Weight, a.Weight), strings.Compare(a.Path, b.Path))
	})
	return out
}

// rankOf is 0 for notes that warn or decide and hold, 1 for other notes that hold, 2 for those that
// do not.
func rankOf(n *NoteOfCode) int {
	switch {
	case n.Inactive != "":
		return 2
	case warns(n.Kind):
		return 0
	}
	return 1
}

// warns tells the kinds of notes that are shown first: those that warn, and those that bind.
func warns(kind string) bool {
	switch kind {
	case "gotcha", "dead_end", "error_pattern", "decision", "spec", "requirement", "constraint":
		return true
	}
	return false
}

// take keeps what a note cites, where it is more than what was found before.
func (s *speaker) take(n *NoteOfCode, place at, share float64, line int, cites, what string) {
	if w := place.weight * share; w > n.Weight {
		n.Weight, n.Distance, n.Line, n.Cites, n.Place = w, place.distance, line, cites, what
	}
}

// cited looks at the files that a note cites.
func (s *speaker) cited(e *snapshot.Entry, n *NoteOfCode) {
	for _, c := range stale.CitedFiles(e, s.origin) {
		switch {
		case c.Glob && strings.ContainsAny(c.Text, "*?["):
			s.glob(c, n)
		case c.Glob:
			s.file(c, strings.TrimSuffix(c.Text, "/"), n)
		default:
			for _, p := range c.Paths {
				if s.file(c, p, n) {
					break
				}
			}
		}
	}
}

// file looks at a citation as a path, and reports whether it is one that is touched.
func (s *speaker) file(c stale.Citation, p string, n *NoteOfCode) bool {
	place, ok := s.files[p]
	if !ok {
		for own := range s.change.Own() {
			if path.Dir(own) == p {
				s.take(n, at{1, 0}, byFolder, c.Line, c.Text, p+"/")
			}
		}
		return false
	}
	if c.Symbol == "" {
		s.take(n, place, byFile, c.Line, c.Text, p)
		return true
	}
	g := s.change.Graph
	for _, node := range g.InFile(g.Named(c.Symbol), g.FileAt(p)) {
		if touched, ok := s.nodes[node]; ok {
			s.take(n, touched, bySymbol, c.Line, c.Text+"#"+c.Symbol, PlaceOf(g, node).String())
		}
	}
	return true
}

// glob looks at a pattern, which says the less of each file the more it matches.
func (s *speaker) glob(c stale.Citation, n *NoteOfCode) {
	list := pattern.New([]string{c.Text})
	share, known := s.broad[c.Text]
	if !known {
		matched := 0
		for i := range s.change.Graph.Files() {
			if list.Match(s.change.Graph.File(i).Path) {
				matched++
			}
		}
		share = byFile / (1 + math.Log2(float64(max(1, matched)))/4)
		s.broad[c.Text] = share
	}
	for _, p := range s.paths {
		if place := s.files[p]; place.distance <= 1 && place.weight*share > n.Weight && list.Match(p) {
			s.take(n, place, share, c.Line, c.Text, p)
		}
	}
}

// spans looks at the names in a note's code spans.
func (s *speaker) spans(e *snapshot.Entry, n *NoteOfCode) {
	for _, span := range e.Code() {
		for i, token := range strings.Fields(span.Text) {
			if i == 12 {
				break
			}
			token = strings.Trim(token, `"',;:*&`)
			call := strings.HasSuffix(token, ")")
			token, _, _ = strings.Cut(token, "(")
			if _, symbol, ok := strings.Cut(token, "#"); ok {
				token = symbol
			}
			token = strings.ReplaceAll(token, "::", ".")
			last := token[strings.LastIndexByte(token, '.')+1:]
			touched := s.names[last]
			if len(touched) == 0 || last == token && !call && !stale.IsName(last) || len(last) < 3 || s.common[last] > 6 && last == token {
				continue
			}
			if s.change.Part && last == token && !stale.IsName(last) {
				continue // many may be called so
			}
			g := s.change.Graph
			for _, node := range touched {
				if last == token && !stale.IsName(last) && s.common[last] > 1 && g.IsMember(node) {
					continue // close() alone is that of any type
				}
				if g.Fits(node, token) {
					s.take(n, s.nodes[node], byName/math.Sqrt(float64(s.common[last])), span.Line, span.Text, PlaceOf(g, node).String())
				}
			}
		}
	}
}
