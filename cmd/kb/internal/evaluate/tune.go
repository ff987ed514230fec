package evaluate

import (
	"context"
	"hash/fnv"

	"github.com/9aea2451/kb/index"
)

// Split divides queries into two halves by a hash of their ids, so that a query stays in its half when others come and go.
func Split(queries []Query) (train, test []Query) {
	for _, q := range queries {
		h := fnv.New32a()
		h.Write([]byte(q.ID))
		if h.Sum32()>>7&1 == 0 {
			train = append(train, q)
		} else {
			test = append(test, q)
		}
	}
	return train, test
}

// factors are the steps that a weight is tried at, relative to its present value; zero weights are tried at absolute ones.
var (
	factors = []float64{0.5, 0.75, 1.33, 2}
	starts  = []float64{0.05, 0.2, 0.5, 1}
)

// minGain is what a change must bring to be kept: less is noise.
const minGain = 0.0005

// Tune searches the weights one after another, twice over, for the greatest value of score. step is called after each weight.
func Tune(ctx context.Context, start index.Weights, score func(ctx context.Context, w index.Weights) (float64, error), step func(name string, best float64)) (index.Weights, float64, error) {
	best := start
	top, err := score(ctx, best)
	if err != nil {
		return best, 0, err
	}
	for range 2 {
		before := top
		for i := range best.Fields() {
			w, s, err := tuneOne(ctx, best, i, top, score)
			if err != nil {
				return best, top, err
			}
			best, top = w, s
			step(best.Fields()[i].Name, top)
		}
		if top-before < minGain {
			break
		}
	}
	return best, top, nil
}

func tuneOne(ctx context.Context, w index.Weights, field int, top float64, score func(ctx context.Context, w index.Weights) (float64, error)) (index.Weights, float64, error) {
	best := w
	value := *w.Fields()[field].Value
	tries := []float64{0}
	for i := range factors {
		if value == 0 {
			tries = append(tries, starts[i])
		} else {
			tries = append(tries, value*factors[i])
		}
	}
	for _, v := range tries {
		if v > w.Fields()[field].Max {
			continue
		}
		candidate := w
		*candidate.Fields()[field].Value = v
		s, err := score(ctx, candidate)
		if err != nil {
			return w, top, err
		}
		if s > top+minGain {
			best, top = candidate, s
		}
	}
	return best, top, nil
}
