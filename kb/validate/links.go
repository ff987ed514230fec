package validate

import (
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/markdown"
)

// badLink reports whether a link of the note at from, which is resolved in a state, is to be found there.
type badLink func(in *snapshot.Snapshot, from string, l *markdown.Link, res kb.Resolution) bool

// links finds the links of a state that they did not have before the change: in changed notes, and
// in those that name what changed.
func (r *Run) links(bad badLink, explain func(*Run, *snapshot.Entry, string, kb.Resolution) (string, string)) []Finding {
	var found []Finding
	changed := map[string]bool{}
	judge := func(e *snapshot.Entry, before map[string]bool, only func(target string) bool) {
		seen := map[string]bool{}
		for _, l := range e.References() {
			if seen[l.Target] || only != nil && !only(l.Target) {
				continue
			}
			res := r.After.Resolver().Link(e.File.Path, l)
			if before[l.Target] || !bad(r.After, e.File.Path, &l, res) {
				continue
			}
			seen[l.Target] = true
			message, suggestion := explain(r, e, l.Target, res)
			found = append(found, Finding{Place: at(e.File.Path, l.Line, l.Col), Message: message, Suggestion: suggestion,
				Fingerprint: fingerprint("link", e.File.Path, l.Target)})
		}
	}
	for _, c := range r.Changes {
		if c.New != nil {
			changed[c.New.File.Path] = true
			judge(c.New, r.badBefore(c.Old, bad, nil), nil)
		}
	}
	if !r.alone && len(r.Before.Entries) > 0 {
		notes, mentions := r.concerned()
		for _, e := range notes {
			if !changed[e.File.Path] {
				judge(e, r.badBefore(r.Before.Entry(e.File.Path), bad, mentions), mentions)
			}
		}
	}
	return found
}

// concerned are the notes that may link to a name that came or went, and which targets may mean one.
// Several rules ask: all notes are looked at once, and not at all where no name changed.
func (r *Run) concerned() (notes []*snapshot.Entry, mentions func(target string) bool) {
	if r.names == nil {
		if r.names = r.changedNames(); len(r.names) > 0 {
			for _, e := range r.After.Entries {
				if e.MayMean(r.names) {
					r.linking = append(r.linking, e)
				}
			}
		}
	}
	return r.linking, r.names.mentions
}

// badBefore are the targets of a note that were as bad before the change; of those that only lets
// pass, where it is not nil: a new note's name concerns few of the links of all others.
func (r *Run) badBefore(old *snapshot.Entry, bad badLink, only func(target string) bool) map[string]bool {
	if old == nil {
		return nil
	}
	var targets map[string]bool
	for _, l := range old.References() {
		if only != nil && !only(l.Target) {
			continue
		}
		if bad(r.Before, old.File.Path, &l, r.Before.Resolver().Link(old.File.Path, l)) {
			if targets == nil {
				targets = map[string]bool{}
			}
			targets[l.Target] = true
		}
	}
	return targets
}
