package desk

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/history"
)

// touches is index.Touches: when files were last touched as of a commit, "" for the work tree;
// nothing while the history is not read.
func (d *Desk) touches(ctx context.Context, commit string, files []git.File) []history.Touch {
	h := d.History
	if commit == "" && h.beside == nil {
		return h.touches(ctx, files)
	}
	kept := h.kept()
	if commit == "" && kept != nil {
		if touches, ok := kept.Touches(files); ok {
			return touches
		}
	}
	opened := h.Known(ctx, commit)
	if opened == nil {
		return nil
	}
	ask := func() ([]history.Touch, error) { return opened.Touches(ctx, cmp.Or(commit, h.tip()), files) }
	if commit == "" && kept != nil {
		ask = func() ([]history.Touch, error) { return kept.AskTouches(ctx, opened, files) }
	}
	touches, err := ask()
	if err != nil {
		h.without("when memories were last changed is not known and does not count: %v", err)
		return nil // the rest still answers
	}
	return touches
}

// Touches tells when files of the view were last changed, in their order; nil where that is not known.
func (v *View) Touches(ctx context.Context, files []git.File) []history.Touch {
	return v.touches(ctx, v.At.Commit, files)
}

// touches are those as of the commit that is read; what was asked for before is kept until another
// one is. While that is being read only they are known.
func (h *History) touches(ctx context.Context, files []git.File) []history.Touch {
	h.mu.Lock()
	opened, head, kept := h.history, h.head, h.touched
	reading := h.reading // the history is locked meanwhile
	out := make([]history.Touch, len(files))
	var missing []git.File
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
		if out[at[i]] = t; h.head == head && len(kept) < mostLives {
			kept[bytesOf(missing[i])] = t
		}
	}
	return out
}

// days is index.Days. It waits for the history, without which a search by dates has no answer; a file
// that holds what nobody has committed is of today.
func (d *Desk) days(ctx context.Context, commit string, files []git.File, alike func(a, b string) bool) []string {
	today := d.Now().Format(time.DateOnly)
	past, err := d.HistoryAt(ctx, commit)
	var days []string
	switch {
	case err != nil:
	case past.Head == "":
		days = slices.Repeat([]string{today}, len(files))
	default:
		days, err = past.Days(ctx, past.Head, files, today, alike)
	}
	if err != nil {
		d.History.without("only the dates of the front matter are known: %v", err)
	}
	return days
}

// bytesOf is a file by its path and bytes alone.
func bytesOf(f git.File) git.File { return git.File{Path: f.Path, Blob: f.Blob} }
