package desk

import (
	"slices"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/agents"
	"github.com/9aea2451/kb/kb/inbox"
)

// Worth counts what agents were given and what was learnt from them, as far as this clone noted it:
// scratch lines go after a month.
type Worth struct {
	Sessions  int `json:"sessions"`   // that hooks told of
	Given     int `json:"given"`      // notes, once a session
	Followed  int `json:"followed"`   // of these, whose file the session changed afterwards
	DeadEnds  int `json:"dead_ends"`  // of those given
	ReEntered int `json:"re_entered"` // dead ends whose file the session changed all the same
	Waiting   int `json:"waiting"`    // candidates in the inbox
	Proposed  int `json:"proposed"`   // that nobody has merged yet
	Merged    int `json:"merged"`
	Refused   int `json:"refused"`
}

// worth returns what agents were given and what was learnt, nil where nothing is known of any.
func (v *View) worth(records []*index.NoteRecord) (*Worth, error) {
	state := agents.At(v.Repo.StateDir())
	w := &Worth{}
	deadEnd := map[string]bool{}
	for _, r := range records {
		deadEnd[r.Path] = r.Type == "dead_end"
	}
	sessions, err := state.Sessions()
	if err != nil {
		return nil, err
	}
	for _, lines := range sessions {
		w.Sessions++
		w.count(lines, deadEnd)
	}
	if inbox.Exists(state.Dir) {
		if err := w.countInbox(state.Dir, v); err != nil {
			return nil, err
		}
	} else if w.Sessions == 0 {
		return nil, nil
	}
	return w, nil
}

// count adds a session: each note that it was given, and whether it changed a file of that event
// later on.
func (w *Worth) count(lines []agents.Line, deadEnd map[string]bool) {
	seen := map[string]bool{}
	for i, l := range lines {
		for _, note := range l.Given {
			if seen[note] {
				continue
			}
			seen[note] = true
			w.Given++
			followed := slices.ContainsFunc(lines[i+1:], func(o agents.Line) bool {
				return o.Event == "edit" && slices.ContainsFunc(o.Files, func(f string) bool { return slices.Contains(l.Files, f) })
			})
			if followed {
				w.Followed++
			}
			if deadEnd[note] {
				w.DeadEnds++
				if followed {
					w.ReEntered++
				}
			}
		}
	}
}

func (w *Worth) countInbox(dir string, v *View) error {
	box, err := inbox.Open(dir, v.Now)
	if err != nil {
		return err
	}
	defer box.Close()
	items, err := box.Items()
	for _, i := range items {
		switch {
		case i.State.Open():
			w.Waiting++
		case i.State == inbox.Proposed:
			w.Proposed++
		case i.State == inbox.Merged:
			w.Merged++
		case i.State == inbox.Refused:
			w.Refused++
		}
	}
	return err
}
