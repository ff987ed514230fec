package history

import (
	"math"
	"slices"

	"github.com/9aea2451/kb/kb/sqlite"
)

// pathState is all that happened to one path, on whatever branch. As each commit is recorded
// against its first parent, what a path is in the tree of a commit was decided by the last change
// to it on the way back along first parents.
type pathState struct {
	number  int64
	path    string
	at      map[int32]numbered // changes of the path, by commit
	left    map[int32]numbered // renames from the path to another, by commit
	origins []int64            // paths that were renamed to this one, newest rename first
	first   int32              // the least commit of all these, math.MaxInt32 for none
	last    []int32            // of each commit from first on: the one that gave the path its bytes, -1 where the path is not there; made when it is first asked for
}

// pathState reads what happened to a path.
func (s *store) pathState(number int64) (*pathState, error) {
	p := &pathState{number: number, at: map[int32]numbered{}, left: map[int32]numbered{}, first: math.MaxInt32}
	err := s.Query(selectChanges+`WHERE changes.path=? ORDER BY "commit" DESC`, []any{number}, func(row *sqlite.Row) error {
		c := changeOf(row)
		p.at[c.commit], p.first, p.path = c, min(p.first, c.commit), c.Path
		if c.Status == Renamed && !slices.Contains(p.origins, c.oldPath) {
			p.origins = append(p.origins, c.oldPath)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	err = s.Query(selectChanges+`WHERE old_path=? AND status=82`, []any{number}, func(row *sqlite.Row) error {
		c := changeOf(row)
		p.left[c.commit], p.first, p.path = c, min(p.first, c.commit), c.OldPath
		return nil
	})
	return p, err
}

// in tells whether the path is in the tree of a commit.
func (p *pathState) in(g *graph, commit int32) bool {
	if p.last == nil {
		p.decide(g)
	}
	return p.decided(commit) >= 0
}

// blob is the id of the path's blob in the tree of a commit, "" when the path is not there.
func (p *pathState) blob(g *graph, commit int32) string {
	if !p.in(g, commit) {
		return ""
	}
	return p.at[p.decided(commit)].NewBlob
}

// mode is the mode of the path in the tree of a commit, 0 when the path is not there.
func (p *pathState) mode(g *graph, commit int32) uint32 {
	if !p.in(g, commit) {
		return 0
	}
	return p.at[p.decided(commit)].NewMode
}

// decided is what last says of a commit.
func (p *pathState) decided(commit int32) int32 {
	if commit < p.first {
		return -1
	}
	return p.last[commit-p.first]
}

func (p *pathState) decide(g *graph) {
	p.last = make([]int32, max(0, g.len()-int(p.first)))
	for i := range p.last {
		p.last[i] = unasked
	}
	for i := range p.left {
		p.last[i-p.first] = -1
	}
	for i, change := range p.at {
		if p.last[i-p.first] = -1; change.NewBlob != "" {
			p.last[i-p.first] = i
		}
	}
	for i, last := range p.last {
		if last != unasked {
			continue
		}
		p.last[i] = -1
		if parents := g.parents[int(p.first)+i]; len(parents) > 0 {
			p.last[i] = p.decided(parents[0])
		}
	}
}

const unasked = -2

// mark marks the commits that did something to the path.
func (p *pathState) mark(touched []bool) {
	for i := range p.at {
		touched[i] = true
	}
	for i := range p.left {
		touched[i] = true
	}
}
