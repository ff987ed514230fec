package history

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/9aea2451/kb/kb/history/walk"
)

// Since says from where on changes count. The zero value counts all.
type Since struct {
	Commit string    // an id: what it descends from, and it itself, does not count
	Time   time.Time // commits of before (by the committer's clock) do not count
}

// Churn is how much a path changed.
type Churn struct {
	Path    string      `json:"path"`
	Commits []string    `json:"commits"`  // ids, newest first
	Authors int         `json:"authors"`  // people, told apart by name and address
	Last    time.Time   `json:"last"`     // the newest of the commits
	Status  walk.Status `json:"status"`   // what the newest of them did to the path; Renamed when it moved away
	NewPath string      `json:"new_path"` // that it moved to, else ""
}

// churn counts the changes to the paths that match, in the commits that a commit descends from and
// itself, most commits first. A change counts for the name that the path had then; a rename counts
// for both names. Merges do not count, nor does a commit at which the history is cut off.
func (h *History) churn(ctx context.Context, commit string, match func(path string) bool, since Since) ([]Churn, error) {
	defer h.begin(ctx)()
	counts, err := h.counting(commit, since)
	if err != nil {
		return nil, fmt.Errorf("churn: %w", err)
	}
	paths, err := h.store.pathNames()
	if err != nil {
		return nil, fmt.Errorf("churn: %w", err)
	}
	var out []Churn
	for number, path := range paths {
		if !match(path) {
			continue
		}
		c, err := h.churnOf(number, path, counts)
		if err != nil {
			return nil, fmt.Errorf("churn: %w", err)
		}
		if len(c.Commits) > 0 {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b Churn) int {
		return cmp.Or(len(b.Commits)-len(a.Commits), cmp.Compare(a.Path, b.Path))
	})
	return out, nil
}

// counting tells of each commit whether its changes count.
func (h *History) counting(commit string, since Since) ([]bool, error) {
	tip, err := h.tip(commit)
	if err != nil {
		return nil, err
	}
	in := h.graph.ancestors(tip)
	if since.Commit != "" {
		from, err := h.tip(since.Commit)
		if err != nil {
			return nil, err
		}
		for i, before := range h.graph.ancestors(from) {
			in[i] = in[i] && !before
		}
	}
	for i := range in {
		in[i] = in[i] && len(h.graph.parents[i]) < 2 && h.graph.flags[i]&flagCut == 0 &&
			(since.Time.IsZero() || h.graph.times[i] >= since.Time.Unix())
	}
	return in, nil
}

// churnOf gathers the changes of one path.
func (h *History) churnOf(number int64, path string, counts []bool) (Churn, error) {
	c := Churn{Path: path}
	authors := map[int64]bool{}
	var commits []int32
	type fate struct {
		status walk.Status
		to     int64
	}
	fates := map[int32]fate{}
	rows, err := h.rows.of(number)
	if err != nil {
		return c, err
	}
	for _, r := range rows { // what was renamed away comes before what took its place, which decides
		if int(r.commit) >= len(counts) || !counts[r.commit] {
			continue
		}
		f := fate{r.status, number}
		if r.status == movedOn {
			f = fate{walk.Renamed, r.other}
		}
		if _, ok := fates[r.commit]; !ok {
			commits = append(commits, r.commit)
			author, err := h.store.Number(`SELECT author FROM commits WHERE id=?`, int64(r.commit))
			if err != nil {
				return c, err
			}
			authors[author] = true
		}
		fates[r.commit] = f
	}
	if len(commits) == 0 {
		return c, nil
	}
	slices.SortFunc(commits, h.graph.newer)
	c.Authors, c.Last = len(authors), time.Unix(h.graph.times[commits[0]], 0).UTC()
	newest := fates[commits[0]]
	if c.Status = newest.status; newest.to != number {
		if c.NewPath, err = h.pathName(newest.to); err != nil {
			return c, err
		}
	} else if c.Status == walk.Renamed {
		c.Status = walk.Added
	}
	c.Commits, err = h.store.oids(commits)
	return c, err
}
