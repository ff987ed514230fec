// Package habit counts over many sessions with coding agents what one of them cannot tell: which
// files belong together, which steps make a recipe, what is read by all who work on a module, which
// errors come back. A habit is what so many sessions show as its class asks, and more of them than
// chance would bring together. No I/O.
//
// # Limitations
//
// Counts are of the sessions that are given; what people did without an agent is not among them.
// Chance is that of drawing sessions without regard to each other; what a team did for one week
// looks like a habit.
package habit

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/observe"
)

// Habit is what sessions repeat.
type Habit struct {
	Class  observe.Class
	Key    string // as the signals have it; of modules by their folders
	Files  []string
	What   string   // the error, the pattern, the page; of two modules ""
	Steps  []string // of a recipe, in order
	Always []string // files that more than four fifths of the sessions of a module read
	Often  []string // more than half
	Seen   []Seen   // the sessions, the earliest first
	Value  float64  // 0–1, see observe.Class.Value
	Of     int      // sessions that could have shown it

	Tainted bool // every session that shows it had read a text from outside before
}

// Seen is where a session shows a habit.
type Seen struct {
	Client, Session, Day string
	First, Last          int // events
}

// Verdicts are how many habits of a class people kept, and how many they dropped or refused.
type Verdicts struct{ Kept, Dropped int }

// Tally counts over sessions.
type Tally struct {
	traces   []observe.Trace
	verdicts map[observe.Class]Verdicts
	read     map[string]int // files: sessions
	edited   map[string]int
	touched  map[string]int
	modules  map[string]int

	Faint int // habits that Signals left out since people dropped so many of their class
}

// Count counts over sessions, given in the order of time.
func Count(traces []observe.Trace, verdicts map[observe.Class]Verdicts) *Tally {
	t := &Tally{
		traces: traces, verdicts: verdicts,
		read: map[string]int{}, edited: map[string]int{}, touched: map[string]int{}, modules: map[string]int{},
	}
	for _, s := range traces {
		for _, f := range s.Read {
			t.read[f]++
			t.touched[f]++
		}
		for _, f := range s.Edited {
			t.edited[f]++
			if !slices.Contains(s.Read, f) {
				t.touched[f]++
			}
		}
		for _, m := range s.Modules {
			t.modules[m]++
		}
	}
	return t
}

// bucket is a signal with the sessions that show it.
type bucket struct {
	first observe.Signal
	seen  []Seen
	both  int            // of a pair: sessions that changed both files
	files map[string]int // what was found: sessions
	slow  bool           // a slow step was amid it
	clean bool           // a session showed it before it had read a text from outside
}

// Signals are the habits that follow from signals alone, the most valuable first.
func (t *Tally) Signals() []Habit {
	var out []Habit
	all := t.buckets()
	for _, key := range slices.SortedFunc(maps.Keys(all), func(a, b id) int {
		return cmp.Or(cmp.Compare(a.class, b.class), cmp.Compare(a.key, b.key))
	}) {
		b := all[key]
		if len(b.seen) < key.class.Needs() || !t.holds(key, b) {
			continue
		}
		h := Habit{
			Class: key.class, Key: key.key, Files: b.first.Files, What: b.first.What, Seen: b.seen, Value: t.value(key.class, b),
			Of: len(t.traces), Tainted: !b.clean || key.class == observe.Reference,
		}
		switch {
		case key.class == observe.RepeatedSearch:
			h.Files = b.found()
		case key.class == observe.CoAccess && b.both < key.class.Needs():
			h.What = ""
		case key.class == observe.CoAccess:
			h.What = observe.BothEdited
		}
		if h.Value >= observe.Least {
			out = append(out, h)
		} else {
			t.Faint++
		}
	}
	out = append(append(out, t.recipes(all)...), t.testOrders(all)...)
	return withoutTwins(sorted(out))
}

// id is what tells the signals of one habit from others.
type id struct {
	class observe.Class
	key   string
}

// buckets gathers the signals of all sessions by class and key.
func (t *Tally) buckets() map[id]*bucket {
	all := map[id]*bucket{}
	for _, s := range t.traces {
		var slow []string
		for _, sig := range s.Signals {
			if sig.Class == observe.TimeAnomaly {
				_, of, _ := strings.Cut(sig.Key, "\x00")
				slow = append(slow, of)
			}
		}
		for _, sig := range s.Signals {
			switch sig.Class {
			case observe.TimeAnomaly, observe.StepOverrun, observe.FileAccess, observe.SelfCorrection:
				continue // they raise others, are counted elsewhere, or are told by a rule
			}
			k := id{sig.Class, sig.Key}
			b := all[k]
			if b == nil {
				b = &bucket{first: sig, files: map[string]int{}}
				all[k] = b
			}
			if b.first.What == "" {
				b.first.What = sig.What // hooks keep no texts
			}
			b.seen = append(b.seen, Seen{s.Client, s.Session, s.Day, sig.First, sig.Last})
			b.clean = b.clean || s.Tainted < 0 || sig.Last < s.Tainted
			b.slow = b.slow || slices.Contains(slow, string(sig.Class)+"\x00"+sig.Key)
			if sig.What == observe.BothEdited {
				b.both++
			}
			for _, f := range sig.Files {
				b.files[f]++
			}
		}
	}
	return all
}

// found is the file that half of the sessions came to.
func (b *bucket) found() []string {
	for _, f := range slices.Sorted(maps.Keys(b.files)) {
		if n := b.files[f]; n > 1 && 2*n >= len(b.seen) {
			return []string{f}
		}
	}
	return nil
}

// raised is what a slow step adds to the value of what it was amid.
const raised = .05

