package history

import (
	"context"
	"fmt"

	"github.com/9aea2451/kb/kb/sqlite"
)

// RenamedTo gives the paths to which recorded commits renamed the file at a path, on whatever
// branch, that of the latest commit first.
func (h *History) RenamedTo(ctx context.Context, path string) ([]string, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	defer h.store.Interruptible(ctx)()
	number, err := h.store.pathNumber(path)
	if err != nil || number == 0 {
		return nil, err
	}
	var out []string
	seen := map[string]bool{}
	err = h.store.Query(
		`SELECT p.path FROM changes c JOIN paths p ON p.id=c.path WHERE c.old_path=? AND c.status=? ORDER BY c."commit" DESC, p.path`,
		[]any{number, int64(Renamed)},
		func(row *sqlite.Row) error {
			if to := row.ColumnText(0); !seen[to] {
				seen[to] = true
				out = append(out, to)
			}
			return nil
		},
	)
	if err != nil {
		return nil, fmt.Errorf("names of %s: %w", path, err)
	}
	return out, nil
}
