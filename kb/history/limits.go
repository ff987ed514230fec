package history

import (
	"context"
	"errors"
	"fmt"
)

// ErrNotRecorded tells that Update has not read a commit.
var ErrNotRecorded = errors.New("commit is not recorded yet")

// Limits is what cannot be known of the history of a commit.
type Limits struct {
	Commits  int  `json:"commits"`  // that are recorded
	Shallow  bool `json:"shallow"`  // it ends before its beginning, for the clone is shallow
	Cut      int  `json:"cut"`      // commits whose parents are not here, for whatever reason
	Unknown  int  `json:"unknown"`  // commits of which it is not known what they changed: objects are missing
	Blobs    int  `json:"blobs"`    // missing blobs that could have told of a rename
	Replaced bool `json:"replaced"` // git shows other commits in place of some; kb reads what was committed
}

// whole tells whether nothing is unknown.
func (l Limits) whole() bool { return l.Cut == 0 && l.Unknown == 0 && l.Blobs == 0 }

// Messages say to a person what is not known, and what to do.
func (l Limits) Messages() []string {
	var out []string
	switch {
	case l.Cut > 0 && l.Shallow:
		out = append(out, fmt.Sprintf("history is shallow: %d of ? commits; run git fetch --unshallow", l.Commits))
	case l.Cut > 0:
		out = append(out, fmt.Sprintf("history is incomplete: the parents of %d of %d commits are missing; run git fsck", l.Cut, l.Commits))
	}
	if l.Unknown > 0 {
		out = append(
			out,
			fmt.Sprintf("what %d of %d commits changed is not known: objects are missing; run git fetch --refetch --no-filter",
				l.Unknown, l.Commits),
		)
	}
	if l.Blobs > 0 {
		missing := "1 blob is missing"
		if l.Blobs > 1 {
			missing = fmt.Sprintf("%d blobs are missing", l.Blobs)
		}
		out = append(out, "some renames may be taken for new files: "+missing+"; run git fetch --refetch --no-filter")
	}
	if l.Replaced {
		out = append(out, "git replaces or grafts commits here; kb reads them as they were committed")
	}
	return out
}

// Limits tells what is not known of the history of a commit; ErrNotRecorded for one that Update has not seen.
func (h *History) Limits(ctx context.Context, commit string) (Limits, error) {
	defer h.begin(ctx)()
	var l Limits
	tip, err := h.tip(commit)
	if err != nil {
		return l, err
	}
	for i, in := range h.graph.ancestors(tip) {
		if !in {
			continue
		}
		l.Commits++
		if h.graph.flags[i]&flagCut != 0 {
			l.Cut++
		}
		if h.graph.flags[i]&flagUnknown != 0 {
			l.Unknown++
		}
	}
	if l.Blobs, err = h.store.metaNumber("missing"); err != nil {
		return l, fmt.Errorf("limits of history: %w", err)
	}
	edges, err := h.repo.HistoryEdges()
	l.Shallow, l.Replaced = edges.Shallow != "", edges.Replaced
	return l, err
}

// tip is the number of a commit that must be recorded.
func (h *History) tip(commit string) (int32, error) {
	n, err := h.number(commit)
	if err == nil && n < 0 {
		err = fmt.Errorf("%s: %w", commit, ErrNotRecorded)
	}
	return n, err
}
