package history

import (
	"context"
	"fmt"
)

// Branch gives the first parents of a commit, newest first: the commit itself, its first parent,
// and so on, up to and with the first one that other is or descends from. Without other ("") they
// go back to where the history begins.
func (h *History) Branch(ctx context.Context, commit, other string) ([]string, error) {
	defer h.begin(ctx)()
	at, err := h.tip(commit)
	if err != nil {
		return nil, fmt.Errorf("first parents: %w", err)
	}
	var shared []bool
	if other != "" {
		n, err := h.tip(other)
		if err != nil {
			return nil, fmt.Errorf("first parents: %w", err)
		}
		shared = h.graph.ancestors(n)
	}
	numbers := []int32{at}
	for shared == nil || !shared[at] {
		parents := h.graph.parents[at]
		if len(parents) == 0 {
			break
		}
		at = parents[0]
		numbers = append(numbers, at)
	}
	return h.store.oids(numbers)
}
