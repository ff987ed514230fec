package search

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/kb"
)

// Notes lists every note in order of path, as it stands on a day; the zero day is today.
func (s *Searcher) Notes(ctx context.Context, day time.Time) ([]*store.NoteRecord, error) {
	var out []*store.NoteRecord
	byPath := map[string]*store.NoteRecord{}
	err := s.eachRecord(ctx, func(note store.Unread, rec *store.NoteRecord) (err error) {
		if rec.Note, err = note.Read(true); err != nil {
			return err
		}
		out = append(out, rec)
		byPath[rec.Path] = rec
		return nil
	})
	if err != nil {
		return nil, err
	}
	links, err := s.links(ctx, func(l *store.LinkRecord) bool { return l.Type == "supersedes" && l.State == "ok" })
	if err != nil {
		return nil, err
	}
	superseders := map[string][]*kb.Note{}
	for _, l := range links {
		old, by := supersession(&l)
		if rec := byPath[by]; rec != nil {
			superseders[old] = append(superseders[old], &rec.Note)
		}
	}
	for _, rec := range out {
		if rec.DisputedBy != "" {
			var by *kb.Note
			if other := byPath[rec.DisputedBy]; other != nil {
				by = &other.Note
			}
			rec.Dispute(by)
		}
		if tasks := byPath[kb.Feature(rec.Path)]; tasks != nil {
			rec.Tasks = tasks.RawStatus
		}
		judge(rec, superseders[rec.Path], s.day(day))
	}
	return out, nil
}

// day is the clock's when none is asked for.
func (s *Searcher) day(day time.Time) time.Time {
	if day.IsZero() {
		return s.x.Options.Now()
	}
	return day
}

// supersession tells which end of a link is superseded by which.
func supersession(l *store.LinkRecord) (old, by string) {
	if l.Inverse {
		return l.From, l.To
	}
	return l.To, l.From
}

// judge sets what depends on the day in the record of a note.
func judge(rec *store.NoteRecord, superseders []*kb.Note, day time.Time) {
	slices.SortStableFunc(superseders, func(a, b *kb.Note) int { return strings.Compare(a.Path, b.Path) })
	rec.Inactive, rec.SupersededBy = kb.InactiveOn(&rec.Note, superseders, day)
	rec.Standing = rec.Note.Standing(rec.Inactive, rec.Tasks)
}

// superseders reads the notes that supersede the one of a record. The caller holds the lock.
func (s *Searcher) superseders(rec *store.NoteRecord) ([]*kb.Note, error) {
	if rec.SupersededBy == "" && rec.Status != "superseded" {
		return nil, nil
	}
	var out []*kb.Note
	for inverse, list := range []func(string) ([]store.LinkRecord, error){s.from.LinksTo, s.from.LinksFrom} {
		links, err := list(rec.Path)
		if err != nil {
			return nil, err
		}
		for i := range links {
			if l := &links[i]; l.Type != "supersedes" || l.State != "ok" || l.Inverse != (inverse == 1) {
				continue
			}
			_, by := supersession(&links[i])
			n, ok := s.numberOf(by)
			if !ok {
				continue
			}
			note, err := s.from.NoteOf(s.gen.Rows.Blobs[n], by)
			if err != nil {
				return nil, err
			}
			out = append(out, note)
		}
	}
	return out, nil
}
