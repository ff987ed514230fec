package history

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/9aea2451/kb/kb/history/walk"
)

// Author is a person with what they wrote, as People tells them apart.
type Author struct {
	Name    string    `json:"name"` // the one of the newest commit
	Email   string    `json:"email"`
	Commits int       `json:"commits"`
	First   time.Time `json:"first"`
	Last    time.Time `json:"last"`
}

// Summary is the life of a note in short.
type Summary struct {
	First   *walk.Commit `json:"-"`       // nil for a note that no recorded commit touched
	Last    *walk.Commit `json:"-"`       // that said something else, else the newest; nil where that is not known
	Blob    string       `json:"-"`       // in the tree of the commit, "" when the note is not there
	Began   bool         `json:"began"`   // First is known to be the beginning: no history is cut off before it
	Commits int          `json:"commits"` // that touched it
	Authors []Author     `json:"authors"` // most commits first
	Names   []string     `json:"names"`   // that it had, newest first

	Passed []*walk.Commit `json:"-"` // newer than Last, passed over: they changed layout alone, or git blame is to ignore them

	asked asked
	basis string // see History.basis
}

// asked is what a summary was read from.
type asked struct {
	names []string // that the history was looked up under, in order
	plain bool     // the note was never renamed, from or to
}

// FirstLast sums up the commits that Note gives.
func (h *History) FirstLast(ctx context.Context, commit, path string) (Summary, error) {
	defer h.begin(ctx)()
	t, err := h.trace(commit, path)
	if err != nil {
		return Summary{}, fmt.Errorf("history of %s: %w", path, err)
	}
	events, err := h.events(t.found)
	if err != nil {
		return Summary{}, fmt.Errorf("history of %s: %w", path, err)
	}
	s := Summary{Blob: t.blob, Commits: len(events), Names: []string{path}, Began: len(events) > 0 && !t.cut}
	var authors census
	for _, e := range events {
		authors.add(e.Commit.Author)
		for _, name := range []string{e.Change.Path, e.Change.OldPath} {
			if name != "" && e.Change.Status != walk.Copied && !slices.Contains(s.Names, name) {
				s.Names = append(s.Names, name)
			}
		}
	}
	if len(events) > 0 {
		s.First = events[len(events)-1].Commit
		at, sure := h.telling(len(events), func(i int) bool {
			e := events[i]
			return h.quiet(e.Commit.ID, e.Change.Path, e.Change.Status, e.Change.OldBlob, e.Change.NewBlob)
		})
		if sure {
			s.Last = events[at].Commit
		}
		for _, e := range events[:at] {
			s.Passed = append(s.Passed, e.Commit)
		}
	}
	s.Authors = authors.list()
	a := asked{names: []string{path}, plain: len(t.states) < 2}
	for _, state := range t.states {
		a.plain = a.plain && len(state.left)+len(state.origins) == 0
		if !slices.Contains(a.names, state.path) {
			a.names = append(a.names, state.path)
		}
	}
	slices.Sort(a.names)
	s.asked = a
	s.basis = h.basis()
	return s, nil
}

// census counts people.
type census struct {
	people walk.People
	signed map[walk.Signature]*Author // by the names and addresses that they go by
}

// add counts one commit of a person.
func (c *census) add(s walk.Signature) {
	key := walk.Signature{Name: s.Name, Email: s.Email}
	a := c.signed[key]
	if a == nil {
		if c.signed == nil {
			c.signed = map[walk.Signature]*Author{}
		}
		a = &Author{Name: s.Name, Email: s.Email, First: s.When, Last: s.When}
		c.signed[key] = a
		c.people.Add(s)
	}
	a.count(1, s.When, s.When)
}

// count adds commits of a time.
func (a *Author) count(commits int, first, last time.Time) {
	a.Commits += commits
	if first.Before(a.First) {
		a.First = first
	}
	if last.After(a.Last) {
		a.Last = last
	}
}

// list joins what one person signed, under the newest name and address.
func (c *census) list() []Author {
	signed := make([]*Author, 0, len(c.signed))
	for _, a := range c.signed {
		signed = append(signed, a)
	}
	slices.SortFunc(signed, func(a, b *Author) int {
		return cmp.Or(b.Last.Compare(a.Last), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Email, b.Email))
	})
	at := map[int]int{}
	out := make([]Author, 0, len(signed))
	for _, a := range signed {
		who := c.people.Of(walk.Signature{Name: a.Name, Email: a.Email})
		if i, ok := at[who]; ok {
			out[i].count(a.Commits, a.First, a.Last)
			continue
		}
		at[who] = len(out)
		out = append(out, *a)
	}
	slices.SortFunc(out, func(a, b Author) int {
		return cmp.Or(b.Commits-a.Commits, cmp.Compare(a.Name, b.Name), cmp.Compare(a.Email, b.Email))
	})
	return out
}
