package history

import (
	"context"
	"fmt"
	"time"

	"github.com/ncruces/go-sqlite3"
)

// LastTouches gives, for every path that a commit or one before it ever touched, the time of the last commit that did, by the
// committer's clock. Merges do not count, nor does a commit at which the history is cut off: of a path that only such a commit
// has, nothing is said. Renames are not followed, but the new name of a renamed note was touched by the renaming.
func (h *History) LastTouches(ctx context.Context, commit string) (map[string]time.Time, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	defer h.store.interruptible(ctx)()
	tip, err := h.tip(commit)
	if err != nil {
		return nil, fmt.Errorf("last touches: %w", err)
	}
	counts := h.graph.ancestors(tip)
	last := map[int64]int64{}
	err = h.store.query(`SELECT "commit", path FROM changes`, nil, func(row *sqlite3.Stmt) error {
		n, path := row.ColumnInt(0), row.ColumnInt64(1)
		if n < len(counts) && counts[n] && len(h.graph.parents[n]) < 2 && h.graph.flags[n]&flagCut == 0 {
			last[path] = max(last[path], h.graph.times[n])
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("last touches: %w", err)
	}
	out := make(map[string]time.Time, len(last))
	err = h.store.query(`SELECT id, path FROM paths`, nil, func(row *sqlite3.Stmt) error {
		if seconds, ok := last[row.ColumnInt64(0)]; ok {
			out[string(row.ColumnRawBlob(1))] = time.Unix(seconds, 0).UTC()
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("last touches: %w", err)
	}
	return out, nil
}
