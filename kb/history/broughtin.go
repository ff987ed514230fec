package history

import (
	"context"
	"fmt"

	"github.com/9aea2451/kb/kb/history/walk"
)

// PullRequest gives the pull request by which a commit came into the history of another: the one
// that its own message names, else that of the merge that brought it in, the innermost first. ""
// for none.
func (h *History) PullRequest(ctx context.Context, tip string, c *walk.Commit) (string, error) {
	if ref := c.PullRequest(); ref != "" {
		return ref, nil
	}
	defer h.begin(ctx)()
	ref, err := h.pullRequest(tip, c)
	if err != nil {
		return "", fmt.Errorf("pull request of %s: %w", c.ID, err)
	}
	return ref, nil
}

// maxMerges is how many merges around a commit are asked for their pull request.
const maxMerges = 20

// pullRequest is PullRequest within one question: what the commit says itself, else what the merge
// says that brought it in.
func (h *History) pullRequest(tip string, c *walk.Commit) (string, error) {
	if ref := c.PullRequest(); ref != "" {
		return ref, nil
	}
	to, err := h.tip(tip)
	if err != nil {
		return "", err
	}
	n, err := h.number(c.ID)
	if err != nil || n < 0 {
		return "", err
	}
	if h.broughtTo != to || h.brought == nil || len(h.brought) != h.graph.len() {
		h.brought, h.broughtTo = h.graph.broughtIn(to), to
	}
	for range maxMerges {
		if n = h.brought[n]; n < 0 {
			return "", nil
		}
		merge, err := h.commit(n)
		if err != nil {
			return "", err
		}
		if ref := merge.PullRequest(); ref != "" {
			return ref, nil
		}
	}
	return "", nil
}

// broughtIn gives for each commit that another descends from the merge that brought it in: the
// first one, on the line of first parents that the commit does not stand on. -1 for those of the
// main line, and for commits that are no ancestors.
//
// A line of first parents is taken from its oldest commit on, and what each of its merges brings in
// is a line itself, taken the same way, so that merges within a merge come to be the innermost
// ones.
func (g *graph) broughtIn(tip int32) []int32 {
	by := make([]int32, g.len())
	for i := range by {
		by[i] = -1
	}
	seen := make([]bool, g.len())
	type line struct {
		commits []int32 // newest first
		parent  int     // the next parent of the oldest of them that is to be looked at
	}
	begin := func(at, merge int32) line {
		var l line
		for !seen[at] {
			seen[at], by[at] = true, merge
			l.commits = append(l.commits, at)
			if len(g.parents[at]) == 0 {
				break
			}
			at = g.parents[at][0]
		}
		l.parent = 1
		return l
	}
	stack := []line{begin(tip, -1)}
	for len(stack) > 0 {
		l := &stack[len(stack)-1]
		if len(l.commits) == 0 {
			stack = stack[:len(stack)-1]
			continue
		}
		merge := l.commits[len(l.commits)-1]
		if l.parent >= len(g.parents[merge]) {
			l.commits, l.parent = l.commits[:len(l.commits)-1], 1
			continue
		}
		parent := g.parents[merge][l.parent]
		l.parent++
		stack = append(stack, begin(parent, merge))
	}
	return by
}
