package agenthook

import (
	"context"

	"github.com/9aea2451/kb/cmd/kb/internal/deliver"
	"github.com/9aea2451/kb/kb/agents"
)

// begins tells that a session begins, or is taken up again: not a helper of one, and not one whose
// past was summarised.
func (h *hook) begins() bool {
	return h.event == Start && h.call.source != "compact" && h.call.agent == ""
}

// maxMoved is how many files that came or changed are looked at for decisions.
const maxMoved = 100

// news finds the decisions that came or changed on the default branch since a session last started
// in this clone. They are read as they stand there, whatever branch is checked out.
func (h *hook) news(ctx context.Context, a *deliver.Asking) []deliver.Item {
	state := agents.At(h.repo.StateDir())
	tip, files, err := h.repo.Moved(ctx, state.Seen())
	if ctx.Err() != nil {
		return nil // the next session is told
	}
	defer func() { _ = state.See(tip) }() // a folder that cannot be written is no reason to say nothing
	if err != nil || len(files) == 0 {
		return nil
	}
	blobs, err := h.repo.Blobs(ctx)
	if err != nil {
		return nil
	}
	defer blobs.Close()
	return a.News(func(yield func(string, []byte) bool) {
		for _, f := range files[:min(len(files), maxMoved)] {
			if text, err := blobs.Read(f); ctx.Err() != nil || err == nil && !yield(f.Path, text) {
				return
			}
		}
	})
}
