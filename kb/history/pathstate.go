package history

import (
	"math"
	"slices"

	"github.com/9aea2451/kb/kb/sqlite"
)

// pathState is all that happened to one path, on whatever branch. As each commit is recorded against its first parent,
// what a path is in the tree of a commit was decided by the last change to it on the way back along first parents.
type pathState struct {
	number  int64
	path    string
	at      map[int32]numbered // changes of the path, by commit
	left    map[int32]numbered // renames from the path to another, by commit
	origins []int64            // paths that were renamed to this one, newest rename first
	first   int32              // the least commit of all these, math.MaxInt32 for none
	last    []int32            // of each commit: the one that gave the path its bytes, -1 where the path is not there; made when it is first asked for
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
	return p.last[commit] >= 0
}

// blob is the id of the path's blob in the tree of a commit, "" when the path is not there.
func (p *pathState) blob(g *graph, commit int32) string {
	if !p.in(g, commit) {
		return ""
	}
	return p.at[p.last[commit]].NewBlob
}

// mode is the mode of the path in the tree of a commit, 0 when the path is not there.
func (p *pathState) mode(g *graph, commit int32) uint32 {
	if !p.in(g, commit) {
		return 0
	}
	return p.at[p.last[commit]].NewMode
}

func (p *pathState) decide(g *graph) {
	p.last = make([]int32, g.len())
	touched := make([]bool, g.len())
	p.mark(touched)
	for i := range p.last {
		switch parents := g.parents[i]; {
		case touched[i] && p.at[int32(i)].NewBlob != "":
			p.last[i] = int32(i)
		case touched[i]:
			p.last[i] = -1
		case len(parents) > 0:
			p.last[i] = p.last[parents[0]]
		default:
			p.last[i] = -1
		}
	}
}

// mark marks the commits that did something to the path.
func (p *pathState) mark(touched []bool) {
	for i := range p.at {
		touched[i] = true
	}
	for i := range p.left {
		touched[i] = true
	}
}
