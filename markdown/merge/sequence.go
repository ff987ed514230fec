package merge

import (
	"slices"
	"strings"
)

// rules are how the units of one sequence are merged.
type rules struct {
	sep    string  // between units that do not say
	same   float64 // likeness from which two units count as one that was changed
	loose  bool    // units stand for themselves: what both sides add at one place is kept, ours first
	inline bool    // no conflict can be written between the units
	// refine merges what two sides made of one unit; nil where it cannot, as within a sentence.
	refine func(base, ours, theirs *unit) []piece
	apart  func(a, b string) bool // see Options
}

// sequence merges units that follow one another.
type sequence struct {
	rules
	base, ours, theirs     []*unit
	ourMatch, theirMatch   []int // of each unit of the base its pair in the side, -1 for none
	zones                  []zone
	ourAdded, theirAdded   map[string]int // keys of what one side alone brought
	pieces                 []piece
	ourHunks, theirHunks   []hunk
	at, ourShift, thrShift int // the next unit of the base, and how far behind that its pairs stand
}

// mergeUnits merges; nil where the units cannot be merged inline.
func mergeUnits(base, ours, theirs []*unit, r rules) []piece {
	s := &sequence{rules: r, base: base, ours: ours, theirs: theirs}
	s.ourMatch, s.theirMatch = s.align(ours), s.align(theirs)
	s.ourHunks = hunks(s.ourMatch, len(ours), func(i int) bool { return base[i].key != ours[s.ourMatch[i]].key })
	s.theirHunks = hunks(s.theirMatch, len(theirs), func(i int) bool { return base[i].key != theirs[s.theirMatch[i]].key })
	s.zones = zones(s.ourHunks, s.theirHunks, s.meet)
	// What one side added where the other did nothing is not added again at another place.
	s.ourAdded, s.theirAdded = map[string]int{}, map[string]int{}
	for _, z := range s.zones {
		switch {
		case len(z.theirs) == 0:
			s.count(s.ourAdded, s.ours[z.oursStart:z.oursEnd])
		case len(z.ours) == 0:
			s.count(s.theirAdded, s.theirs[z.theirsStart:z.theirsEnd])
		}
	}
	for _, z := range s.zones {
		s.keep(z.start)
		if !s.merge(z) {
			return nil
		}
		s.at, s.ourShift, s.thrShift = z.end, z.oursEnd-z.end, z.theirsEnd-z.end
	}
	s.keep(len(base))
	return join(s.pieces, r.sep)
}

// align pairs the units of the base with those of a side: the equal ones, and between them those
// that are alike.
func (s *sequence) align(side []*unit) []int {
	match := matching(keys(s.base), keys(side))
	i, j := 0, 0
	for at := 0; at <= len(match); at++ {
		to := len(side)
		if at < len(match) {
			if match[at] < 0 {
				continue
			}
			to = match[at]
		}
		s.pairAlike(match, side, i, at, j, to)
		i, j = at+1, to+1
	}
	return match
}

// keys are what units are compared by.
func keys(units []*unit) []string {
	out := make([]string, len(units))
	for i, u := range units {
		out[i] = u.key
	}
	return out
}

// maxAlike bounds the units that are compared with each other between two that are equal.
const maxAlike = 2500

// pairAlike pairs base[i:n] with side[j:m], in order, so that the sum of their likeness is
// greatest. A single unit that has a single one of its kind in its place is the same one.
func (s *sequence) pairAlike(match []int, side []*unit, i, n, j, m int) {
	if (n-i)*(m-j) > maxAlike || n <= i || m <= j {
		return
	}
	if n-i == 1 && m-j == 1 && s.base[i].kind == side[j].kind {
		match[i] = j
		return
	}
	width := m - j + 1
	best := make([]float64, (n-i+1)*width)
	value := func(a, b int) float64 {
		u, v := s.base[i+a], side[j+b]
		if u.kind != v.kind {
			return 0
		}
		if l := likeness(u.words(), v.words()); l >= s.same {
			return l
		}
		return 0
	}
	for a := n - i - 1; a >= 0; a-- {
		for b := m - j - 1; b >= 0; b-- {
			at := a*width + b
			best[at] = max(best[at+width], best[at+1])
			if v := value(a, b); v > 0 {
				best[at] = max(best[at], v+best[at+width+1])
			}
		}
	}
	for a, b := 0, 0; a < n-i && b < m-j; {
		at := a*width + b
		switch v := value(a, b); {
		case v > 0 && best[at] == v+best[at+width+1]:
			match[i+a] = j + b
			a, b = a+1, b+1
		case best[at] == best[at+width]:
			a++
		default:
			b++
		}
	}
}

