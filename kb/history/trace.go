package history

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/9aea2451/kb/kb/history/walk"
)

// Event is one commit in the life of a note.
type Event struct {
	Commit *walk.Commit // without its changes
	Change walk.Change  // of the note; of a merge, against its first parent
	Others []string     // of a merge: the note's blobs in the other parents, "" where it is not there
}

// Note gives the commits that touched a note, newest first, through its renames: the commits that
// `git log --follow` lists, but each branch is followed by the name that the note has on it, and a
// copy is a beginning. A merge is listed when the note differs from that of every parent. When a
// path was deleted and added again, both its lives are listed. A commit at which the history is cut
// off is never listed. commit is an id, path the note's in it (or earlier).
func (h *History) Note(ctx context.Context, commit, path string) ([]Event, error) {
	defer h.begin(ctx)()
	tr, err := h.trace(commit, path)
	if err != nil {
		return nil, fmt.Errorf("history of %s: %w", path, err)
	}
	events, err := h.events(tr.found)
	if err != nil {
		return nil, fmt.Errorf("history of %s: %w", path, err)
	}
	return events, nil
}

// events reads the commits of changes.
func (h *History) events(changes []numbered) ([]Event, error) {
	out := make([]Event, 0, len(changes))
	for _, c := range changes {
		commit, err := h.commit(c.commit)
		if err != nil {
			return nil, err
		}
		out = append(out, Event{commit, c.Change, c.others})
	}
	return out, nil
}

// tracer goes back through the history with the names that a note has in each commit.
type tracer struct {
	h      *History
	g      *graph
	states map[int64]*pathState
	names  []int64           // of the note, by commit; 0 for none
	more   map[int32][]int64 // further names that it has in a commit, which is rare
	marks  []bool            // commits that did something to one of the names
	found  []numbered        // changes of the note
	cut    bool              // the note was there already where the history is cut off
	first  int32             // before this commit nothing happened to any of the names
	blob   string            // of the path asked for, in the tree of the commit
	at     *pathState        // of the name that was looked at last
	gone   int64             // the path asked for, when the tree of the commit does not have it
}

// maxRenames bounds how many names of a note are looked through on another branch.
const maxRenames = 16

// cleared gives n zeros, in the room of a list that nobody needs any more.
func cleared[T any](list []T, n int) []T {
	list = slices.Grow(list[:0], n)[:n]
	clear(list)
	return list
}

