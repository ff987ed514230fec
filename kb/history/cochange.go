package history

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
)

// How co-change is weighed.
const (
	maxTogether   = 100             // changes of a commit; of a greater one it says nothing that two of its files are in it
	togetherHalf  = 365 * 24 * 3600 // seconds after which a commit counts half
	togetherDoubt = 1.0             // commits of today without a companion that are added to those seen
)

// Companion is a file that moves together with another.
type Companion struct {
	Path    string  `json:"path"`    // its name today
	Score   float64 `json:"score"`   // from 0 to 1: see CoChange
	Commits int     `json:"commits"` // in which both changed
}

// CoChange gives the files of a commit's tree that changed in the same commits as a note, best
// first, at most n.
//
// A commit counts by its age, 0.5^(days ÷ 365) against the newest one, and says the less of each
// pair of files the more it touches: 1 ÷ (files − 1), and nothing above 100 files. The score is
// what the commits with both files count by age and size, divided by what all commits of the note
// count by age, plus one for doubt. Merges say nothing: what they bring in was counted before.
func (h *History) CoChange(ctx context.Context, commit, path string, n int) ([]Companion, error) {
	return h.CoChangeAmong(ctx, commit, path, n, nil)
}

// CoChangeAmong is CoChange for the companions that keep lets through by the names that they had
// then, which is quicker where it lets few through; nil for all.
func (h *History) CoChangeAmong(ctx context.Context, commit, path string, n int, keep func(path string) bool) ([]Companion, error) {
	defer h.begin(ctx)()
	out, err := h.coChange(commit, path, n, keep)
	if err != nil {
		return nil, fmt.Errorf("co-change of %s: %w", path, err)
	}
	return out, nil
}

// coChange ranks the files that change in the same commits as a path, at most n, within one question.
func (h *History) coChange(commit, path string, n int, keep func(path string) bool) ([]Companion, error) {
	t, err := h.trace(commit, path)
	if err != nil || len(t.found) == 0 {
		return nil, err
	}
	tip, err := h.tip(commit)
	if err != nil {
		return nil, err
	}
	self, err := h.store.pathNumber(path)
	if err != nil {
		return nil, err
	}
	present := &presence{line: h.mainline(tip), known: map[int64]int64{}}
	companions := map[int64]*Companion{}
	all := togetherDoubt
	for _, found := range t.found {
		if len(h.graph.parents[found.commit]) > 1 {
			continue
		}
		weight := math.Exp2(-float64(h.graph.dates[tip]-h.graph.dates[found.commit]) / togetherHalf)
		all += weight
		others, touched, err := h.touched(found.commit, keep)
		if err != nil {
			return nil, err
		}
		if touched < 2 || touched > maxTogether {
			continue
		}
		if err := gather(companions, present, others, self, weight/float64(touched-1)); err != nil {
			return nil, err
		}
	}
	// Only those that may be among the first n are named.
	scores := make([]float64, 0, len(companions))
	for _, c := range companions {
		scores = append(scores, c.Score)
	}
	slices.SortFunc(scores, func(a, b float64) int { return cmp.Compare(b, a) })
	least := 0.0
	if 0 < n && n < len(scores) {
		least = scores[n-1]
	}
	out := make([]Companion, 0, min(n, len(companions)))
	for number, c := range companions {
		if c.Score < least {
			continue
		}
		name, err := h.pathName(number)
		if err != nil {
			return nil, err
		}
		out = append(out, Companion{name, c.Score / all, c.Commits})
	}
	slices.SortFunc(out, func(a, b Companion) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Path, b.Path))
	})
	return out[:min(n, len(out))], nil
}

// gather adds a weight to each of the files that are still there, but for the note itself.
func gather(companions map[int64]*Companion, present *presence, paths []int64, self int64, weight float64) error {
	seen := map[int64]bool{0: true, self: true}
	for _, path := range paths {
		now, err := present.today(path)
		if err != nil {
			return err
		}
		if seen[now] {
			continue
		}
		seen[now] = true
		if companions[now] == nil {
			companions[now] = &Companion{}
		}
		companions[now].Score += weight
		companions[now].Commits++
	}
	return nil
}

// touched lists the paths that a commit changed and keep lets through, as they were named after it,
// and counts all, up to maxTogether + 1.
func (h *History) touched(commit int32, keep func(path string) bool) (kept []int64, all int, err error) {
	paths, err := h.rows.by(commit)
	for _, t := range paths {
		if t.left {
			continue
		}
		if all++; err != nil || all > maxTogether {
			break
		}
		if keep != nil {
			var name string
			if name, err = h.pathName(t.path); err != nil || !keep(name) {
				continue
			}
		}
		kept = append(kept, t.path)
	}
	return kept, all, err
}
