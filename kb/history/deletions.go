package history

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/9aea2451/kb/kb/history/walk"
)

// Deletion is a file that a commit removed.
type Deletion struct {
	Commit  string
	Path    string
	OldBlob string // hex object id of what it held last
}

// Deletions lists the files of matching paths that were removed in the history of a commit, itself
// included, the newest first, at most n. Renames are none. A file that came back is among them.
func (h *History) Deletions(ctx context.Context, commit string, match func(path string) bool, n int) ([]Deletion, error) {
	defer h.begin(ctx)()
	tip, err := h.tip(commit)
	if err != nil {
		return nil, err
	}
	in := h.graph.ancestors(tip)
	names, err := h.store.pathNames()
	if err != nil {
		return nil, fmt.Errorf("deletions: %w", err)
	}
	type deletion struct {
		commit int32
		number int64
		path   string
		blob   string
	}
	var found []deletion
	err = h.rows.each(func(path int64, rows []row) error {
		name := names[path]
		for _, r := range rows {
			if r.status == walk.Deleted && in[r.commit] && len(h.graph.parents[r.commit]) < 2 && match(name) {
				found = append(found, deletion{r.commit, path, name, r.change().OldBlob})
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("deletions: %w", err)
	}
	slices.SortFunc(found, func(a, b deletion) int {
		return cmp.Or(h.graph.newer(a.commit, b.commit), cmp.Compare(a.number, b.number))
	})
	found = found[:min(len(found), n)]
	var out []Deletion
	for _, c := range found {
		ids, err := h.store.oids([]int32{c.commit})
		if err != nil {
			return nil, fmt.Errorf("deletions: %w", err)
		}
		out = append(out, Deletion{Commit: ids[0], Path: c.path, OldBlob: c.blob})
	}
	return out, nil
}
