package history

import (
	"context"
	"fmt"
	"slices"
)

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
