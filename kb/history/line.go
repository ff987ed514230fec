package history

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/9aea2451/kb/kb/history/walk"
)

// Line is the first-parent history of a commit: what landed on a branch, in which order. A merge is
// one commit of it that brings all that came in by it. So there is one state of every path at each
// place of the line, and one order of changes. What an Update adds is not of a Line that was made
// before.
type Line struct {
	h   *History
	tip int32
	*mainline

	merge struct { // that Within was asked of last
		place int32
		in    []bool // the commits that came in with it
	}
}

// Landing is what a commit of a line did to a path.
type Landing struct {
	Place  int         // of the commit: greater than that of every earlier commit of the line
	Cut    bool        // the history is cut off here: the path was there already, who knows since when
	Change walk.Change // of the path; a rename to another path has the path as OldPath
}

// Gone tells that the path is not there after the commit.
func (l *Landing) Gone(path string) bool {
	return l.Change.Status == walk.Deleted || l.Change.Path != path
}

// Blob is the path's blob after the commit, "" when it is gone.
func (l *Landing) Blob(path string) string {
	if l.Gone(path) {
		return ""
	}
	return l.Change.NewBlob
}

// Line gives the first-parent history of a commit; ErrNotRecorded for one that Update has not seen.
func (h *History) Line(ctx context.Context, commit string) (*Line, error) {
	defer h.begin(ctx)()
	tip, err := h.tip(commit)
	if err != nil {
		return nil, fmt.Errorf("first-parent history: %w", err)
	}
	return &Line{h: h, tip: tip, mainline: h.mainline(tip)}, nil
}

// begin takes the history for one question about the line; ErrBusy where its commits have other
// numbers by now, as another process emptied the database meanwhile.
func (l *Line) begin(ctx context.Context) (end func(), err error) {
	end = l.h.begin(ctx)
	if l.h.graph.emptied != l.rows.graph.emptied {
		end()
		return nil, ErrBusy
	}
	return end, nil
}

// Tip is the place of the commit that the line ends with.
func (l *Line) Tip() int { return int(l.tip) }

// Landed lists what the commits of the line did to a path, newest first. Renames are not followed:
// see Follow.
func (l *Line) Landed(ctx context.Context, path string) ([]Landing, error) {
	end, err := l.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	out, err := l.landings(path)
	if err != nil {
		return nil, fmt.Errorf("what landed at %s: %w", path, err)
	}
	return out, nil
}

// landings lists the commits of the line at which a path got other bytes.
func (l *Line) landings(path string) ([]Landing, error) {
	number, err := l.h.store.pathNumber(path)
	if err != nil || number == 0 {
		return nil, err
	}
	rows, err := l.landed(number)
	if err != nil {
		return nil, err
	}
	var out []Landing
	for _, r := range rows {
		c, err := l.h.numbered(number, r)
		if err != nil {
			return nil, err
		}
		out = append(out, Landing{Place: int(r.commit), Cut: l.h.graph.flags[r.commit]&flagCut != 0, Change: c.Change})
	}
	return out, nil
}

// Follow lists what the commits of the line did to the file that has a path at its end, newest
// first, through its renames back to the commit that added it. A copy is a beginning. Nothing is
// listed for a path that is not there.
func (l *Line) Follow(ctx context.Context, path string) ([]Landing, error) {
	end, err := l.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	var out []Landing
	before := int(l.tip) + 1
	for renames := 0; renames <= maxRenames; {
		landed, err := l.landings(path)
		if err != nil {
			return nil, fmt.Errorf("what landed at %s: %w", path, err)
		}
		renamed := false
		for i := range landed {
			c := &landed[i]
			if c.Place >= before {
				continue
			}
			if c.Gone(path) {
				return out, nil
			}
			out, before = append(out, *c), c.Place
			if c.Change.Status == walk.Added || c.Change.Status == walk.Copied || c.Cut {
				return out, nil
			}
			if c.Change.Status == walk.Renamed {
				path, renamed = c.Change.OldPath, true
				break
			}
		}
		if renames++; !renamed {
			break
		}
	}
	return out, nil
}

