package history

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"time"

	"github.com/9aea2451/kb/kb/history/walk"
)

// Provenance is where a note, or a section of one, comes from, in short.
type Provenance struct {
	Commit      string `json:"commit"`       // that changed it last, the whole id
	Short       string `json:"short"`        // the same, cut to what names it in this repository
	Date        string `json:"date"`         // of its author, in the author's zone, such as 2026-03-04
	Author      string `json:"author"`       // by name, else by address
	Agent       bool   `json:"agent"`        // the author is a program
	PullRequest string `json:"pull_request"` // that brought it in, such as #123; "" for none that is known
	Authors     int    `json:"authors"`      // all that had a hand in it
	Changed     bool   `json:"changed"`      // what is there now is not what was committed

	// Passed are newer commits, newest first, that changed layout alone or that git blame is to ignore.
	Passed []Passed `json:"passed,omitempty"`
}

// Passed is a commit that is passed over where it is asked who changed something last.
type Passed struct {
	Short   string `json:"short"`
	Date    string `json:"date"` // as in Provenance
	Author  string `json:"author"`
	Subject string `json:"subject"`
}

// String says it in one line: 2026-03-04 by A. Author in 1a2b3c4: Raise the headings.
func (p Passed) String() string {
	return fmt.Sprintf("%s by %s in %s: %s", p.Date, p.Author, p.Short, p.Subject)
}

// String says it in one line: 2026-03-04 by A. Author in 1a2b3c4 (#123), 2 authors.
func (p Provenance) String() string {
	s := fmt.Sprintf("%s by %s in %s", p.Date, p.Author, p.Short)
	if p.PullRequest != "" {
		s += " (" + p.PullRequest + ")"
	}
	if p.Authors > 1 {
		s += fmt.Sprintf(", %d authors", p.Authors)
	}
	if p.Changed {
		s += ", changed since"
	}
	return s
}

// Provenance tells where a note comes from, as the tree of a commit has it; nil for one that no
// recorded commit touched. blob is what the note holds now, "" when that does not matter.
func (h *History) Provenance(ctx context.Context, commit, path, blob string) (*Provenance, error) {
	s, err := h.FirstLast(ctx, commit, path)
	if err != nil || s.Last == nil {
		return nil, err
	}
	p, err := h.provenanceOf(ctx, commit, &s)
	if err != nil || blob == "" {
		return p, err
	}
	p.Changed = s.Blob != blob
	return p, nil
}

// provenanceOf is ProvenanceOf a note, with what was passed over.
func (h *History) provenanceOf(ctx context.Context, tip string, s *Summary) (*Provenance, error) {
	p, err := h.ProvenanceOf(ctx, tip, s.Last, len(s.Authors))
	if err != nil {
		return nil, err
	}
	p.Passed = h.PassedOver(s.Passed)
	return p, nil
}

// PassedOver says in short which commits were passed over.
func (h *History) PassedOver(commits []*walk.Commit) []Passed {
	var out []Passed
	for _, c := range commits {
		out = append(out, Passed{h.Short(c.ID), c.Author.When.Format(time.DateOnly), nameOf(c), c.Subject})
	}
	return out
}

// nameOf is the author of a commit by name, else by address.
func nameOf(c *walk.Commit) string { return cmp.Or(c.Author.Name, c.Author.Email) }

// ProvenanceOf says in short what the last commit to something was, which so many people had a hand in.
func (h *History) ProvenanceOf(ctx context.Context, tip string, last *walk.Commit, authors int) (*Provenance, error) {
	request, err := h.PullRequest(ctx, tip, last)
	if err != nil && !errors.Is(err, ErrNotRecorded) {
		return nil, err
	}
	return &Provenance{
		Commit: last.ID, Short: h.Short(last.ID), Date: last.Author.When.Format(time.DateOnly), Author: nameOf(last),
		Agent: walk.Agent(last.Author.Name, last.Author.Email), PullRequest: request, Authors: authors,
	}, nil
}

// minShort is the least number of digits of a short id.
const minShort = 7

// Short cuts the id of a commit to so many digits that they hardly mean another one: with n commits
// 2·log2(n) bits, at which a collision of any two becomes likely, and a byte more.
func (h *History) Short(id string) string { return id[:min(len(id), h.digits())] }

// digits is how many digits of an id name a commit among those that are recorded.
func (h *History) digits() int {
	n := uint(h.Recorded())
	return max(minShort, int(math.Ceil(float64(2*bits.Len(n))/4))+2)
}
