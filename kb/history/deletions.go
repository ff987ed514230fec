package history

import (
	"context"
	"fmt"
	"slices"

	"github.com/9aea2451/kb/kb/sqlite"
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
	h.mu.Lock()
	defer h.mu.Unlock()
	defer h.store.Interruptible(ctx)()
	tip, err := h.tip(commit)
	if err != nil {
		return nil, err
	}
	in := h.graph.ancestors(tip)
	var found []numbered
	err = h.store.Query(selectChanges+`WHERE status=68`, nil, func(row *sqlite.Row) error {
		c := changeOf(row)
		if int(c.commit) < len(in) && in[c.commit] && len(h.graph.parents[c.commit]) < 2 && match(c.Path) {
			found = append(found, c)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("deletions: %w", err)
	}
	slices.SortStableFunc(found, func(a, b numbered) int { return h.graph.newer(a.commit, b.commit) })
	found = found[:min(len(found), n)]
	var out []Deletion
	for _, c := range found {
		ids, err := h.store.oids([]int32{c.commit})
		if err != nil {
			return nil, fmt.Errorf("deletions: %w", err)
		}
		out = append(out, Deletion{Commit: ids[0], Path: c.Path, OldBlob: c.OldBlob})
	}
	return out, nil
}
