// Package nearness tells what makes notes near to a note beside links and meaning: the commits in
// which they changed together (co-change), and that they are read together (co-access). The verb
// related and the server for agents answer with the same blend.
package nearness

import (
	"context"
	"slices"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/usage"
)

const (
	// coChangeWeight is that of co-change in the nearness of notes; links and meaning have 0.5 each
	// (docs/evaluation.md).
	coChangeWeight = 0.25
	// coChangeHalf is the score of a companion (see history.CoChange) that counts as half as near as can be.
	coChangeHalf = 0.05

	// coAccessWeight is that of co-access.
	coAccessWeight = 0.25
	// coAccessHalf is the weight of a companion (see usage.Companion) that counts as half as near
	// as can be: opened together once.
	coAccessHalf = 1.0
)

// Company is what goes together with a note: by commits, and by being read.
type Company struct {
	Changed []history.Companion        // notes and other files, best first
	Read    map[string]usage.Companion // notes, by their paths of today
}

// Move writes the paths of a base as those of several are written, each after a prefix.
func (c *Company) Move(prefix string) {
	c.Changed = slices.Clone(c.Changed)
	for i := range c.Changed {
		c.Changed[i].Path = prefix + c.Changed[i].Path
	}
	read := make(map[string]usage.Companion, len(c.Read))
	for path, r := range c.Read {
		read[prefix+path] = r
	}
	c.Read = read
}

// Sources are what the company adds to links and meaning.
func (c *Company) Sources() []index.Source {
	var out []index.Source
	if len(c.Changed) > 0 {
		out = append(out, index.Source{Name: "co-change", Weight: coChangeWeight, Near: OfCommits(c.Changed)})
	}
	if len(c.Read) > 0 {
		near := make(map[string]float64, len(c.Read))
		for path, r := range c.Read {
			near[path] = r.Weight() / (r.Weight() + coAccessHalf)
		}
		out = append(out, index.Source{Name: "co-access", Weight: coAccessWeight, Near: near})
	}
	return out
}

// How many files that are no notes are told, and from which score of history.CoChange on.
const (
	maxFiles  = 5
	leastFile = 0.01
)

// Files are the best of what changes together with the note and is no note, such as code.
func (c *Company) Files() []history.Companion {
	out := []history.Companion{}
	for _, f := range c.Changed {
		if !kb.IsMarkdown(f.Path) && f.Score >= leastFile && len(out) < maxFiles {
			out = append(out, f)
		}
	}
	return out
}

// OfCommits is the nearness of files by how they change together, from 0 to 1, by path.
func OfCommits(companions []history.Companion) map[string]float64 {
	near := make(map[string]float64, len(companions))
	for _, c := range companions {
		near[c.Path] = c.Score / (c.Score + coChangeHalf)
	}
	return near
}

// ReadTogether gives the notes that were shown or opened together with the note at a path of the
// index, by their paths of today. ask tells the companions of a note.
func ReadTogether(
	ctx context.Context, s *index.Searcher, path string, ask func(usage.Note) ([]usage.Companion, error),
) (map[string]usage.Companion, error) {
	record, err := s.Note(ctx, path)
	if err != nil {
		return nil, err
	}
	list, err := ask(usage.Note{Path: record.Path, ID: record.ID})
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
