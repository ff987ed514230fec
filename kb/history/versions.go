package history

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/9aea2451/kb/kb/history/walk"
)

// Version is a note as one commit left it: with bytes that none of the commit's parents has.
type Version struct {
	Commit   *walk.Commit // without its changes
	Path     string       // of the note in it
	Blob     string
	Parents  []int // versions that it was made from, by their indices, in the order of the commit's parents
	Boundary bool  // the history is cut off here: what this version says may be older
}

// maxVersions is how many versions of a note are told.
const maxVersions = 20_000

// Versions gives the versions that a note went through up to a commit, newest first, each before
// those that it was made from. Where a merge took the note as one parent has it, only that parent
// is followed; a note that was added again begins there. The first version is that of the commit
// itself; there is none when the note is not in its tree.
func (h *History) Versions(ctx context.Context, commit, path string) ([]Version, error) {
	defer h.begin(ctx)()
	found, err := h.versions(commit, path)
	if err != nil {
		return nil, fmt.Errorf("versions of %s: %w", path, err)
	}
	return found, nil
}

// versions is Versions within one question.
func (h *History) versions(commit, path string) ([]Version, error) {
	tip, err := h.tip(commit)
	if err != nil {
		return nil, err
	}
	number, err := h.store.pathNumber(path)
	if err != nil || number == 0 {
		return nil, err
	}
	w := &versioner{tracer: tracer{h: h, g: h.graph, states: map[int64]*pathState{}}, at: map[place]int{}}
	if _, err := w.add(place{tip, number}); err != nil {
		return nil, err
	}
	for i := 0; i < len(w.found) && i < maxVersions; i++ {
		before, err := w.before(w.places[i])
		if err != nil {
			return nil, err
		}
		for len(w.parents) <= i {
			w.parents = append(w.parents, nil)
		}
		for _, p := range before {
			j, err := w.add(p)
			if err != nil {
				return nil, err
			}
			if j >= 0 {
				w.parents[i] = append(w.parents[i], j)
			}
		}
	}
	order := make([]int, len(w.found))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(w.g.newer(w.places[a].commit, w.places[b].commit), cmp.Compare(w.places[a].name, w.places[b].name))
	})
	rank := make([]int, len(order))
	for r, i := range order {
		rank[i] = r
	}
	out := make([]Version, len(order))
	for r, i := range order {
		out[r] = w.found[i]
		if i >= len(w.parents) {
			out[r].Boundary = true // beyond MaxVersions
			continue
		}
		for _, p := range w.parents[i] {
			if !slices.Contains(out[r].Parents, rank[p]) {
				out[r].Parents = append(out[r].Parents, rank[p])
			}
		}
	}
	return out, nil
}

// place is a note by its name in a commit.
type place struct {
	commit int32
	name   int64
}

// versioner finds versions. It uses the tracer for what happened to a path, and for the names of a
// note in other parents.
type versioner struct {
	tracer
	at      map[place]int // index into places
	places  []place
	parents [][]int
	found   []Version
}

// add finds the version that a place has, -1 when the note is not there.
func (w *versioner) add(p place) (int, error) {
	p, ok, err := w.decided(p)
	if err != nil || !ok {
		return -1, err
	}
	if i, ok := w.at[p]; ok {
		return i, nil
	}
	commit, err := w.h.commit(p.commit)
	if err != nil {
		return -1, err
	}
	s, err := w.state(p.name)
	if err != nil {
		return -1, err
	}
	w.at[p] = len(w.places)
	w.places = append(w.places, p)
	w.found = append(w.found, Version{
		Commit: commit, Path: s.at[p.commit].Path, Blob: s.blob(p.commit), Boundary: w.g.flags[p.commit]&flagCut != 0,
	})
	return len(w.places) - 1, nil
}

// decided goes back to the commit that gave the note the bytes that it has at a place; not ok when
// it is not there.
func (w *versioner) decided(p place) (place, bool, error) {
	for {
		s, err := w.state(p.name)
		if err != nil {
			return p, false, err
		}
		blob := s.blob(p.commit)
		if blob == "" {
			return p, false, nil
		}
		p.commit = s.decided(p.commit) // from here to there each commit has it as its first parent has
		before, err := w.before(p)
		if err != nil {
			return p, false, err
		}
		same := -1
		for i, b := range before {
			if s, err := w.state(b.name); err != nil {
				return p, false, err
			} else if s.blob(b.commit) == blob && (same < 0 || before[same].name != p.name && b.name == p.name) {
				same = i
			}
		}
		if same < 0 {
			return p, true, nil
		}
		p = before[same]
	}
}

// before gives the place of the note in each parent of a commit that touched it.
func (w *versioner) before(p place) ([]place, error) {
	s, err := w.state(p.name)
	if err != nil || w.g.flags[p.commit]&flagCut != 0 {
		return nil, err
	}
	name := p.name
	if change := s.at[p.commit]; change.Status == walk.Renamed {
		name = change.oldPath
	}
	var out []place
	for k, parent := range w.g.parents[p.commit] {
		if k == 0 {
			out = append(out, place{parent, name})
			continue
		}
		there, err := w.nameIn(parent, s, name)
		if err != nil {
			return nil, err
		}
		if there.blob(parent) == "" {
			if there, err = w.renamedThere(s, parent); err != nil {
				return nil, err
			}
		}
		out = append(out, place{parent, there.number})
	}
	return out, nil
}

// renamedThere gives the name that a path was renamed to on the way to a parent whose merge took
// the old name; the path itself when there is none.
func (w *versioner) renamedThere(s *pathState, parent int32) (*pathState, error) {
	for _, commit := range slices.Backward(slices.Sorted(maps.Keys(s.left))) {
		to, err := w.state(s.left[commit].path)
		if err != nil || to.blob(parent) != "" {
			return to, err
		}
	}
	return s, nil
}
