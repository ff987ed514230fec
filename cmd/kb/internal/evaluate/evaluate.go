// Package evaluate measures retrieval against judged queries.
package evaluate

import (
	"context"
	"fmt"
	"time"

	"github.com/9aea2451/kb/index"
)

// Search answers one query from the tree of a revision or a date, "" for the work tree.
type Search func(ctx context.Context, at string, q index.Query) (*index.Answer, error)

// Depth is how many notes of a ranking are looked at.
const Depth = 100

// Options of Run.
type Options struct {
	Configure func(*index.Query)    // changes each request; nil: none
	Progress  func(done, total int) // called after each query; nil: none
	Now       func() time.Time      // clock of the latencies
}

// Run answers every query under one configuration. The first one is answered once before,
// unmeasured, so that its latency is not that of a cold start.
func Run(ctx context.Context, queries []Query, search Search, o Options) ([]Result, error) {
	out := make([]Result, 0, len(queries))
	for i := range queries {
		q := &queries[i]
		request := index.Query{Text: q.Query, Limit: Depth, Exclude: q.Exclude}
		if o.Configure != nil {
			o.Configure(&request)
		}
		if i == 0 {
			if _, err := search(ctx, q.At, request); err != nil {
				return nil, fmt.Errorf("query %s: %w", q.ID, err)
			}
		}
		started := o.Now()
		answer, err := search(ctx, q.At, request)
		taken := o.Now().Sub(started)
		if err != nil {
			return nil, fmt.Errorf("query %s: %w", q.ID, err)
		}
		r := judge(q, answer.Hits)
		r.Milliseconds = float64(taken.Microseconds()) / 1000
		out = append(out, r)
		if o.Progress != nil {
			o.Progress(i+1, len(queries))
		}
	}
	return out, nil
}
