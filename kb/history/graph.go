package history

import (
	"encoding/binary"
	"fmt"

	"github.com/9aea2451/kb/kb/sqlite"
)

// graph is the history's shape in memory: commits by their numbers, each after its parents.
type graph struct {
	parents [][]int32 // that are recorded; the first one first
	times   []int64   // of the committer, seconds since 1970
	dates   []int64   // times, raised so that no commit is older than its parents
	flags   []byte
	child   []bool // has a child
}

// The bits of flags.
const (
	flagCut     = 1 << iota // see Commit.Cut
	flagUnknown             // see Commit.Unknown
)

func (g *graph) len() int { return len(g.parents) }

// add takes a commit up, whose number is the next one.
func (g *graph) add(parents []int32, time int64, flags byte) {
	date := time
	for _, p := range parents {
		date = max(date, g.dates[p])
		g.child[p] = true
	}
	g.parents, g.times, g.dates = append(g.parents, parents), append(g.times, time), append(g.dates, date)
	g.flags, g.child = append(g.flags, flags), append(g.child, false)
}

// truncate forgets commits from a number on.
func (g *graph) truncate(n int) {
	if n >= g.len() {
		return
	}
	g.parents, g.times, g.dates, g.flags = g.parents[:n], g.times[:n], g.dates[:n], g.flags[:n]
	g.child = make([]bool, n)
	for _, parents := range g.parents {
		for _, p := range parents {
			g.child[p] = true
		}
	}
}

// encode writes the commits from a number on: for each its flags, its time as the difference to the
// one before, how many parents it has, and how far before it each of them is.
func (g *graph) encode(from int) []byte {
	var out []byte
	last := int64(0)
	for i := from; i < g.len(); i++ {
		out = append(out, g.flags[i])
		out = binary.AppendVarint(out, g.times[i]-last)
		last = g.times[i]
		out = binary.AppendUvarint(out, uint64(len(g.parents[i])))
		for _, p := range g.parents[i] {
			out = binary.AppendUvarint(out, uint64(i-int(p)))
		}
	}
	return out
}

// decode adds commits that encode wrote.
func (g *graph) decode(commits int, data []byte) error {
	last := int64(0)
	for range commits {
		if len(data) == 0 {
			return fmt.Errorf("%w: graph cut short", ErrDamaged)
		}
		flags := data[0]
		step, n := binary.Varint(data[1:])
		if n <= 0 {
			return fmt.Errorf("%w: graph cut short", ErrDamaged)
		}
		data = data[1+n:]
		last += step
		count, n := binary.Uvarint(data)
		if n <= 0 || count > maxParents {
			return fmt.Errorf("%w: graph cut short", ErrDamaged)
		}
		data = data[n:]
		var parents []int32
		for range count {
			back, n := binary.Uvarint(data)
			if n <= 0 || back == 0 || back > uint64(g.len()) {
				return fmt.Errorf("%w: graph names a parent that is not there", ErrDamaged)
			}
			data = data[n:]
			parents = append(parents, int32(g.len()-int(back)))
		}
		g.add(parents, last, flags)
	}
	return nil
}

// loadGraph reads the whole graph.
func (s *store) loadGraph() (*graph, error) {
	g := &graph{}
	err := s.Query(`SELECT first, commits, data FROM graph ORDER BY first`, nil, func(row *sqlite.Row) error {
		if row.ColumnInt(0) != g.len() {
			return fmt.Errorf("%w: graph has gaps", ErrDamaged)
		}
		return g.decode(row.ColumnInt(1), row.ColumnRawBlob(2))
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