// Commit reads the commit at a place, without its changes.
func (l *Line) Commit(ctx context.Context, place int) (*walk.Commit, error) {
	end, err := l.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	c, err := l.h.commit(int32(place))
	if err != nil {
		return nil, fmt.Errorf("read commit: %w", err)
	}
	return c, nil
}

// Changed lists the paths that the commit at a place changed, as they were named after it, at most
// limit of them.
func (l *Line) Changed(ctx context.Context, place, limit int) ([]string, error) {
	end, err := l.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	paths, _, err := l.h.rows.changed(int32(place))
	out := make([]string, min(limit, len(paths)))
	for i := range out {
		if err == nil {
			out[i], err = l.h.pathName(paths[i])
		}
	}
	if err != nil {
		return nil, fmt.Errorf("changes of a commit: %w", err)
	}
	return out, nil
}

// Before gives the place of the last commit of the line that is not after t by the committer's
// clock, -1 for none.
func (l *Line) Before(t time.Time) int {
	l.h.mu.Lock()
	defer l.h.mu.Unlock()
	for place := int(l.tip); place >= 0; place-- {
		if l.on[place] && l.rows.graph.times[place] <= t.Unix() {
			return place
		}
	}
	return -1
}

// When gives the committer's time of the commit at a place.
func (l *Line) When(place int) time.Time {
	l.h.mu.Lock()
	defer l.h.mu.Unlock()
	return time.Unix(l.rows.graph.times[place], 0).UTC()
}

// Paths lists every path that a recorded commit, of whatever branch, ever changed, sorted.
func (l *Line) Paths(ctx context.Context) ([]string, error) {
	end, err := l.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	names, err := l.h.store.pathNames()
	if err != nil {
		return nil, fmt.Errorf("list paths: %w", err)
	}
	return slices.Sorted(maps.Values(names)), nil
}

// Place gives the place of a commit of the line; not ok for any other.
func (l *Line) Place(ctx context.Context, id string) (place int, ok bool, err error) {
	end, err := l.begin(ctx)
	if err != nil {
		return 0, false, err
	}
	defer end()
	n, err := l.h.number(id)
	if err != nil {
		return 0, false, fmt.Errorf("find commit: %w", err)
	}
	return int(n), n >= 0 && int(n) < len(l.on) && l.on[n], nil
}

// Within lists what the commits that came in with the merge at a place did to a path, newest first,
// merges left out. Renames are not followed.
func (l *Line) Within(ctx context.Context, place int, path string) ([]Event, error) {
	end, err := l.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	events, err := l.within(int32(place), path)
	if err != nil {
		return nil, fmt.Errorf("what a merge brought to %s: %w", path, err)
	}
	return events, nil
}

// within lists what happened to a path among the commits that a merge brought in. The commits of
// the merge asked for last are kept.
func (l *Line) within(place int32, path string) ([]Event, error) {
	parents := l.h.graph.parents[place]
	number, err := l.h.store.pathNumber(path)
	if err != nil || number == 0 || len(parents) < 2 {
		return nil, err
	}
	if l.merge.place != place || l.merge.in == nil {
		l.merge.place, l.merge.in = place, l.h.graph.ancestors(parents[1:]...)
		for i, before := range l.h.graph.ancestors(parents[0]) {
			l.merge.in[i] = l.merge.in[i] && !before
		}
	}
	var found []numbered
	rows, err := l.h.rows.of(number)
	if err != nil {
		return nil, err
	}
	for _, r := range rows {
		if r.status != movedOn && int(r.commit) < len(l.merge.in) && l.merge.in[r.commit] && len(l.h.graph.parents[r.commit]) < 2 {
			c, err := l.h.numbered(number, r)
			if err != nil {
				return nil, err
			}
			found = append(found, c)
		}
	}
	slices.SortFunc(found, func(a, b numbered) int { return l.h.graph.newer(a.commit, b.commit) })
	return l.h.events(found)
}
