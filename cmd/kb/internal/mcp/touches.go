package mcp

import (
	"context"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/history"
)

// touches is index.Touches: nothing while the history is read for the first time, which calls wait for.
func (b *base) touches(ctx context.Context, commit string, files []kb.File) []history.Touch {
	if commit == "" {
		return b.chronicle.touches(ctx, files)
	}
	h := b.chronicle.recorded()
	if h == nil {
		return nil
	}
	if !h.Has(ctx, commit) { // of another branch than HEAD
		if _, err := h.Update(ctx, commit); err != nil {
			return nil // the rest still answers
		}
	}
	touches, err := h.Touches(ctx, commit, files)
	if err != nil {
		return nil
	}
	return touches
}

// touches are those as of the commit that is read; what was asked for before is kept until another
// one is. While that is being read only they are known.
func (c *chronicle) touches(ctx context.Context, files []kb.File) []history.Touch {
	c.mu.Lock()
	h, head, kept := c.history, c.head, c.touched
	reading := c.reading // it is locked meanwhile
	out := make([]history.Touch, len(files))
	var missing []kb.File
	var at []int
	for i, f := range files {
		t, ok := kept[file{f.Path, f.Blob}]
		if out[i] = t; !ok {
			missing, at = append(missing, f), append(at, i)
		}
	}
	c.mu.Unlock()
	if head == "" {
		return nil
	}
	if len(missing) == 0 || reading {
		return out
	}
	found, err := h.Touches(ctx, head, missing)
	if err != nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, t := range found {
		if out[at[i]] = t; c.head == head && len(kept) < maxLives {
			kept[file{missing[i].Path, missing[i].Blob}] = t
		}
	}
	return out
}

// file is a path with its bytes.
type file struct{ path, blob string }
