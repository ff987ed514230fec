package merge

import (
	"cmp"
	"slices"
)

// hunk is one change of a side: the elements [start, end) of the base became [sideStart, sideEnd)
// of the side.
type hunk struct {
	start, end         int
	sideStart, sideEnd int
	pair               bool // one element that was changed and is still the same one
}

// inserts tells a change that takes nothing of the base away.
func (h hunk) inserts() bool { return h.start == h.end }

// deletes tells a change that puts nothing in the place of what it takes away.
func (h hunk) deletes() bool { return h.sideStart == h.sideEnd }

// hunks are the changes of a side of size elements; match gives the element of the side for each of
// the base, and changed tells those that were paired though they differ.
func hunks(match []int, size int, changed func(i int) bool) []hunk {
	var out []hunk
	i, j := 0, 0
	flush := func(toI, toJ int) {
		if i < toI || j < toJ {
			out = append(out, hunk{i, toI, j, toJ, false})
		}
	}
	for at, to := range match {
		if to < 0 {
			continue
		}
		flush(at, to)
		if changed != nil && changed(at) {
			out = append(out, hunk{at, at + 1, to, to + 1, true})
		}
		i, j = at+1, to+1
	}
	flush(len(match), size)
	return out
}

// zone is changes that have to be looked at together, and what they span in the three versions.
type zone struct {
	start, end             int // of the base
	oursStart, oursEnd     int
	theirsStart, theirsEnd int
	ours, theirs           []hunk
}

// zones puts changes of both sides together where they overlap, or meet so that the order of what
// they bring is open. Changes are in order, and so are the zones.
func zones(ours, theirs []hunk, meet func(a, b hunk) bool) []zone {
	var out []zone
	ourShift, theirShift := 0, 0 // of what lies behind the zones so far
	for len(ours)+len(theirs) > 0 {
		var z zone
		if len(theirs) == 0 || len(ours) > 0 && before(ours[0], theirs[0]) {
			z.ours, ours = ours[:1], ours[1:]
		} else {
			z.theirs, theirs = theirs[:1], theirs[1:]
		}
		for grown := true; grown; {
			grown = false
			if len(ours) > 0 && touches(ours[0], z.theirs, meet) {
				z.ours, ours, grown = append(slices.Clip(z.ours), ours[0]), ours[1:], true
			}
			if len(theirs) > 0 && touches(theirs[0], z.ours, meet) {
				z.theirs, theirs, grown = append(slices.Clip(z.theirs), theirs[0]), theirs[1:], true
			}
		}
		all := slices.Concat(z.ours, z.theirs)
		z.start, z.end = all[0].start, all[0].end
		for _, h := range all {
			z.start, z.end = min(z.start, h.start), max(z.end, h.end)
		}
		z.oursStart, z.theirsStart = z.start+ourShift, z.start+theirShift
		ourShift, theirShift = ourShift+growth(z.ours), theirShift+growth(z.theirs)
		z.oursEnd, z.theirsEnd = z.end+ourShift, z.end+theirShift
		out = append(out, z)
	}
	return out
}

// before orders changes by their place in the base; of two at one place the shorter comes first.
func before(a, b hunk) bool {
	return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end)) <= 0
}

// touches reports whether a change overlaps one of others, or meets one that it may not stand
// beside.
func touches(h hunk, others []hunk, meet func(a, b hunk) bool) bool {
	return slices.ContainsFunc(others, func(o hunk) bool {
		return overlap(h, o) || (h.end == o.start || o.end == h.start) && meet(h, o)
	})
}

// overlap tells whether two changes have a part of the base in common. Two insertions at one place do.
func overlap(a, b hunk) bool {
	if a.inserts() && b.inserts() {
		return a.start == b.start
	}
	return a.start < b.end && b.start < a.end
}

// growth is how many elements changes add, less those that they take away.
func growth(list []hunk) int {
	n := 0
	for _, h := range list {
		n += h.sideEnd - h.sideStart - (h.end - h.start)
	}
	return n
}
