package history

import (
	"context"
	"encoding/hex"
	"fmt"
)

// Blobs gives the ids of all files that the commits had which some tips (ids that Update has
// recorded) descend from, or are. whole is false when it is not known what some of those commits
// changed.
func (h *History) Blobs(ctx context.Context, tips ...string) (blobs map[string]bool, whole bool, err error) {
	defer h.begin(ctx)()
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
	err = h.rows.each(func(_ int64, rows []row) error {
		for _, r := range rows {
			if counts[r.commit] && r.new.blob != "" {
				blobs[hex.EncodeToString([]byte(r.new.blob))] = true
			}
		}
		return nil
	})
	if err != nil {
		return nil, false, fmt.Errorf("files of the history: %w", err)
	}
	return blobs, whole, nil
}
