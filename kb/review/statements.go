package review

import (
	"cmp"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/validate"
)

const (
	// maxUnits bounds what is read of one note.
	maxUnits = 20_000
	// maxTold bounds the statements of whole notes, that come or go, which are told one by one.
	maxTold = 50_000
)

// statements returns what the changed notes say otherwise, in the order of their places. spec returns the specification that a
// change is written against, as amended does.
// untold counts the notes of which only that they come or go is told.
func statements(changes []validate.Change, read func(f git.File) []byte, spec func(validate.Change) *snapshot.Entry) (
	out []Statement, untold int,
) {
	var pairs []pair
	for i := range changes {
		c := &changes[i]
		var v version
		whole := c.Old == nil || c.New == nil
		if whole && len(pairs) > maxTold {
			untold++
			continue
		}
		if c.Old != nil {
			v.old = bounded(unitsOf(c.Old.File.Path, read(c.Old.File)))
		}
		if c.New != nil {
			v.new = bounded(unitsOf(c.New.File.Path, read(c.New.File)))
		}
		if whole {
			v.dropFields() // what a whole note says of itself is told with the note
		}
		if e := spec(*c); e != nil {
			pairs = append(pairs, v.amend(amendments(c.New, read(c.New.File), e, read(e.File)), read(e.File))...)
		}
		pairs = append(pairs, v.align()...)
	}
	pairs = joinAcross(pairs)
	for i := range pairs {
		if s, ok := pairs[i].statement(); ok {
			out = append(out, s)
		}
	}
	sortStatements(out)
	return out, untold
}

// dropFields leaves out the fields of the front matter, which are told apart from statements.
func (v *version) dropFields() {
	field := func(u unit) bool { return u.kind == fieldUnit }
	v.old, v.new = slices.DeleteFunc(v.old, field), slices.DeleteFunc(v.new, field)
}

func bounded(units []unit) []unit { return units[:min(len(units), maxUnits)] }

// joinAcross finds what moved from one note to another.
func joinAcross(pairs []pair) []pair {
	var lost, gained []*unit
	kept := pairs[:0]
	for _, p := range pairs {
		switch {
		case p.new == nil:
			lost = append(lost, p.old)
		case p.old == nil:
			gained = append(gained, p.new)
		default:
			kept = append(kept, p)
		}
	}
	joined := map[*unit]bool{}
	for _, p := range across(lost, gained) {
		joined[p.old], joined[p.new] = true, true
		kept = append(kept, p)
	}
	for _, u := range lost {
		if !joined[u] {
			kept = append(kept, pair{old: u})
		}
	}
	for _, u := range gained {
		if !joined[u] {
			kept = append(kept, pair{new: u})
		}
	}
	return kept
}

// sortStatements orders statements by where they stand, then by what became of them.
func sortStatements(list []Statement) {
	slices.SortStableFunc(list, func(a, b Statement) int {
		x, y := a.said(), b.said()
		return cmp.Or(strings.Compare(a.Path(), b.Path()), strings.Compare(x.Path, y.Path),
			cmp.Compare(x.Line, y.Line), cmp.Compare(x.Col, y.Col),
			strings.Compare(a.Change, b.Change), strings.Compare(x.Text, y.Text))
	})
}
