package words

import (
	"context"
	"maps"
	"slices"
)

// joined answers from several as from one.
type joined []numbered

// numbered is one of them, and the number of its first document.
type numbered struct {
	Index
	first int32
}

// Join answers from the words of several collections as from those of one. docs are the numbers of
// documents of each: those of one follow those of the ones before. Who opened them closes them.
func Join(of []Index, docs []int) Index {
	var out joined
	first := 0
	for i, x := range of {
		out = append(out, numbered{x, int32(first)})
		first += docs[i]
	}
	return out
}

// Postings lists the chunks of all that hold a term.
func (j joined) Postings(ctx context.Context, field Field, term string) (list []Posting, err error) {
	for _, one := range j {
		its, err := one.Index.Postings(ctx, field, term)
		if err != nil {
			return nil, err
		}
		for _, p := range its {
			list = append(list, Posting{p.Doc + one.first, p.Freq})
		}
	}
	return list, nil
}

// Near lists the first limit terms that any of them has near to a term.
func (j joined) Near(field Field, term string, edits, limit int) (map[string]int, error) {
	counts := map[string]int{}
	for _, one := range j {
		its, err := one.Index.Near(field, term, edits, limit)
		if err != nil {
			return nil, err
		}
		for t, n := range its {
			counts[t] += n
		}
	}
	firstOf(counts, limit)
	return counts, nil
}

// firstOf leaves the first limit terms.
func firstOf(counts map[string]int, limit int) {
	all := slices.Sorted(maps.Keys(counts))
	for _, t := range all[min(len(all), limit):] {
		delete(counts, t)
	}
}

// Close leaves all open.
func (j joined) Close() error { return nil }
