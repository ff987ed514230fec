package history

import (
	"context"
	"encoding/hex"
	"fmt"

	"github.com/9aea2451/kb/kb/sqlite"
)

// Blobs gives the ids of all files that the commits had which some tips (ids that Update has
// recorded) descend from, or are. whole is false when it is not known what some of those commits
// changed.
func (h *History) Blobs(ctx context.Context, tips ...string) (blobs map[string]bool, whole bool, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	defer h.store.Interruptible(ctx)()
	var numbers []int32
	for _, id := range tips {
		n, err := h.tip(id)
		if err != nil {
			return nil, false, fmt.Errorf("files of the history: %w", err)
		}
		numbers = append(numbers, n)
	}
	counts := h.graph.ancestors(numbers...)
	whole = true
	for i, in := range counts {
		whole = whole && (!in || h.graph.flags[i]&flagUnknown == 0)
	}
	blobs = map[string]bool{}
	err = h.store.Query(`SELECT "commit", new_blob FROM changes WHERE new_blob IS NOT NULL`, nil, func(row *sqlite.Row) error {
		if n := row.ColumnInt(0); n < len(counts) && counts[n] {
			blobs[hex.EncodeToString(row.ColumnRawBlob(1))] = true
		}
		return nil
	})
	if err != nil {
		return nil, false, fmt.Errorf("files of the history: %w", err)
	}
	return blobs, whole, nil
}