// meet tells whether two changes that only touch must be looked at together, because the order of
// what they bring is open.
func (s *sequence) meet(a, b hunk) bool {
	return !s.loose && !a.pair && !b.pair && !(a.deletes() && b.deletes())
}

// count adds up how often each unit occurs that tells one place from another.
func (s *sequence) count(into map[string]int, units []*unit) {
	for _, u := range units {
		if s.tells(u) {
			into[u.key]++
		}
	}
}

// tells tells whether a unit says enough to be known again.
func (s *sequence) tells(u *unit) bool { return len(u.words()) >= 3 || s.loose && len(u.words()) > 0 }

// new is the units that are not added elsewhere already.
func (s *sequence) new(units []*unit, elsewhere map[string]int) []*unit {
	return slices.DeleteFunc(slices.Clone(units), func(u *unit) bool {
		again := elsewhere[u.key] > 0 && s.tells(u)
		if again {
			elsewhere[u.key]--
		}
		return again
	})
}

// keep takes the units of the base up to to, which neither side changed but in their form.
func (s *sequence) keep(to int) {
	for ; s.at < to; s.at++ {
		b, o, t := s.base[s.at], s.ours[s.at+s.ourShift], s.theirs[s.at+s.thrShift]
		s.add(piece{text: choose(b.text, o.text, t.text), sep: chooseSep(b.sep, o.sep, t.sep, "")})
	}
}

func (s *sequence) add(p ...piece) { s.pieces = append(s.pieces, p...) }

// take adds units as they are.
func (s *sequence) take(units []*unit) {
	for _, u := range units {
		s.add(piece{text: u.text, sep: u.sep})
	}
}

// merge settles a zone. It fails where an inline sequence has a conflict.
func (s *sequence) merge(z zone) bool {
	o, t := s.ours[z.oursStart:z.oursEnd], s.theirs[z.theirsStart:z.theirsEnd]
	switch {
	case s.oneSided(z, o, t):
	case len(z.theirs) == 0:
		s.take(o)
		s.lastSep(z)
	case len(z.ours) == 0:
		s.take(s.new(t, s.ourAdded))
		s.lastSep(z)
	case slices.Equal(keys(o), keys(t)):
		s.take(o)
	case z.start == z.end:
		return s.mergeAdded(s.new(o, s.theirAdded), s.new(t, s.ourAdded))
	case len(z.ours) == 1 && len(z.theirs) == 1 && z.ours[0].pair && z.theirs[0].pair:
		b := s.base[z.start]
		pieces := s.refine(b, o[0], t[0])
		if pieces == nil {
			return false
		}
		s.add(withSep(pieces, chooseSep(b.sep, o[0].sep, t[0].sep, ""))...)
	case s.inline:
		return false
	default:
		base := s.base[z.start:z.end]
		s.add(withSep(mergeLines(joined(base), joined(o), joined(t)), lastSep(base, o, t))...)
	}
	return true
}

// oneSided merges a unit that one side changed and the other wrote in another form.
func (s *sequence) oneSided(z zone, o, t []*unit) bool {
	all := slices.Concat(z.ours, z.theirs)
	if len(all) != 1 || !all[0].pair {
		return false
	}
	b := s.base[z.start]
	other := o[0]
	if len(z.theirs) == 0 {
		other = t[0]
	}
	if other.text == b.text {
		return false
	}
	text, clean := textOf(s.refine(b, o[0], t[0]))
	if clean && text != "" {
		s.add(piece{text: text, sep: chooseSep(b.sep, o[0].sep, t[0].sep, "")})
	}
	return clean && text != ""
}

