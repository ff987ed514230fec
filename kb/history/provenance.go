package history

import (
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
	p, err := h.ProvenanceOf(ctx, commit, s.Last, len(s.Authors))
	if err != nil || blob == "" {
		return p, err
	}
	p.Changed = s.Blob != blob
	return p, nil
}

// ProvenanceOf says in short what the last commit to something was, which so many people had a hand in.
func (h *History) ProvenanceOf(ctx context.Context, tip string, last *walk.Commit, authors int) (*Provenance, error) {
	request, err := h.PullRequest(ctx, tip, last)
	if err != nil && !errors.Is(err, ErrNotRecorded) {
		return nil, err
	}
	name := last.Author.Name
	if name == "" {
		name = last.Author.Email
	}
	return &Provenance{
		Commit: last.ID, Short: h.Short(last.ID), Date: last.Author.When.Format(time.DateOnly), Author: name,
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
