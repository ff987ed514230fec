package evaluate

import (
	"context"
	"hash/fnv"
	"strconv"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/rerank"
	"github.com/9aea2451/kb/index"
)

// Split divides queries into two halves by a hash of their ids, so that a query stays in its half
// when others come and go.
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

// Settings are what Tune searches.
type Settings struct {
	Fusion  string // "cc" or "rrf"
	Weights index.Weights
	Model   bool          // one in this process ranks
	Shares  rerank.Shares // of it
}

// Score values settings; more is better.
type Score func(ctx context.Context, s Settings) (float64, error)

// Passes is how often Tune goes over all weights at most.
const Passes = 2

// minGain is what a change must bring to be kept: less is noise.
const minGain = 0.0005

// Tune searches the settings for the greatest score by coordinate descent: the fusion first, then
// one weight after another, twice over. step is called after each weight.
func Tune(ctx context.Context, start Settings, score Score, step func()) (best Settings, top float64, err error) {
	best = start
	if top, err = score(ctx, best); err != nil {
		return start, 0, err
	}
	fusions := []Settings{best, best}
	fusions[0].Fusion, fusions[1].Fusion = "cc", "rrf"
	if best, top, err = better(ctx, best, top, fusions, score); err != nil {
		return start, 0, err
	}
	for range Passes {
		before := top
		for _, tries := range [][]Settings{shares(best, true), shares(best, false)} {
			if best, top, err = better(ctx, best, top, tries, score); err != nil {
				return start, 0, err
			}
		}
		for i := range best.Weights.Fields() {
			if best, top, err = better(ctx, best, top, neighbours(best, i), score); err != nil {
				return start, 0, err
			}
			step()
		}
		if top-before < minGain {
			break
		}
	}
	return best, top, nil
}

// better gives the best of some settings and the candidates.
func better(ctx context.Context, best Settings, top float64, candidates []Settings, score Score) (Settings, float64, error) {
	now := best
	for _, c := range candidates {
		if c == now {
			continue
		}
		s, err := score(ctx, c)
		if err != nil {
			return best, top, err
		}
		if s > top+minGain {
			best, top = c, s
		}
	}
	return best, top, nil
}

// shares are the settings with other shares of the model: of its list, or of its order of the first hits.
func shares(s Settings, list bool) (out []Settings) {
	if !s.Model {
		return nil
	}
	for _, share := range []float64{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6} {
		c := s
		if list {
			c.Shares.List = share
		} else {
			c.Shares.First = share
		}
		out = append(out, c)
	}
	return out
}

// neighbours are the settings with one weight changed: off, or at steps from where it is.
func neighbours(s Settings, field int) []Settings {
	f := s.Weights.Fields()[field]
	tries := []float64{0, *f.Value * 0.5, *f.Value * 0.75, *f.Value * 1.33, *f.Value * 2}
	if *f.Value == 0 {
		tries = []float64{0.05, 0.2, 0.5, 1}
	}
	var out []Settings
	for _, v := range tries {
		if v > f.Max {
			continue
		}
		c := s
		*c.Weights.Fields()[field].Value = short(v)
		out = append(out, c)
	}
	return out
}

// short keeps three digits, so that settings can be written down.
func short(x float64) float64 {
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 3, 64), 64)
	return x
}
