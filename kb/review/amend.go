package review

import (
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/validate"
)

// Amendment is a requirement of a specification that a delta of an open change of OpenSpec says anew or removes.
type Amendment struct {
	Path    string `json:"path"`    // of the specification
	Line    int    `json:"line"`    // of the requirement, in the tree before the change
	Heading string `json:"heading"` // of the requirement
	Change  string `json:"change"`  // changed or removed

	old, new validate.Requirement
}

// Verb returns what a delta does to the requirement, in a word.
func (a *Amendment) Verb() string { return strings.TrimSuffix(a.Change, "d") + "s" }

// amended returns the specification, as it stands before the change, that a new delta of OpenSpec is written against; nil
// for another change.
func (c *change) amended(ch validate.Change) *snapshot.Entry {
	if ch.Old != nil {
		return nil
	}
	return c.run.Before.Entry(validate.Amended(ch.New))
}

// amendments returns which requirements of a specification a delta says anew or removes, in the order of the delta.
func amendments(delta *snapshot.Entry, said []byte, spec *snapshot.Entry, stands []byte) (out []Amendment) {
	list := validate.Requirements(stands)
	for _, q := range validate.Requirements(said) {
		if now := q.Amends(delta, list); now != nil {
			a := Amendment{Path: spec.File.Path, Line: now.Line, Heading: now.Heading, Change: Changed, old: *now, new: q}
			if q.Verb == "removed" {
				a.Change = Removed
			}
			out = append(out, a)
		}
	}
	return out
}

// amend returns what becomes of each unit of the requirements that a delta amends, and takes their units out of the delta's.
// Why a requirement goes stays: it says nothing in its place.
func (v *version) amend(list []Amendment, stands []byte) (pairs []pair) {
	if len(list) == 0 {
		return nil
	}
	spec := bounded(unitsOf(list[0].Path, stands))
	for i := range list {
		a := &list[i]
		p := version{old: within(spec, &a.old)}
		for i := range p.old {
			p.old[i].delta = v.new[0].Path
		}
		if a.Change == Changed {
			p.new = within(v.new, &a.new)
			v.new = slices.DeleteFunc(v.new, func(u unit) bool { return has(&a.new, &u) })
		}
		pairs = append(pairs, p.align()...)
	}
	return pairs
}

// has reports whether a unit of its text stands in a requirement.
func has(q *validate.Requirement, u *unit) bool {
	return q.Span.StartLine <= u.Line && u.Line <= q.Span.EndLine
}

// within returns a copy of the units that stand in a requirement, which know how many headings lead to it.
func within(units []unit, q *validate.Requirement) (out []unit) {
	for _, u := range units {
		if has(q, &u) {
			u.above = 1 + slices.Index(u.Heading, q.Heading)
			out = append(out, u)
		}
	}
	return out
}
