package history

import (
	"context"
	"errors"
	"strconv"

	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/history/walk"
)

// noteMissing adds up what was missing in all walks, and keeps the state of the objects that was seen.
func (h *History) noteMissing(m walk.Missing, state string) error {
	before, err := h.store.metaNumber("missing")
	if err != nil {
		return err
	}
	return h.store.Write(func() error {
		if m.Blobs > 0 {
			if err := errors.Join(h.store.setMeta("missing", strconv.Itoa(before+m.Blobs)),
				h.store.setMeta("missing blob", m.Blob)); err != nil {
				return err
			}
		}
		return h.store.setMeta("objects", state)
	})
}

// objects is the state of the objects in which something was found to be missing.
func (h *History) objects(ctx context.Context) (string, error) {
	defer h.begin(ctx)()
	return h.store.meta("objects")
}

// mend forgets everything when objects that were missing have come: what could not be known then
// may be known now. It looks only when git has got more objects since.
func (h *History) mend(ctx context.Context, edges git.HistoryEdges, report *Report) error {
	blob, err := h.store.meta("missing blob")
	if err != nil {
		return err
	}
	first, last := h.graph.incomplete(edges.Shallow != "")
	if blob == "" && first < 0 {
		return nil
	}
	state := h.repo.ObjectsState()
	if before, err := h.store.meta("objects"); err != nil || before == state {
		return err
	}
	come, err := h.hasBlob(ctx, blob)
	for _, n := range []int32{first, last} {
		if err == nil && !come && n >= 0 {
			come, err = h.complete(ctx, n)
		}
	}
	switch {
	case err != nil:
		return err
	case come:
		report.Rebuilt = true
		return h.forget(edges.Shallow)
	}
	return h.store.Write(func() error { return h.store.setMeta("objects", state) })
}

// incomplete gives the first and the last commit of which something is not known, -1 for none.
// Where a shallow history ends is no matter here.
func (g *graph) incomplete(shallow bool) (first, last int32) {
	first, last = -1, -1
	for i, flags := range g.flags {
		if flags&flagUnknown == 0 && (shallow || flags&flagCut == 0) {
			continue
		}
		if last = int32(i); first < 0 {
			first = last
		}
	}
	return first, last
}

// hasBlob reports whether the bytes of a file are here, which a partial clone may lack.
func (h *History) hasBlob(ctx context.Context, id string) (bool, error) {
	if id == "" {
		return false, nil
	}
	blobs, err := h.repo.RawBlobs(ctx)
	if err != nil {
		return false, err
	}
	defer blobs.Close()
	_, err = blobs.Read(git.Blob(id))
	if errors.Is(err, git.ErrMissing) {
		return false, nil
	}
	return err == nil, err
}

// complete tells whether all is known today of a commit of which something was not.
func (h *History) complete(ctx context.Context, n int32) (bool, error) {
	c, err := h.commit(n)
	if err != nil {
		return false, err
	}
	if c.Cut {
		for _, parent := range c.Parents {
			if _, err := h.repo.CommitTime(ctx, parent); err != nil {
				return false, ctx.Err()
			}
		}
		return true, nil
	}
	whole := false
	err = h.repo.Commits(ctx, git.CommitWalk{Tips: []string{c.ID}, Known: c.Parents}, func(raw *git.RawCommit) error {
		whole = !raw.Unknown
		return nil
	})
	return whole, err
}
