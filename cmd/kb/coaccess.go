package main

import (
	"context"
	"fmt"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/usage"
)

const (
	// coAccessWeight is that of co-access in the nearness of notes; links and meaning have 0.5 each, co-change 0.25.
	coAccessWeight = 0.25
	// coAccessHalf is the weight of a companion (see usage.Companion) that counts as half as near as can be: opened together once.
	coAccessHalf = 1.0
)

// readTogether are the notes that were shown or opened together with a note, by their paths of today. Of the past there are none, and without usage
// there are none either: that is no failure.
func (b *base) readTogether(ctx context.Context, s *index.Searcher, path string) (map[string]usage.Companion, error) {
	if b.commit != "" {
		return nil, nil
	}
	record, err := s.Note(ctx, path)
	if err != nil {
		return nil, err
	}
	u, err := usage.Look(b.repo.StateDir())
	if err != nil {
		b.app.remark("this answer leaves out what is read together: usage.db is %v", err)
		return nil, nil
	}
	defer u.Close()
	list, err := u.Companions(ctx, usage.Note{Path: record.Path, ID: record.ID}, b.app.now())
	if err != nil || len(list) == 0 {
		return nil, err
	}
	names, err := s.Names(ctx)
	if err != nil {
		return nil, err
	}
	byID := map[string]string{}
	for _, n := range names {
		if n.ID != "" {
			byID[n.ID] = n.Path
		}
	}
	out := make(map[string]usage.Companion, len(list))
	for _, c := range list {
		at := c.Note.Path
		if now, ok := byID[c.Note.ID]; ok && c.Note.ID != "" {
			at = now
		}
		out[at] = c
	}
	return out, nil
}

// coAccess makes a source of nearness of the notes that are read together with a note.
func coAccess(companions map[string]usage.Companion) index.Source {
	near := make(map[string]float64, len(companions))
	for path, c := range companions {
		near[path] = c.Weight() / (c.Weight() + coAccessHalf)
	}
	return index.Source{Name: "co-access", Weight: coAccessWeight, Near: near}
}

// explainedAccess gives the figures behind co-access, "" for none. The counts have faded, so they are no whole numbers.
func explainedAccess(c usage.Companion) string {
	switch {
	case c.Weight() == 0:
		return ""
	case c.Opened == 0:
		return fmt.Sprintf("shown together %.1f times, by fading counts", c.Shown)
	}
	return fmt.Sprintf("opened together %.1f times, shown together %.1f times, by fading counts", c.Opened, c.Shown)
}
