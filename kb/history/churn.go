package history

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/9aea2451/kb/kb/sqlite"
)

// Since says from where on changes count. The zero value counts all.
type Since struct {
	Commit string    // an id: what it descends from, and it itself, does not count
	Time   time.Time // commits of before (by the committer's clock) do not count
}

// Churn is how much a path changed.
type Churn struct {
	Path    string    `json:"path"`
	Commits []string  `json:"commits"`  // ids, newest first
	Authors int       `json:"authors"`  // people, told apart by name and address
	Last    time.Time `json:"last"`     // the newest of the commits
	Status  Status    `json:"status"`   // what the newest of them did to the path; Renamed when it moved away
	NewPath string    `json:"new_path"` // that it moved to, else ""
}

// Churn counts the changes to the paths that match, in the commits that a commit descends from and
// itself, most commits first. A change counts for the name that the path had then; a rename counts
// for both names. Merges do not count, nor does a commit at which the history is cut off.
func (h *History) Churn(ctx context.Context, commit string, match func(path string) bool, since Since) ([]Churn, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	defer h.store.Interruptible(ctx)()
	counts, err := h.counting(commit, since)
	if err != nil {
		return nil, fmt.Errorf("churn: %w", err)
	}
	paths := map[int64]string{}
	err = h.store.Query(`SELECT id, path FROM paths`, nil, func(row *sqlite.Row) error {
		if path := string(row.ColumnRawBlob(1)); match(path) {
			paths[row.ColumnInt64(0)] = path
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("churn: %w", err)
	}
	var out []Churn
	for number, path := range paths {
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
		status Status
		to     int64
	}
	fates := map[int32]fate{}
	err := h.store.Query(`SELECT "commit", status, path, author FROM (
			SELECT "commit", status, path FROM changes WHERE path=?1 UNION ALL SELECT "commit", status, path FROM changes WHERE old_path=?1 AND status=82)
		JOIN commits ON commits.id="commit"`, []any{number}, func(row *sqlite.Row) error {
		n := int32(row.ColumnInt64(0))
		if int(n) >= len(counts) || !counts[n] {
			return nil
		}
		f := fate{Status(row.ColumnInt(1)), row.ColumnInt64(2)}
		if _, ok := fates[n]; !ok {
			commits = append(commits, n)
		} else if f.to != number {
			return nil
		}
		fates[n] = f
		authors[row.ColumnInt64(3)] = true
		return nil
	})
	if err != nil || len(commits) == 0 {
		return c, err
	}
	slices.SortFunc(commits, h.graph.newer)
	c.Authors, c.Last = len(authors), time.Unix(h.graph.times[commits[0]], 0).UTC()
	newest := fates[commits[0]]
	if c.Status = newest.status; newest.to != number {
		if c.NewPath, err = h.store.pathName(newest.to); err != nil {
			return c, err
		}
	} else if c.Status == Renamed {
		c.Status = Added
	}
	c.Commits, err = h.store.oids(commits)
	return c, err
}
