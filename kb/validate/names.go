package validate

import (
	"path"
	"slices"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/kb/snapshot"
)

// nameSet is the names, in lower case, that came or went with a change: what other notes' links may
// mean by them.
type nameSet map[string]bool

// changedNames gathers the names that some note has on one side of the change only.
func (r *Run) changedNames() nameSet {
	set := nameSet{}
	for _, c := range r.Changes {
		before, after := namesOf(c.Old), namesOf(c.New)
		for name := range before {
			if !after[name] {
				set[name] = true
			}
		}
		for name := range after {
			if !before[name] {
				set[name] = true
			}
		}
	}
	return set
}

// namesOf are the words that a link to the note may end in.
func namesOf(e *snapshot.Entry) nameSet {
	set := nameSet{}
	if e == nil {
		return set
	}
	n := &e.Note
	for _, name := range append([]string{n.ID, n.Title, kb.Stem(n.Path), path.Base(path.Dir(n.Path))}, n.Aliases...) {
		set.add(name)
	}
	return set
}

// add takes in a name, folded, and the number in it without leading zeros, by which notes
// of a series are called.
func (s nameSet) add(name string) {
	if name = kb.FoldName(name); name == "" || name == "." {
		return
	}
	s[name] = true
	if number := notes.Number(name); number != "" {
		s[number] = true
	}
}

// mentions tells whether a target may name one of the set.
func (s nameSet) mentions(target string) bool {
	return slices.ContainsFunc(notes.NamesOf(target), func(name string) bool { return s[name] })
}
