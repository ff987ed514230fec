package search

import (
	"context"

	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/rank"
)

// Of two notes that say different things about one matter the current one is to rank above the
// stale one. Two notes speak of one matter when their best chunks answer to the same words of the
// query and share at least sameMatter of the stems of the shorter one.
const (
	currentTop  = 20   // notes that are compared
	currentNear = 0.85 // share of the older note's score that the newer one must have
	sameMatter  = 0.5
)

// preferCurrent moves a newer note right above an older one that speaks of the same matter, where
// their scores are close, or that it takes back.
func (r *run) preferCurrent(ctx context.Context, kept []candidate) error {
	order := bestFirst(kept, asPlaced)
	order = order[:min(len(order), currentTop)]
	stems, err := r.datedStems(ctx, kept, order)
	if err != nil || len(stems) < 2 {
		return err
	}
	for a := range order {
		i := order[a].at
		for _, other := range order[a+1:] {
			j := other.at
			older, newer := &kept[i], &kept[j]
			if stems[i] == nil || stems[j] == nil || currentDate(older.record) >= currentDate(newer.record) ||
				newer.score >= older.score || newer.apart() < updateNear*older.apart() {
				continue
			}
			over := newer.apart() >= currentNear*older.apart() && r.oneMatter(stems[i], stems[j])
			if !over {
				if over, err = r.takesBack(ctx, newer.number, older.number, stems[i]); err != nil {
					return err
				}
			}
			if !over {
				continue
			}
			newer.factors.set("current", older.score/newer.score)
			newer.score = rank.Round(older.score + 1e-8)
		}
	}
	return nil
}

// currentDate is the last day on which a note is known to have been right.
func currentDate(n *store.NoteRecord) string { return max(n.Date, n.Verified, n.ValidFrom) }

// datedStems gives the stems of the best chunk of each candidate that tells its date.
func (r *run) datedStems(ctx context.Context, kept []candidate, order []placed) (map[int]map[string]bool, error) {
	var dated []int
	for _, p := range order {
		if currentDate(kept[p.at].record) != "" {
			dated = append(dated, p.at)
		}
	}
	out := map[int]map[string]bool{}
	if len(dated) < 2 {
		return out, nil
	}
	for _, i := range dated {
		rows := r.bestChunks(kept[i].number, 1)
		if len(rows) == 0 {
			continue
		}
		stems, err := r.stems(ctx, rows[0])
		if err != nil {
			return nil, err
		}
		out[i] = stems
	}
	return out, nil
}

// oneMatter tells whether two chunks answer to the same words of the query and share most of their stems.
func (r *run) oneMatter(a, b map[string]bool) bool {
	for _, t := range r.terms {
		if a[t.text] != b[t.text] {
			return false
		}
	}
	if len(a) > len(b) {
		a, b = b, a
	}
	shared := 0
	for t := range a {
		if b[t] {
			shared++
		}
	}
	return float64(shared) >= sameMatter*float64(len(a))
}

// maxReplaced bounds how long a chain of notes that supersede each other is followed.
const maxReplaced = 8

// preferReplacements puts a note that supersedes another right above it, where both answer: who
// finds what was given up looks for what took its place.
func preferReplacements(kept []candidate) {
	at := make(map[string]int, len(kept))
	for i := range kept {
		at[kept[i].record.Path] = i
	}
	for range maxReplaced {
		moved := false
		for i := range kept {
			old := &kept[i]
			j, ok := at[old.record.SupersededBy]
			if !ok || old.record.Inactive == "" || j == i || kept[j].score > old.score {
				continue
			}
			by := &kept[j]
			by.factors.set("replaces", (old.score+1e-8)/by.score)
			by.score = rank.Round(old.score + 1e-8)
			moved = true
		}
		if !moved {
			return
		}
	}
}
