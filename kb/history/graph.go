package history

import (
	"fmt"
	"slices"

	"github.com/9aea2451/kb/kb/record"
	"github.com/9aea2451/kb/kb/sqlite"
)

// graph is the history's shape in memory: commits by their numbers, each after its parents.
type graph struct {
	parents [][]int32 // that are recorded; the first one first
	times   []int64   // of the committer, seconds since 1970
	dates   []int64   // times, raised so that no commit is older than its parents
	flags   []byte
	child   []bool // has a child
	unknown int    // commits of which it is not known what they changed
	emptied int    // how often the database was emptied before: numbers mean other commits then
}

// The bits of flags.
const (
	flagCut     = 1 << iota // see Commit.Cut
	flagUnknown             // see Commit.Unknown
)

// len is the number of commits.
func (g *graph) len() int {
	if g == nil {
		return 0
	}
	return len(g.parents)
}

// add takes a commit up, whose number is the next one.
func (g *graph) add(parents []int32, time int64, flags byte) {
	date := time
	for _, p := range parents {
		date = max(date, g.dates[p])
		g.child[p] = true
	}
	g.parents, g.times, g.dates = append(g.parents, parents), append(g.times, time), append(g.dates, date)
	g.flags, g.child = append(g.flags, flags), append(g.child, false)
	if flags&flagUnknown != 0 {
		g.unknown++
	}
}

// truncate forgets commits from a number on.
func (g *graph) truncate(n int) {
	if n >= g.len() {
		return
	}
	g.parents, g.times, g.dates, g.flags = g.parents[:n], g.times[:n], g.dates[:n], g.flags[:n]
	g.child, g.unknown = make([]bool, n), 0
	for _, flags := range g.flags {
		if flags&flagUnknown != 0 {
			g.unknown++
		}
	}
	for _, parents := range g.parents {
		for _, p := range parents {
			g.child[p] = true
		}
	}
}

// encode writes the commits from a number on: for each its flags, its time as the difference to the
// one before, how many parents it has, and how far before it each of them is.
func (g *graph) encode(from int) []byte {
	var w record.Writer
	last := int64(0)
	for i := from; i < g.len(); i++ {
		w.Byte(g.flags[i])
		w.Signed(g.times[i] - last)
		last = g.times[i]
		w.Int(len(g.parents[i]))
		for _, p := range g.parents[i] {
			w.Int(i - int(p))
		}
	}
	return w.Data
}

// decode adds commits that encode wrote.
func (g *graph) decode(commits int, data string) error {
	r, last := record.Read(data), int64(0)
	for range commits {
		flags := r.Byte()
		last += r.Signed()
		var parents []int32
		for range r.Count() {
			parents = append(parents, int32(g.len()-r.Below(g.len()+1)))
		}
		if r.Err() != nil || slices.Contains(parents, int32(g.len())) {
			return fmt.Errorf("%w: graph cut short, or a parent is not there", errDamaged)
		}
		g.add(parents, last, flags)
	}
	return nil
}

// loadGraph reads the whole graph.
func (s *store) loadGraph() (*graph, error) {
	emptied, err := s.metaNumber(emptiedKey)
	if err != nil {
		return nil, err
	}
	g := &graph{emptied: emptied}
	err = s.Query(`SELECT first, commits, data FROM graph ORDER BY first`, nil, func(row *sqlite.Row) error {
		if row.ColumnInt(0) != g.len() {
			return fmt.Errorf("%w: graph has gaps", errDamaged)
		}
		return g.decode(row.ColumnInt(1), string(row.ColumnRawBlob(2)))
	})
	return g, err
}

// heads are the commits without children.
func (g *graph) heads() []int32 {
	var out []int32
	for i, child := range g.child {
		if !child {
			out = append(out, int32(i))
		}
	}
	return out
}

// ancestors tells of each commit whether some commits descend from it, or are it.
func (g *graph) ancestors(of ...int32) []bool {
	in := make([]bool, g.len())
	top := int32(-1)
	for _, i := range of {
		in[i] = true
		top = max(top, i)
	}
	for i := top; i >= 0; i-- {
		if in[i] {
			for _, p := range g.parents[i] {
				in[p] = true
			}
		}
	}
	return in
}

// newer orders commits as git log does: by date, never a parent before its child.
func (g *graph) newer(a, b int32) int {
	if g.dates[a] != g.dates[b] {
		return int(max(-1, min(1, g.dates[b]-g.dates[a])))
	}
	return int(b - a)
}
