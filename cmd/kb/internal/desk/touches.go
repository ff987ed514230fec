package desk

import (
	"context"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/history"
)

// touches is index.Touches: nothing while the history is read for the first time.
func (d *Desk) touches(ctx context.Context, commit string, files []kb.File) []history.Touch {
	if commit == "" {
		return d.History.touches(ctx, files)
	}
	h := d.History.Recorded()
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
func (h *History) touches(ctx context.Context, files []kb.File) []history.Touch {
	h.mu.Lock()
	opened, head, kept := h.history, h.head, h.touched
	reading := h.reading // the history is locked meanwhile
	out := make([]history.Touch, len(files))
	var missing []kb.File
	var at []int
	for i, f := range files {
		t, ok := kept[bytesOf(f)]
		if out[i] = t; !ok {
			missing, at = append(missing, f), append(at, i)
		}
	}
	h.mu.Unlock()
	if head == "" {
		return nil
	}
	if len(missing) == 0 || reading {
		return out
	}
	found, err := opened.Touches(ctx, head, missing)
	if err != nil {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for i, t := range found {
		if out[at[i]] = t; h.head == head && len(kept) < MostLives {
			kept[bytesOf(missing[i])] = t
		}
	}
	return out
}

// bytesOf is a file by its path and bytes alone.
func bytesOf(f kb.File) kb.File { return kb.File{Path: f.Path, Blob: f.Blob} }
