package desk

import (
	"context"
	"slices"

	"github.com/9aea2451/kb/kb/blame"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/markdown"
)

// Events lists the commits that touched a note, newest first, up to the commit or day that at
// names, "" for HEAD; and the commit up to which. A first reading of the history is waited for.
func (d *Desk) Events(ctx context.Context, path, at string) (events []history.Event, head string, err error) {
	h, head, err := d.History.Whole(ctx)
	if err != nil {
		return nil, "", err
	}
	m, err := d.Moment(ctx, at)
	if err != nil {
		return nil, "", err
	}
	if m.Commit != "" {
		head = m.Commit
		if _, err := h.Update(ctx, head); err != nil {
			return nil, "", err
		}
	}
	events, err = h.Note(ctx, head, path)
	return events, head, err
}

// Blame returns where the lines of a note come from, and its parts without the front matter: of the
// section alone that the place names.
func (v *View) Blame(ctx context.Context, p Place) (*blame.Blame, []blame.Part, error) {
	text, err := v.Text(ctx, p.Path)
	if err != nil {
		return nil, nil, err
	}
	doc := markdown.Parse(text.Source)
	asked, err := p.Section(doc, text.Source)
	if err != nil {
		return nil, nil, err
	}
	h, head, err := v.History.Whole(ctx)
	if err != nil {
		return nil, nil, err
	}
	found, err := blame.Of(ctx, v.Repo, h, head, p.Path, text.Source)
	if err != nil {
		return nil, nil, err
	}
	parts := slices.DeleteFunc(found.Parts(doc, text.Source), func(part blame.Part) bool {
		return part.Front || part.StartLine < asked.StartLine || part.EndLine > asked.EndLine
	})
	return found, parts, nil
}
