package habit

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/observe"
)

// maxSteps is how many steps a recipe has at most.
const maxSteps = 12

// run is a sequence of acts with the sessions that show it.
type run struct {
	acts []string
	b    *bucket
}

// recipes joins sequences that overlap, and drops those that say less of the same.
func (t *Tally) recipes(all map[id]*bucket) []Habit {
	grams, telling := t.grams(all)
	var out []Habit
	var taken []run
	for _, g := range grams {
		if slices.ContainsFunc(taken, func(o run) bool { return alike(o.acts, g.acts) }) {
			continue
		}
		r := grow(g, grams)
		taken = append(taken, r)
		if !t.habitual(r, telling) {
			continue
		}
		h := Habit{
			Class: observe.ToolSequence, Key: strings.Join(r.acts, observe.Then), What: strings.Join(r.acts, observe.Then), Steps: r.acts,
			Seen: r.b.seen, Value: t.value(observe.ToolSequence, r.b), Of: len(t.traces), Tainted: !r.b.clean,
		}
		for _, a := range r.acts {
			if glob, ok := strings.CutPrefix(a, "edit "); ok && !slices.Contains(h.Files, glob) && len(h.Files) < 5 {
				h.Files = append(h.Files, glob)
			}
		}
		if h.Value >= observe.Least {
			out = append(out, h)
		} else {
			t.Faint++
		}
	}
	return out
}

// grams are the sequences that enough sessions show, the most frequent first; telling counts the
// sessions that run each telling command.
func (t *Tally) grams(all map[id]*bucket) (out []run, telling map[string]map[string]struct{}) {
	telling = map[string]map[string]struct{}{}
	for k, b := range all {
		if k.class != observe.ToolSequence {
			continue
		}
		acts := strings.Split(k.key, observe.Then)
		for _, a := range acts {
			if observe.Telling(a) {
				if telling[a] == nil {
					telling[a] = map[string]struct{}{}
				}
				for _, s := range b.seen {
					telling[a][s.Client+"/"+s.Session] = struct{}{}
				}
			}
		}
		if len(b.seen) >= observe.ToolSequence.Needs() {
			out = append(out, run{acts, b})
		}
	}
	slices.SortFunc(out, func(a, b run) int {
		return cmp.Or(len(b.b.seen)-len(a.b.seen), slices.Compare(a.acts, b.acts))
	})
	return out, telling
}

// grow extends a sequence at both ends by those that overlap with it in all but one act, as long as
// nearly all of its sessions go on so.
func grow(g run, grams []run) run {
	acts := slices.Clone(g.acts)
	for grown := true; grown && len(acts) < maxSteps; {
		grown = false
		for _, o := range grams {
			if 5*len(o.b.seen) < 4*len(g.b.seen) || slices.Contains(acts, o.acts[len(o.acts)-1]) && slices.Contains(acts, o.acts[0]) {
				continue
			}
			n := len(o.acts) - 1
			if slices.Equal(o.acts[:n], acts[len(acts)-n:]) {
				acts, grown = append(acts, o.acts[n]), true
			} else if slices.Equal(o.acts[1:], acts[:n]) {
				acts, grown = append([]string{o.acts[0]}, acts...), true
			}
			if grown {
				break
			}
		}
	}
	return run{acts, g.b}
}

// alike reports whether two sequences are about the same: they run the same telling commands.
func alike(a, b []string) bool {
	tells := func(acts []string) []string {
		out := slices.DeleteFunc(slices.Clone(acts), func(s string) bool { return !observe.Telling(s) })
		slices.Sort(out)
		return slices.Compact(out)
	}
	x, y := tells(a), tells(b)
	some := func(of, in []string) bool {
		return !slices.ContainsFunc(of, func(s string) bool { return !slices.Contains(in, s) })
	}
	return some(x, y) || some(y, x)
}

// habitual reports whether half of the sessions that run the rarest of its telling commands take all
// the steps.
func (t *Tally) habitual(r run, telling map[string]map[string]struct{}) bool {
	least := 0
	for _, a := range r.acts {
		if n := len(telling[a]); n > 0 && (least == 0 || n < least) {
			least = n
		}
	}
	return 2*len(r.b.seen) >= least
}

// steadily is the share of sessions in which two tests must run in one order.
const steadily = .8

// testOrders are the orders in which tests are run before a commit: of two commands, as most sessions
// that run both have them, joined to one list.
func (t *Tally) testOrders(all map[id]*bucket) []Habit {
	before := map[[2]string]*bucket{}
	with := map[string]int{}
	for _, s := range t.traces {
		for _, c := range s.Tests {
			with[c]++
		}
	}
	for k, b := range all {
		if k.class != observe.TestOrder {
			continue
		}
		list := strings.Split(k.key, observe.Then)
		for i, a := range list {
			for _, c := range list[i+1:] {
				p := [2]string{a, c}
				if before[p] == nil {
					before[p] = &bucket{}
				}
				before[p].seen = append(before[p].seen, b.seen...)
				before[p].clean = before[p].clean || b.clean
			}
		}
	}
	for _, b := range before {
		// Each session once: one that commits several times is no habit.
		all := b.seen
		slices.SortFunc(all, func(a, b Seen) int {
			return cmp.Or(strings.Compare(a.Day, b.Day), strings.Compare(a.Session, b.Session), strings.Compare(a.Client, b.Client),
				a.First-b.First)
		})
		b.seen = slices.CompactFunc(all, func(a, b Seen) bool { return a.Session == b.Session && a.Client == b.Client })
	}
	seen := func(first, then string) int {
		if b := before[[2]string{first, then}]; b != nil {
			return len(b.seen)
		}
		return 0
	}
	follows := map[string]string{}
	for _, p := range slices.SortedFunc(maps.Keys(before), func(a, b [2]string) int { return slices.Compare(a[:], b[:]) }) {
		n, back := seen(p[0], p[1]), seen(p[1], p[0])
		c := table{n + back, max(with[p[0]], n+back), max(with[p[1]], n+back), len(t.traces)}
		if n < observe.TestOrder.Needs() || float64(n) < steadily*float64(n+back) || !c.share(leastShare, fewShare) ||
			c.all >= enough && !c.inseparable() && !c.beyondChance(chance(c.all)) {
			continue
		}
		// Of tests that follow as often the one that comes before the other is next.
		if old := follows[p[0]]; old == "" || cmp.Or(n-seen(p[0], old), seen(p[1], old)-seen(old, p[1])) > 0 {
			follows[p[0]] = p[1]
		}
	}
	return t.chains(follows, before)
}

// chains makes lists of what follows what.
func (t *Tally) chains(follows map[string]string, before map[[2]string]*bucket) []Habit {
	var out []Habit
	led := map[string]bool{}
	for _, next := range follows {
		led[next] = true
	}
	for _, first := range slices.Sorted(maps.Keys(follows)) {
		if led[first] {
			continue
		}
		steps, b := []string{first}, before[[2]string{first, follows[first]}]
		for at := follows[first]; at != "" && !slices.Contains(steps, at) && len(steps) < maxSteps; at = follows[at] {
			steps = append(steps, at)
		}
		h := Habit{
			Class: observe.TestOrder, Key: strings.Join(steps, observe.Then), Steps: steps, Seen: b.seen, Of: len(t.traces),
			Value: t.value(observe.TestOrder, b), Tainted: !b.clean,
		}
		if h.What = h.Key; h.Value >= observe.Least {
			out = append(out, h)
		} else {
			t.Faint++
		}
	}
	return out
}
