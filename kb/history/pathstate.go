package history

import (
	"math"
	"slices"

	"github.com/9aea2451/kb/kb/history/walk"
)

// pathState is all that happened to one path, on whatever branch, with what it is in the tree of
// each commit: see row for how that is known.
type pathState struct {
	number  int64
	path    string
	at      map[int32]numbered // changes of the path against first parents, by commit
	left    map[int32]numbered // renames from the path to another, by commit
	origins []int64            // paths that were renamed to this one, newest rename first
	first   int32              // the least commit of all these, math.MaxInt32 for none
	// last has for each commit from first on the one on its line of first parents that gave the path
	// its bytes, -1 where the path is not there.
	last []int32
}

// pathState reads what happened to a path.
func (h *History) pathState(number int64) (*pathState, error) {
	p := &pathState{number: number, at: map[int32]numbered{}, left: map[int32]numbered{}, first: math.MaxInt32}
	rows, err := h.rows.of(number)
	if err != nil || len(rows) == 0 {
		return p, err
	}
	if p.path, err = h.pathName(number); err != nil {
		return nil, err
	}
	for _, r := range slices.Backward(rows) {
		if r.status == asBefore {
			continue
		}
		c, err := h.numbered(number, r)
		if err != nil {
			return nil, err
		}
		if p.first = r.commit; r.status == movedOn {
			p.left[r.commit] = c
			continue
		}
		p.at[r.commit] = c
		if r.status == walk.Renamed && !slices.Contains(p.origins, r.other) {
			p.origins = append(p.origins, r.other)
		}
	}
	return p, p.decide(h, rows)
}

// decide goes through all commits from the first on.
func (p *pathState) decide(h *History, rows []row) error {
	g := h.graph
	p.last = make([]int32, g.len()-int(p.first))
	says := make([]int32, len(p.last)) // the row that says what the path is, counted from 1
	state := func(says int32) state {
		if says == 0 {
			return row{}.new
		}
		return rows[says-1].new
	}
	next := int32(0)
	for i := range p.last {
		commit := p.first + int32(i)
		before, saysBefore := int32(-1), int32(0) // at the first parent
		for k, parent := range g.parents[commit] {
			if parent < p.first {
				continue
			}
			if k == 0 {
				before, saysBefore = p.last[parent-p.first], says[parent-p.first]
			}
			says[i] = max(says[i], says[parent-p.first])
		}
		own := next
		for int(next) < len(rows) && rows[next].commit == commit {
			next++
		}
		p.last[i] = before
		switch {
		case next > own:
			if says[i] = next; rows[next-1].status != asBefore {
				p.last[i] = givenBy(commit, rows[next-1].new)
			}
		case says[i] != saysBefore && state(says[i]) != state(saysBefore):
			c, err := h.numbered(p.number, between(commit, state(saysBefore), state(says[i])))
			if err != nil {
				return err
			}
			p.at[commit], p.last[i] = c, givenBy(commit, state(says[i]))
		}
	}
	return nil
}

// givenBy is the commit where it left something at the path, else -1.
func givenBy(commit int32, s state) int32 {
	if s.blob == "" {
		return -1
	}
	return commit
}

// in reports whether the path is in the tree of a commit.
func (p *pathState) in(commit int32) bool { return p.decided(commit) >= 0 }

// blob is the id of the path's blob in the tree of a commit, "" when the path is not there.
func (p *pathState) blob(commit int32) string {
	if !p.in(commit) {
		return ""
	}
	return p.at[p.decided(commit)].NewBlob
}

// mode is the mode of the path in the tree of a commit, 0 when the path is not there.
func (p *pathState) mode(commit int32) uint32 {
	if !p.in(commit) {
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
