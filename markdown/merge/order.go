package merge

import (
	"slices"
	"strings"
)

// outline is the parts of the three versions as nodes.
type outline struct {
	nodes                       []*node         // those of the base, then what ours added, then what theirs added
	inBase, inOurs, inTheirs    []*node         // in the order of each version
	baseOver, oursOver, theirsO map[*node]*node // what each node stands below
}

// maxParts bounds the parts of a version that are put in order.
const maxParts = 4000

// sameAddition is the likeness from which two new sections of different headings count as one.
const sameAddition = 0.8

// newOutline brings the sections of the three versions together.
func newOutline(base, ours, theirs []*part) *outline {
	o := &outline{inOurs: make([]*node, len(ours)), inTheirs: make([]*node, len(theirs))}
	isNew := bothHave(ours, theirs)
	for _, p := range base {
		o.inBase = append(o.inBase, &node{base: p})
	}
	for i, j := range matchParts(base, ours, isNew) {
		if j >= 0 {
			o.inOurs[j], o.inBase[i].ours = o.inBase[i], ours[j]
		}
	}
	for i, j := range matchParts(base, theirs, isNew) {
		if j >= 0 {
			o.inTheirs[j], o.inBase[i].theirs = o.inBase[i], theirs[j]
		}
	}
	o.nodes = slices.Clone(o.inBase)
	for j, p := range ours {
		if o.inOurs[j] == nil {
			o.inOurs[j] = &node{ours: p}
			o.nodes = append(o.nodes, o.inOurs[j])
		}
	}
	o.oursOver = above(o.inOurs, func(n *node) *part { return n.ours })
	over := parents(theirs)
	for j, p := range theirs {
		if o.inTheirs[j] != nil {
			continue
		}
		var parent *node
		if over[j] >= 0 {
			parent = o.inTheirs[over[j]]
		}
		if o.inTheirs[j] = o.addedToo(p, parent); o.inTheirs[j] == nil {
			o.inTheirs[j] = &node{theirs: p}
			o.nodes = append(o.nodes, o.inTheirs[j])
		}
		o.inTheirs[j].theirs = p
	}
	o.baseOver, o.theirsO = above(o.inBase, func(n *node) *part { return n.base }), above(o.inTheirs,
		func(n *node) *part { return n.theirs })
	return o
}

// bothHave is the texts of the parts that stand in both lists.
func bothHave(a, b []*part) map[string]bool {
	inA, both := map[string]bool{}, map[string]bool{}
	for _, p := range a {
		inA[p.text] = true
	}
	for _, p := range b {
		both[p.text] = inA[p.text]
	}
	return both
}

// addedToo finds the part that ours added where theirs added p below a parent, nil when there is none.
func (o *outline) addedToo(p *part, parent *node) *node {
	var best *node
	for _, n := range o.inOurs {
		if n == nil || n.base != nil || n.theirs != nil || (n.ours.level == 0) != (p.level == 0) {
			continue
		}
		switch {
		case n.ours.text == p.text:
			return n
		case best == nil && (strings.EqualFold(n.ours.heading, p.heading) &&
			(o.oursOver[n] == parent || likeness(n.ours.words(), p.words()) >= sameSection) ||
			likeness(n.ours.words(), p.words()) >= sameAddition):
			best = n
		}
	}
	return best
}

// above maps each node of a version to the one that it stands below, nil for none.
func above(list []*node, side func(*node) *part) map[*node]*node {
	parts := make([]*part, len(list))
	for i, n := range list {
		parts[i] = side(n)
	}
	out := make(map[*node]*node, len(list))
	for i, parent := range parents(parts) {
		out[list[i]] = nil
		if parent >= 0 {
			out[list[i]] = list[parent]
		}
	}
	return out
}

// order puts the nodes in the order that they have in the result: that of the side that moved
// parts, and what the other side has alone behind what stands before it there. Not ok where both
// sides moved parts to different places.
func (o *outline) order() (list []*node, ok bool) {
	oursMoved, theirsMoved := o.moved(o.inOurs), o.moved(o.inTheirs)
	switch {
	case !theirsMoved:
		list = o.weave(o.inOurs, o.inTheirs, true)
	case !oursMoved:
		list = o.weave(o.inTheirs, o.inOurs, false)
	case slices.Equal(o.common(o.inOurs), o.common(o.inTheirs)):
		list = o.weave(o.inOurs, o.inTheirs, true)
	default:
		return nil, false
	}
	list = slices.DeleteFunc(list, (*node).gone)
	return list, o.wellPlaced(list)
}

