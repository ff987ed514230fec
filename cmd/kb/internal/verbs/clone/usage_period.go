package clone

import (
	"context"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/dates"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb/usage"
)

// usagePart is a note, or some days, of what is kept.
type usagePart struct {
	Note   string `arg:"" optional:"" name:"note" complete:"note" help:"${note}"`
	After  string `placeholder:"DATE" help:"Only what was recorded on this day or later (2026, 2026-05 or 2026-05-04), in UTC."`
	Before string `placeholder:"DATE" help:"Only what was recorded on this day or earlier."`
}

// days returns the days that are meant.
func (p *usagePart) days(now time.Time) (dates.Span, error) {
	return dates.Between(now, "--after", p.After, "--before", p.Before)
}

// open opens what is recorded, and finds the note that is meant, nil where none was named.
func (p *usagePart) open(ctx context.Context, a *app.App) (*usage.Store, *usage.Note, error) {
	repo, err := session.OpenRepo(ctx, a)
	if err != nil {
		return nil, nil, err
	}
	b := session.In(a, repo)
	u, err := b.OpenUsage(ctx)
	if err != nil {
		return nil, nil, unusable(err)
	}
	note, err := p.find(ctx, b, u)
	if err != nil {
		u.Close()
		return nil, nil, err
	}
	return u, note, nil
}

// find returns the note that is meant, nil where none was named: one of the tree, or one that was
// recorded at this path.
func (p *usagePart) find(ctx context.Context, b *session.Base, u *usage.Store) (*usage.Note, error) {
	if p.Note == "" {
		return nil, nil
	}
	counts, err := u.Counts(ctx)
	if err != nil {
		return nil, err
	}
	path := b.Typed(p.Note)
	for _, c := range counts.All {
		if c.Note.Path == path || c.Note.ID != "" && c.Note.ID == p.Note {
			return &c.Note, nil
		}
	}
	if b, s, err := session.Read(ctx, b.App); err == nil {
		defer b.Close()
		at, err := b.Lookup(ctx, p.Note, false)
		if err != nil {
			return nil, err
		}
		record, err := s.Note(ctx, at.Path)
		if err != nil {
			return nil, err
		}
		return &usage.Note{Path: record.Path, ID: record.ID}, nil
	}
	return &usage.Note{Path: path}, nil
}