// value is what a habit is worth by its class and people's verdicts, from 0 to 1; a slow step amid
// it adds raised.
func (t *Tally) value(class observe.Class, b *bucket) float64 {
	v := class.Value(len(b.seen), t.verdicts[class].Kept, t.verdicts[class].Dropped)
	if b.slow {
		v = min(1, v+raised)
	}
	return v
}

// holds reports whether what a class asks besides its sessions is there.
func (t *Tally) holds(k id, b *bucket) bool {
	switch k.class {
	case observe.ToolSequence, observe.TestOrder:
		return false // they are looked at all at once
	case observe.RepeatedSearch:
		return len(b.found()) > 0
	case observe.CoAccess, observe.ConfigTouch:
		x, y := b.first.Files[0], b.first.Files[1]
		if k.class == observe.CoAccess && b.both < k.class.Needs() {
			touch := func(s *observe.Trace) []string { return append(slices.Clone(s.Read), s.Edited...) }
			c := t.both(x, y, touch) // much is read before any change: only what never comes alone tells
			return c.share(nearlyAll, nearlyAll) && (c.all < enough || c.inseparable())
		}
		return t.belong(x, y, func(s *observe.Trace) []string { return s.Edited }, fewShare)
	}
	return true
}

// belong reports whether two files are together in the lists of sessions more often than chance
// brings about among the sessions of the module of either: files of a module meet in any case.
func (t *Tally) belong(x, y string, list func(s *observe.Trace) []string, other float64) bool {
	var whole, inX, inY table
	for i := range t.traces {
		s := &t.traces[i]
		files := list(s)
		a, b := slices.Contains(files, x), slices.Contains(files, y)
		whole.add(a, b)
		if slices.Contains(s.Modules, observe.Module(x)) {
			inX.add(a, b)
		}
		if slices.Contains(s.Modules, observe.Module(y)) {
			inY.add(a, b)
		}
	}
	if !whole.share(leastShare, other) {
		return false
	}
	return whole.all < enough || whole.inseparable() || whole.beyondChance(.1/float64(whole.all)) &&
		(inX.beyondChance(chance(inX.all)) || inY.beyondChance(chance(inY.all)))
}

// both counts the sessions whose lists have two files.
func (t *Tally) both(x, y string, list func(s *observe.Trace) []string) (c table) {
	for i := range t.traces {
		files := list(&t.traces[i])
		c.add(slices.Contains(files, x), slices.Contains(files, y))
	}
	return c
}

// chance is how likely a coincidence among so many sessions of a module may be.
func chance(all int) float64 { return .1 / float64(max(all, enough)) }

// table counts how many of all sessions show one thing, another, and both.
type table struct{ both, a, b, all int }

// add counts one session: whether it shows the one thing, and the other.
func (t *table) add(a, b bool) {
	t.all++
	if a {
		t.a++
	}
	if b {
		t.b++
	}
	if a && b {
		t.both++
	}
}

// share reports whether of the sessions that show the rarer one, and of those that show the other,
// enough show both.
func (t *table) share(rarer, other float64) bool {
	n := float64(t.both)
	return t.both > 0 && n >= rarer*float64(min(t.a, t.b)) && n >= other*float64(max(t.a, t.b))
}

// inseparable reports whether hardly a session shows one without the other; of few sessions none may.
func (t *table) inseparable() bool {
	return t.both >= inseparables && t.share(.9, .9) || t.both > 0 && t.both == t.a && t.both == t.b
}

// beyondChance reports whether both are together more often than chance brings about.
func (t *table) beyondChance(p float64) bool { return tail(t.both, t.a, t.b, t.all) <= p }

// Shares of the sessions that touched one of two that must have touched both: of the rarer one, and
// of the other.
const (
	leastShare = .6
	fewShare   = .1
	nearlyAll  = .8
)

// enough is how many sessions there must be to speak of chance, and inseparables how many must show
// two things together that no session shows alone.
const (
	enough       = 10
	inseparables = 5
)

// tail is how likely it is that of all sessions, of which a show one thing and b another without
// regard to each other, n or more show both: the upper tail of the hypergeometric distribution.
func tail(n, a, b, all int) float64 {
	choose := func(n, k int) float64 {
		x, _ := math.Lgamma(float64(n + 1))
		y, _ := math.Lgamma(float64(k + 1))
		z, _ := math.Lgamma(float64(n - k + 1))
		return x - y - z
	}
	p := 0.0
	for k := max(n, a+b-all, 0); k <= min(a, b); k++ {
		p += math.Exp(choose(a, k) + choose(all-a, b-k) - choose(all, b))
	}
	return min(1, p)
}

// sorted orders habits by their value, then by their sessions.
func sorted(all []Habit) []Habit {
	slices.SortStableFunc(all, func(a, b Habit) int {
		return cmp.Or(cmp.Compare(b.Value, a.Value), cmp.Compare(len(b.Seen), len(a.Seen)), cmp.Compare(a.Class, b.Class),
			cmp.Compare(a.Key, b.Key))
	})
	return all
}

// withoutTwins drops what another class says of the same files.
func withoutTwins(all []Habit) []Habit {
	pairs := map[string]bool{}
	return slices.DeleteFunc(all, func(h Habit) bool {
		if h.Class != observe.CoAccess && h.Class != observe.ConfigTouch && h.Class != observe.ImportChase || len(h.Files) < 2 {
			return false
		}
		k := min(h.Files[0], h.Files[1]) + "\x00" + max(h.Files[0], h.Files[1])
		twin := pairs[k]
		pairs[k] = true
		return twin
	})
}
