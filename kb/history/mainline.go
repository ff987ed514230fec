package history

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/9aea2451/kb/kb/sqlite"
)

// Step is what one commit of a first-parent line did to the files that were asked about.
type Step struct {
	Commit  string
	When    time.Time // of the committer, in UTC
	Changes []Change  // of a merge all that came in by it
	Cut     bool      // the history is cut off here: Changes lists what was there already, and says of nothing that it is new
	Unknown bool      // what it did is not known: objects are missing
}

// MainLine gives the commits from the beginning of the first-parent line of a commit to the commit
// itself, oldest first, with what each did to the paths that match; those that touched none of them
// are left out unless they are Cut or Unknown. One after another the steps make the commit's tree.
func (h *History) MainLine(ctx context.Context, commit string, match func(path string) bool) ([]Step, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	defer h.store.Interruptible(ctx)()
	tip, err := h.tip(commit)
	if err != nil {
		return nil, err
	}
	line := map[int32][]Change{}
	for at := tip; ; at = h.graph.parents[at][0] {
		line[at] = nil
		if len(h.graph.parents[at]) == 0 {
			break
		}
	}
	err = h.store.Query(selectChanges+`ORDER BY "commit", p.path`, nil, func(row *sqlite.Row) error {
		n := int32(row.ColumnInt64(0))
		if _, ok := line[n]; !ok {
			return nil
		}
		if c := changeOf(row).Change; match(c.Path) || c.OldPath != "" && match(c.OldPath) {
			line[n] = append(line[n], c)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("main line of history: %w", err)
	}
	return h.steps(line)
}

// steps names the commits of a line, oldest first.
func (h *History) steps(line map[int32][]Change) ([]Step, error) {
	var numbers []int32
	for n, changes := range line {
		if len(changes) > 0 || h.graph.flags[n] != 0 {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	ids, err := h.store.oids(numbers)
	if err != nil {
		return nil, fmt.Errorf("main line of history: %w", err)
	}
	out := make([]Step, len(numbers))
	for i, n := range numbers {
		flags := h.graph.flags[n]
		out[i] = Step{ids[i], time.Unix(h.graph.times[n], 0).UTC(), line[n], flags&flagCut != 0, flags&flagUnknown != 0}
	}
	return out, nil
}
