// Package tally answers what is to be counted: which notes hold every word of a query, which lines
// match a pattern, how many there are, and how they spread over categories, authors and months.
//
// # Limitations
//
// Nothing of it is ranked by meaning or use: a number that depends on them is no number. A pattern
// is RE2 and looks at one line at a time; a line longer than a chunk is looked at in parts.
package tally

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/index"
)

// Limits of a request.
const (
	MostPattern = 1000   // bytes of a pattern
	MostLines   = 10_000 // that are given; all are counted
	mostTime    = 20 * time.Second
)

// Request is what to count. Query's mode, fusion and usage say nothing here.
type Request struct {
	Query   index.Query
	Pattern string // RE2, "" for none
	GroupBy string // one of Groupings, "" for none
	Lines   int    // that are given, at most MostLines; 0 for none
}

// Groupings are what notes can be grouped by.
func Groupings() []string { return []string{"category", "note", "author", "month"} }

// Tally is what was counted.
type Tally struct {
	Query   string              `json:"query"`
	Pattern string              `json:"regexp,omitempty"`
	GroupBy string              `json:"group_by,omitempty"`
	Notes   int                 `json:"notes"` // that hold every word and pass every filter, and have a line that matches
	Lines   int                 `json:"lines"` // that match, of all notes; 0 without a pattern
	Hits    []index.MatchedLine `json:"hits"`
	Groups  []Group             `json:"groups"`
	Tree    string              `json:"tree"` // commit, "+dirty" where the work tree differs
}

// Group is the notes that have something in common.
type Group struct {
	Name  string `json:"name"` // "" for those that have none
	Title string `json:"title,omitempty"`
	Notes int    `json:"notes"`
	Lines int    `json:"lines"`
}

// PatternError is the error about a pattern that is none.
type PatternError struct{ err error }

func (e *PatternError) Error() string { return "the regular expression: " + e.err.Error() }

func (e *PatternError) Unwrap() error { return e.err }

// ErrSlow is the error about a request that took longer than mostTime.
var ErrSlow = errors.New("the search for the regular expression took too long")

// Compile reads a pattern, "" for none.
func Compile(pattern string) (*regexp.Regexp, error) {
	if pattern == "" {
		return nil, nil
	}
	if len(pattern) > MostPattern {
		return nil, &PatternError{fmt.Errorf("it has %d bytes, more than %d", len(pattern), MostPattern)}
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return nil, &PatternError{errors.New(strings.TrimPrefix(err.Error(), "error parsing regexp: "))}
	}
	return re, nil
}

// Count answers a request from a view.
func Count(ctx context.Context, v *desk.View, req Request) (*Tally, error) {
	pattern, err := Compile(req.Pattern)
	if err != nil {
		return nil, err
	}
	within, done := context.WithTimeoutCause(ctx, mostTime, ErrSlow)
	defer done()
	notes, lines, err := v.Searcher.Exactly(within, index.Exact{
		Query: v.Asked(req.Query), Pattern: pattern, Most: min(req.Lines, MostLines),
	})
	if err != nil && ctx.Err() == nil && within.Err() != nil {
		return nil, context.Cause(within)
	}
	if err != nil {
		return nil, err
	}
	t := &Tally{
		Query: req.Query.Text, Pattern: req.Pattern, GroupBy: req.GroupBy, Notes: len(notes), Hits: lines, Groups: []Group{},
		Tree: v.Searcher.Tree(),
	}
	if t.Hits == nil {
		t.Hits = []index.MatchedLine{}
	}
	for i := range notes {
		t.Lines += notes[i].Lines
	}
	if req.GroupBy != "" {
		err = t.group(ctx, v, notes)
	}
	return t, err
}

// group spreads the notes over what they have in common, the greatest group first.
func (t *Tally) group(ctx context.Context, v *desk.View, notes []index.Holding) error {
	nameOf, err := naming(ctx, v, t.GroupBy)
	if err != nil {
		return err
	}
	at := map[string]int{}
	for i := range notes {
		n := &notes[i]
		name := nameOf(n)
		g, known := at[name]
		if !known {
			g = len(t.Groups)
			at[name] = g
			t.Groups = append(t.Groups, Group{Name: name})
			if t.GroupBy == "note" {
				t.Groups[g].Title = n.Title
			}
		}
		t.Groups[g].Notes++
		t.Groups[g].Lines += n.Lines
	}
	slices.SortFunc(t.Groups, func(a, b Group) int { return Compare(t.GroupBy, a, b) })
	return ctx.Err()
}

// Compare is the order of two groups of one grouping: months by their names, else the greater first.
func Compare(by string, a, b Group) int {
	if by == "month" {
		return strings.Compare(a.Name, b.Name)
	}
	return cmp.Or(cmp.Compare(b.Notes, a.Notes), cmp.Compare(b.Lines, a.Lines), strings.Compare(a.Name, b.Name))
}

// naming gives what tells the group of a note: a month is that of the note's date, else of the
// commit that changed it last; an author that of this commit.
func naming(ctx context.Context, v *desk.View, by string) (func(n *index.Holding) string, error) {
	switch by {
	case "note":
		return func(n *index.Holding) string { return n.Path }, nil
	case "category":
		all, err := v.Categories(ctx)
		if err != nil {
			return nil, err
		}
		of := all.Of()
		return func(n *index.Holding) string { return of[n.Path] }, nil
	case "author", "month":
		past, err := v.HistoryAt(ctx, v.At.Commit)
		if err != nil || past.Head == "" {
			return dateMonth(by == "month", nil), err
		}
		if by == "month" {
			touched, err := past.LastTouches(ctx, past.Head)
			return dateMonth(true, touched), err
		}
		authors, err := past.LastAuthors(ctx, past.Head)
		return func(n *index.Holding) string { return authors[n.Path] }, err
	}
	return nil, fmt.Errorf("nothing is grouped by %q: expected one of %s", by, strings.Join(Groupings(), ", "))
}

// dateMonth gives the month of a note, "" where none is asked for or none is known.
func dateMonth(asked bool, touched map[string]time.Time) func(n *index.Holding) string {
	return func(n *index.Holding) string {
		day := n.Date
		if t := touched[n.Path]; day == "" && !t.IsZero() {
			day = t.Format(time.DateOnly)
		}
		if !asked {
			return ""
		}
		return day[:min(len(day), len("2006-01"))]
	}
}
