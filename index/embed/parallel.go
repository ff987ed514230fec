package embed

import (
	"context"
	"sync/atomic"

	"github.com/9aea2451/kb/kb/workers"
)

// trainingWorkers bounds the processors that training takes from the user.
const trainingWorkers = 2

// inParallel calls do for each block from 0 to blocks-1 on at most the given number of goroutines,
// and stops early when the context ends. Blocks must not share what they write, so that the result
// does not depend on who ran them when.
func inParallel(ctx context.Context, most, blocks int, do func(block int)) error {
	var next atomic.Int64
	var group workers.Group
	for range min(most, blocks) {
		group.Go(func() {
			for ctx.Err() == nil {
				block := int(next.Add(1)) - 1
				if block >= blocks {
					return
				}
				do(block)
			}
		})
	}
	group.Wait()
	return ctx.Err()
}