// lastSep merges what follows a zone that one side changed.
func (s *sequence) lastSep(z zone) {
	if z.start < z.end && z.oursStart < z.oursEnd && z.theirsStart < z.theirsEnd && len(s.pieces) > 0 {
		s.pieces[len(s.pieces)-1].sep = chooseSep(s.base[z.end-1].sep, s.ours[z.oursEnd-1].sep, s.theirs[z.theirsEnd-1].sep, "")
	}
}

// joined is the text of units as it stands in their version.
func joined(units []*unit) string {
	var b strings.Builder
	for i, u := range units {
		b.WriteString(u.text)
		if i+1 < len(units) {
			b.WriteString(u.sep)
		}
	}
	return b.String()
}

// lastSep is what follows units of three versions.
func lastSep(base, ours, theirs []*unit) string {
	var seps [3]string
	for i, units := range [][]*unit{base, ours, theirs} {
		if len(units) > 0 {
			seps[i] = units[len(units)-1].sep
		}
	}
	return chooseSep(seps[0], seps[1], seps[2], "")
}

// mergeAdded merges what both sides added at one place: what is the same once; what one side has
// between, too; and where both have something between, both if the units stand for themselves and
// are not alike.
func (s *sequence) mergeAdded(ours, theirs []*unit) bool {
	inPlace := map[int]bool{}
	elsewhere := map[string]int{}
	for i, j := range matching(keys(ours), keys(theirs)) {
		if j >= 0 {
			inPlace[j] = true
		} else {
			elsewhere[ours[i].key]++
		}
	}
	var out []*unit
	for j, u := range theirs {
		if inPlace[j] {
			out = append(out, u)
		} else {
			out = append(out, s.new([]*unit{u}, elsewhere)...)
		}
	}
	theirs = out
	match := matching(keys(ours), keys(theirs))
	i, j := 0, 0
	for at := 0; at <= len(ours); at++ {
		to := len(theirs)
		if at < len(ours) {
			if match[at] < 0 {
				continue
			}
			to = match[at]
		}
		o, t := ours[i:at], theirs[j:to]
		switch {
		case len(o) == 0 || len(t) == 0 || s.loose && !s.anyAlike(o, t):
			s.take(o)
			s.take(t)
		case s.inline:
			return false
		case len(o) == 1 && len(t) == 1 && o[0].kind == t[0].kind && (o[0].kind == bullets || o[0].kind == definitions):
			s.add(withSep(s.refine(&unit{kind: o[0].kind}, o[0], t[0]), chooseSep("", o[0].sep, t[0].sep, ""))...)
		default:
			s.add(piece{
				conflict: &conflict{nil, linesOf(joined(o)), linesOf(joined(t))},
				sep:      chooseSep("", o[len(o)-1].sep, t[len(t)-1].sep, ""),
			})
		}
		if at < len(ours) {
			s.add(piece{text: ours[at].text, sep: chooseSep("", ours[at].sep, theirs[to].sep, "")})
		}
		i, j = at+1, to+1
	}
	return true
}

// alike is the likeness from which two new units may be about the same thing.
const alike = 0.5

// anyAlike reports whether two new units of two sides seem to be about the same thing: they are known by one name, or have most
// words in common, unless they are known by two names or said to be of two things.
func (s *sequence) anyAlike(ours, theirs []*unit) bool {
	if len(ours)*len(theirs) > maxAlike {
		return true
	}
	for _, o := range ours {
		for _, t := range theirs {
			switch x, y := name(o), name(t); {
			case o.kind != t.kind || len(o.words()) == 0 || x != "" && x == y:
				return true
			case likeness(o.words(), t.words()) < alike || x != "" && y != "":
			case s.apart == nil || o.kind != item || !s.apart(said(o), said(t)):
				return true
			}
		}
	}
	return false
}

// said is the text of an item by itself.
func said(u *unit) string {
	_, rest := itemMarker(u.text)
	own, _ := nested(rest)
	return own
}