// common is the nodes of a version that all three have.
func (o *outline) common(list []*node) []*node {
	return slices.DeleteFunc(slices.Clone(list), func(n *node) bool { return n.base == nil || n.ours == nil || n.theirs == nil })
}

// moved tells whether the parts that all versions have stand in another order than in the base.
func (o *outline) moved(list []*node) bool { return !slices.Equal(o.common(list), o.common(o.inBase)) }

// weave puts the nodes that only other has into list, each behind the one that it follows there.
// Where both sides added something at one place, what oursFirst says comes first; a part of a lower
// level stays with what it is a part of.
func (o *outline) weave(list, other []*node, oursFirst bool) []*node {
	list = slices.Clone(list)
	there := make(map[*node]bool, len(list))
	for _, n := range list {
		there[n] = true
	}
	for i, n := range other {
		if there[n] {
			continue
		}
		at := 0
		if i > 0 {
			at = slices.Index(list, other[i-1]) + 1
		}
		for at < len(list) && alone(list[at]) && (list[at].level() > n.level() || list[at].level() == n.level() && oursFirst) {
			at++
		}
		list = slices.Insert(list, at, n)
		there[n] = true
	}
	return list
}

// alone tells a part that only one side has.
func alone(n *node) bool { return n.base == nil && (n.ours == nil || n.theirs == nil) }

// gone tells a part that one side removed and the other left as it was.
func (n *node) gone() bool {
	return n.base != nil && (n.ours == nil || n.theirs == nil) &&
		(n.ours == nil || n.ours.text == n.base.text) && (n.theirs == nil || n.theirs.text == n.base.text)
}

// wellPlaced tells whether each part stands below the one that it stood below in the version that
// had a say in it.
func (o *outline) wellPlaced(list []*node) bool {
	levels := make([]*part, len(list))
	for i, n := range list {
		levels[i] = &part{level: n.merged()}
	}
	for i, at := range parents(levels) {
		var parent *node
		if at >= 0 {
			parent = list[at]
		}
		n := list[i]
		switch {
		case i > 0 && n.merged() == 0:
			return false
		case n.ours == nil && n.theirs == nil:
			return false
		case n.theirs == nil && parent != o.oursOver[n], n.ours == nil && parent != o.theirsO[n]:
			return false
		case n.base == nil && n.ours != nil && n.theirs != nil && parent != o.oursOver[n] && parent != o.theirsO[n]:
			return false
		case n.base != nil && n.ours != nil && n.theirs != nil && parent != choose(o.baseOver[n], o.oursOver[n], o.theirsO[n]):
			return false
		}
	}
	return true
}

// merged is the level that the part has in the result.
func (n *node) merged() int {
	if n.base == nil || n.ours == nil || n.theirs == nil {
		return n.level()
	}
	return choose(n.base.level, n.ours.level, n.theirs.level)
}

// mergeParts merges part by part, nil where the order of the parts is open.
func (n *note) mergeParts() []piece {
	if max(len(n.base.parts), len(n.ours.parts), len(n.theirs.parts)) > maxParts {
		return nil
	}
	list, ok := newOutline(n.base.parts, n.ours.parts, n.theirs.parts).order()
	if !ok {
		return nil
	}
	var pieces []piece
	for _, at := range list {
		var seps [3]string
		for i, p := range []*part{at.base, at.ours, at.theirs} {
			if p != nil {
				seps[i] = p.sep
			}
		}
		pieces = append(pieces, withSep(at.pieces(n.options), chooseSep(seps[0], seps[1], seps[2], ""))...)
	}
	return join(pieces, "\n\n")
}

// pieces merges the part.
func (n *node) pieces(o Options) []piece {
	var base, ours, theirs string
	if n.base != nil {
		base = n.base.text
	}
	if n.ours != nil {
		ours = n.ours.text
	}
	if n.theirs != nil {
		theirs = n.theirs.text
	}
	switch {
	case n.base == nil && n.theirs == nil, ours == theirs:
		return []piece{{text: ours}}
	case n.base == nil && n.ours == nil:
		return []piece{{text: theirs}}
	case n.ours == nil || n.theirs == nil:
		return []piece{conflictOf(base, ours, theirs, "")}
	}
	return o.mergeText(base, ours, theirs)
}
