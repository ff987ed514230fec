package validate

import (
	"path"
	"strings"

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
	for _, name := range append([]string{n.ID, n.Title, stem(n.Path), path.Base(path.Dir(n.Path))}, n.Aliases...) {
		set.add(name)
	}
	return set
}

// add takes in a name in small letters, and the number in it without leading zeros, by which notes
// of a series are called.
func (s nameSet) add(name string) {
	if name = strings.ToLower(name); name == "" || name == "." {
		return
	}
	s[name] = true
	if digits := strings.TrimLeft(keepDigits(name), "0"); digits != "" {
		s[digits] = true
	}
}

// mentions tells whether a target may name one of the set.
func (s nameSet) mentions(target string) bool {
	target = strings.ToLower(strings.TrimSuffix(target, "/"))
	name := stem(target)
	if s[target] || s[name] || s[strings.ReplaceAll(name, "-", " ")] {
		return true
	}
	if strings.ContainsAny(name, "0123456789") && s[strings.TrimLeft(keepDigits(name), "0")] { // "" is no name
		return true
	}
	return strings.Contains(target, "/") && s[path.Base(path.Dir(target))]
}

// stem is the name of a file without its folder and its ending.
func stem(file string) string {
	base := path.Base(file)
	return strings.TrimSuffix(base, path.Ext(base))
}

// keepDigits drops all but the digits of a text.
func keepDigits(s string) string {
	return strings.Map(func(c rune) rune {
		if c >= '0' && c <= '9' {
			return c
		}
		return -1
	}, s)
}
