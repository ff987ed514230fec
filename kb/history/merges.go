package history

import (
	"maps"
	"slices"
)

// joined is what a merge joins: what its first parent has, and what came in by the others. Close it.
type joined struct {
	c       *rowCache
	merge   int32
	first   int32
	from    int32   // the commits from this number on are seen to
	open    int     // commits below that came in, as far as is known
	brought []int32 // the commits that came in, the greatest number first
	marked  []int32
}

// The marks of commits from which a merge descends.
const (
	byFirst = 1 << iota // its first parent is the commit, or descends from it
	byOther
)

// join finds what a merge with these parents joins; its number may be one that is not given yet.
func (c *rowCache) join(merge int32, parents []int32) *joined {
	if missing := c.graph.len() - len(c.marks); missing > 0 {
		c.marks = append(c.marks, make([]byte, missing)...)
	}
	j := &joined{c: c, merge: merge, first: parents[0]}
	for i, p := range parents {
		mark := byte(byOther)
		if i == 0 {
			mark = byFirst
		}
		j.mark(p, mark)
		j.from = max(j.from, p+1)
	}
	for j.open > 0 {
		j.down()
	}
	return j
}

// mark says from which side a commit was reached, and counts those that only the other side has
// reached so far.
func (j *joined) mark(commit int32, mark byte) {
	had := j.c.marks[commit]
	if had == 0 {
		j.marked = append(j.marked, commit)
	}
	now := had | mark
	j.c.marks[commit] = now
	if now == byOther && had == 0 {
		j.open++
	} else if had == byOther && now != had {
		j.open--
	}
}

// down sees to the next commit below. All its children are seen to, so that its mark is final.
func (j *joined) down() {
	j.from--
	mark := j.c.marks[j.from]
	switch {
	case mark == 0:
		return
	case mark == byOther:
		j.brought = append(j.brought, j.from)
		j.open--
	default:
		mark = byFirst
	}
	for _, p := range j.c.graph.parents[j.from] {
		j.mark(p, mark)
	}
}

// Close ends the use: marks are shared by all merges.
func (j *joined) Close() {
	for _, n := range j.marked {
		j.c.marks[n] = 0
	}
}

// came gives what a path would be in the merge if it had no row of its own; not ok when that is
// what it is in the first parent, as nothing that came in says otherwise.
func (j *joined) came(path int64) (s state, ok bool, err error) {
	rows, err := j.c.of(path)
	if err != nil || len(j.brought) == 0 {
		return state{}, false, err
	}
	least := j.brought[len(j.brought)-1]
	for _, r := range slices.Backward(rows) {
		switch {
		case r.commit < least:
			return state{}, false, nil
		case r.commit >= j.merge || j.c.marks[r.commit] == 0:
		default:
			return r.new, j.c.marks[r.commit] == byOther, nil
		}
	}
	return state{}, false, nil
}

// before gives what a path is in the first parent.
func (j *joined) before(path int64) (state, error) {
	rows, err := j.c.of(path)
	if err != nil {
		return state{}, err
	}
	for _, r := range slices.Backward(rows) {
		if r.commit > j.first {
			continue
		}
		for j.from > r.commit {
			j.down()
		}
		if j.c.marks[r.commit]&byFirst != 0 {
			return r.new, nil
		}
	}
	return state{}, nil
}

// paths are those of which the commits that came in have rows, sorted.
func (j *joined) paths() ([]int64, error) {
	all := map[int64]bool{}
	for _, n := range j.brought {
		touched, err := j.c.by(n)
		if err != nil {
			return nil, err
		}
		for _, t := range touched {
			all[t.path] = true
		}
	}
	return slices.Sorted(maps.Keys(all)), nil
}

// changed gives the rows by which the tree of a commit differs from that of its first parent, of a
// merge also those that it does not need, by the numbers of their paths.
func (c *rowCache) changed(commit int32) (paths []int64, rows []row, err error) {
	own, err := c.by(commit)
	if err != nil {
		return nil, nil, err
	}
	found := map[int64]row{}
	mine := map[int64]bool{}
	for _, t := range own {
		mine[t.path] = true
		if r, ok, err := c.at(t.path, commit); err != nil {
			return nil, nil, err
		} else if ok && r.status != movedOn && r.status != asBefore {
			found[t.path] = r
		}
	}
	if parents := c.graph.parents[commit]; len(parents) > 1 {
		if err := c.explained(commit, parents, mine, found); err != nil {
			return nil, nil, err
		}
	}
	paths = slices.Sorted(maps.Keys(found))
	for _, p := range paths {
		rows = append(rows, found[p])
	}
	return paths, rows, nil
}

// explained adds the changes of a merge that its parents explain.
func (c *rowCache) explained(commit int32, parents []int32, mine map[int64]bool, found map[int64]row) error {
	j := c.join(commit, parents)
	defer j.Close()
	paths, err := j.paths()
	if err != nil {
		return err
	}
	for _, path := range paths {
		now, came, err := j.came(path)
		if err != nil {
			return err
		}
		if mine[path] || !came {
			continue
		}
		before, err := j.before(path)
		if err != nil {
			return err
		}
		if before != now {
			found[path] = between(commit, before, now)
		}
	}
	return nil
}
