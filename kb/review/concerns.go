package review

import (
	"errors"
	"fmt"
	"slices"

	"github.com/9aea2451/kb/kb/codebase"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/impact"
	"github.com/9aea2451/kb/kb/owners"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/validate"
)

// Concerns are the notes that speak of the code that a change touches, and are not changed by it.
type Concerns struct {
	Files   int             `json:"files"`   // of the code, that differ
	Symbols int             `json:"symbols"` // whose lines differ
	Total   int             `json:"total"`   // notes, before the limit
	Notes   []ConcernedNote `json:"notes"`   // at most 50; those that warn or bind first
}

// ConcernedNote is a note that speaks of code that a change touches.
type ConcernedNote struct {
	impact.NoteOfCode
	Owners []string `json:"owners"` // of the note, by CODEOWNERS of the base
}

const (
	maxCode      = 300 // files of code whose changes are read
	maxConcerned = 50
	leastConcern = 0.3 // weight: of a symbol 1, a file 0.8, a folder 0.3
)

// concerns finds the notes that speak of the code that the change touches. Only the files that differ
// are read, as they were before it: a change of notes alone costs two lists of files.
func (c *change) concerns() error {
	if c.o.Code == "" {
		return nil
	}
	found, err := c.code()
	if err != nil && c.ctx.Err() == nil {
		c.report.NotJudged = append(c.report.NotJudged, fmt.Sprintf("which notes speak of the code that changes: %v", err))
		return nil
	}
	c.report.Concerns = found
	return err
}

// code reads the changes of the code; nil where there are none.
func (c *change) code() (out *Concerns, err error) {
	b, err := codebase.Open(c.repo.Repo.Repo, codebase.Options{Dir: c.o.Code, Progress: c.o.Progress})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	was, is, count, err := c.codeBothSides(b)
	if err != nil || count == 0 {
		return nil, err
	}
	if count > maxCode {
		c.report.NotJudged = append(c.report.NotJudged,
			fmt.Sprintf("which notes speak of the code of %d of %d files that change", count-maxCode, count))
	}
	changes, err := b.Changed(c.ctx, was, is)
	if err != nil {
		return nil, err
	}
	g, err := b.GraphOf(c.ctx, was)
	if err != nil {
		return nil, err
	}
	out = &Concerns{Files: count, Notes: []ConcernedNote{}}
	nodes, _ := codebase.Touched(g, changes)
	for _, n := range nodes {
		if g.IsSymbol(n) {
			out.Symbols++
		}
	}
	touched := impact.Of(g, nodes, 0)
	touched.Part = true
	listed := owners.Read(c.rules)
	inactive := func(e *snapshot.Entry) string { return c.run.After.Inactive(e, c.o.Day) }
	for _, n := range touched.Notes(c.run.After.Entries, c.repo.Origin(), inactive) {
		if n.Inactive == "" && n.Weight >= leastConcern && !c.changes(n.Path) {
			out.Notes = append(out.Notes, ConcernedNote{n, append([]string{}, listed.Of(n.Path)...)})
		}
	}
	out.Total = len(out.Notes)
	out.Notes = out.Notes[:min(out.Total, maxConcerned)]
	return out, nil
}

// codeBothSides lists the source files that differ, before the change and after it.
func (c *change) codeBothSides(b *codebase.Base) (was, is []git.File, count int, err error) {
	r := &c.report.Range
	before, err := b.FilesAt(c.ctx, r.MergeBase)
	if err != nil {
		return nil, nil, 0, err
	}
	var after []git.File
	if r.WorkTree {
		after, err = b.Files(c.ctx)
	} else {
		after, err = b.FilesAt(c.ctx, r.Head)
	}
	was, is, count = codebase.Differing(before, after, maxCode)
	return was, is, count, err
}

// changes reports whether the change is of a note, too.
func (c *change) changes(path string) bool {
	return slices.ContainsFunc(c.run.Changes, func(ch validate.Change) bool { return ch.Path == path })
}