// trace follows a path back from a commit. Names and marks are those of this trace until the next one.
func (h *History) trace(commit, path string) (*tracer, error) {
	tip, err := h.tip(commit)
	if err != nil {
		return nil, err
	}
	number, err := h.store.pathNumber(path)
	if err != nil {
		return nil, err
	}
	h.names, h.marks = cleared(h.names, h.graph.len()), cleared(h.marks, h.graph.len())
	t := &tracer{h: h, g: h.graph, states: map[int64]*pathState{}, first: math.MaxInt32,
		names: h.names, more: map[int32][]int64{}, marks: h.marks}
	if number == 0 {
		return t, nil
	}
	asked, err := t.state(number)
	if err != nil {
		return nil, err
	}
	if t.blob = asked.blob(tip); t.blob == "" {
		t.gone = number
	}
	t.name(tip, number)
	for i := tip; i >= t.first; i-- { // children have greater numbers than their parents
		name := t.names[i]
		switch {
		case name == 0:
			continue
		case t.keeps(i, name):
			for _, parent := range t.g.parents[i] {
				t.name(parent, name)
			}
		default:
			err = t.step(i, name)
		}
		for _, name := range t.more[i] {
			if err == nil {
				err = t.step(i, name)
			}
		}
		if err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(t.found, func(a, b numbered) int { return t.g.newer(a.commit, b.commit) })
	return t, nil
}

// keeps tells that a commit did nothing to the note, which has the same name in all of its parents.
func (t *tracer) keeps(commit int32, name int64) bool {
	parents := t.g.parents[commit]
	if t.marks[commit] || len(parents) == 1 {
		return !t.marks[commit]
	}
	if t.at == nil || t.at.number != name {
		t.at = t.states[name]
	}
	if t.at == nil || len(t.at.origins) == 0 || len(parents) == 0 {
		return t.at != nil
	}
	return !slices.ContainsFunc(parents[1:], func(parent int32) bool { return !t.at.in(parent) })
}

// name says that the note has a name in a commit.
func (t *tracer) name(commit int32, name int64) {
	switch {
	case t.names[commit] == 0:
		t.names[commit] = name
	case t.names[commit] != name && !slices.Contains(t.more[commit], name):
		t.more[commit] = append(t.more[commit], name)
	}
}

// state is what is recorded of a path, read once in a trace.
func (t *tracer) state(name int64) (*pathState, error) {
	if s, ok := t.states[name]; ok {
		return s, nil
	}
	s, err := t.h.pathState(name)
	if err != nil {
		return nil, err
	}
	t.states[name], t.first = s, min(t.first, s.first)
	if t.marks != nil {
		for i := range s.at {
			t.marks[i] = true
		}
		for i := range s.left {
			t.marks[i] = true
		}
	}
	return s, nil
}

// step looks at what a commit did to the note, and goes on to its parents.
func (t *tracer) step(commit int32, name int64) error {
	s, err := t.state(name)
	if err != nil {
		return err
	}
	change, touched := s.at[commit]
	if touched && t.g.flags[commit]&flagCut != 0 {
		t.cut = true
		return nil
	}
	before := name // at the first parent
	if touched && change.Status == walk.Renamed {
		before = change.oldPath
		if _, err := t.state(before); err != nil { // so that the walk goes on to where the old name began
			return err
		}
	}
	if left, ok := s.left[commit]; ok && !touched {
		if name != t.gone {
			return nil // what had this name before is another note now
		}
		t.found = append(t.found, left)
	}
	same := false // as in another parent
	for k, parent := range t.g.parents[commit] {
		if k == 0 {
			t.name(parent, before)
			continue
		}
		there, err := t.nameIn(parent, s, before)
		if err != nil {
			return err
		}
		t.name(parent, there.number)
		if !touched {
			continue
		}
		change.others = append(change.others, there.blob(parent))
		same = same || there.blob(parent) == change.NewBlob && there.mode(parent) == change.NewMode
	}
	if touched && !same {
		t.found = append(t.found, change)
	}
	return nil
}

// nameIn finds the name of the note in another parent of a merge: that of the merge, that of the
// first parent, or one that one of these was renamed from.
func (t *tracer) nameIn(parent int32, s *pathState, before int64) (*pathState, error) {
	if before == s.number && len(s.origins) == 0 || s.in(parent) {
		return s, nil
	}
	names := []int64{s.number, before}
	for i := 0; i < len(names) && i < maxRenames; i++ {
		state, err := t.state(names[i])
		if err != nil || state.in(parent) {
			return state, err
		}
		for _, origin := range state.origins {
			if !slices.Contains(names, origin) {
				names = append(names, origin)
			}
		}
	}
	return s, nil
}

// RenamedTo gives the paths to which recorded commits renamed the file at a path, on whatever
// branch, that of the latest commit first.
func (h *History) RenamedTo(ctx context.Context, path string) ([]string, error) {
	defer h.begin(ctx)()
	number, err := h.store.pathNumber(path)
	if err != nil || number == 0 {
		return nil, err
	}
	var out []string
	rows, err := h.rows.of(number)
	for _, r := range slices.Backward(rows) {
		if r.status != movedOn {
			continue
		}
		var to string
		if to, err = h.pathName(r.other); err != nil {
			break
		}
		if !slices.Contains(out, to) {
			out = append(out, to)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("names of %s: %w", path, err)
	}
	return out, nil
}
