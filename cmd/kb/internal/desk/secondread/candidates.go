package secondread

import (
	"cmp"
	"context"
	"slices"

	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/kb/workers"
	"github.com/9aea2451/kb/model"
)

// Which pairs are worth a question.
const (
	leastEnergy = 0.1   // of a pair that the rules have doubts about
	nearest     = 5     // statements of the same note, and as many of others, that are nearest in meaning
	mostMeaning = 20000 // statements; of more only what the rules find is asked about
)

// candidate is a pair that may contradict each other.
type candidate struct {
	a, b  *read.Parsed
	worth float64 // greater is asked about first
}

// candidates lists the pairs to ask about, the likeliest first: those that the rules have something
// against by their energy, then those near each other in meaning by their cosine. Each pair of texts
// is there once.
func candidates(ctx context.Context, run *validate.Run, e model.Embedder, state string) ([]candidate, error) {
	var found []candidate
	seen := map[[2]string]bool{}
	add := func(c candidate) {
		x, y := printOf(c.a), printOf(c.b)
		if key := [2]string{min(x, y), max(x, y)}; x != y && !seen[key] {
			seen[key] = true
			if x > y {
				c.a, c.b = c.b, c.a
			}
			found = append(found, c)
		}
	}
	for _, f := range run.Doubtful(leastEnergy) {
		add(candidate{f.A, f.B, 1 + f.Verdict.Energy})
	}
	if err := ctx.Err(); err != nil || e == nil {
		return found, err
	}
	news, all := run.Said()
	if len(all) > mostMeaning || len(news) == 0 {
		return found, nil
	}
	vectors, err := vectorsOf(ctx, e, all, state)
	if err != nil {
		return found, err
	}
	near := neighbours(ctx, news, all, vectors, run.Apart())
	slices.SortStableFunc(near, func(x, y candidate) int { return cmp.Compare(y.worth, x.worth) })
	for _, c := range near {
		add(c)
	}
	return found, ctx.Err()
}

// neighbours pairs each new statement with the nearest of its own note and of the others.
func neighbours(
	ctx context.Context, news, all []*read.Parsed, vectors map[string][]float32, apart func(a, b *read.Parsed) bool,
) []candidate {
	rows := make([][]float32, len(all))
	notes := make([]*snapshot.Entry, len(all))
	for i, p := range all {
		rows[i], notes[i] = vectors[printOf(p)], snapshot.PlaceOf(p).Entry
	}
	found := make([][]candidate, len(news))
	const block = 64
	var group workers.Group
	next := make(chan int)
	for range 2 {
		group.Go(func() {
			for from := range next {
				for i := from; i < min(from+block, len(news)) && ctx.Err() == nil; i++ {
					found[i] = nearestOf(news[i], vectors[printOf(news[i])], all, rows, notes, apart)
				}
			}
		})
	}
	for from := 0; from < len(news); from += block {
		next <- from
	}
	close(next)
	group.Wait()
	return slices.Concat(found...)
}

// nearestOf lists what is nearest to a statement, in its own note and in others.
func nearestOf(
	p *read.Parsed, v []float32, all []*read.Parsed, rows [][]float32, notes []*snapshot.Entry, apart func(a, b *read.Parsed) bool,
) (out []candidate) {
	if v == nil {
		return nil
	}
	var within, across []candidate
	own := snapshot.PlaceOf(p).Entry
	for i, row := range rows {
		if row == nil || len(row) != len(v) {
			continue
		}
		var dot float32
		for j, x := range row {
			dot += x * v[j]
		}
		list := &across
		if notes[i] == own {
			list = &within
		}
		if len(*list) == nearest && float64(dot) <= (*list)[nearest-1].worth || !apart(p, all[i]) {
			continue
		}
		c := candidate{p, all[i], float64(dot)}
		at, _ := slices.BinarySearchFunc(*list, c, func(x, y candidate) int { return cmp.Compare(y.worth, x.worth) })
		*list = slices.Insert(*list, at, c)
		*list = (*list)[:min(nearest, len(*list))]
	}
	return append(within, across...)
}

// printOf is the fingerprint of a statement.
func printOf(p *read.Parsed) string {
	return validate.StatementFingerprint(snapshot.PlaceOf(p).Statement.Text)
}
