package habit

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/observe"
)

// The synthesis.
const (
	mostAtOnce = 5    // proposals of a module each time
	always     = .8   // of the sessions of a module
	often      = .5   // of them
	outsideFew = 5    // sessions of other modules from which on it counts what those read
	rarely     = .01  // how likely chance may be
	leastPair  = 5    // sessions of two modules
	z          = 1.64 // 95 % of the normal distribution lie below it
)

// thresholds are the numbers of sessions of a module at which it is looked at anew.
func thresholds() []int { return []int{5, 10, 20, 50, 100} }

// Synthesis finds what the sessions of a module have in common, for the modules that reached a
// threshold since they were looked at last. done has the last threshold of each, and is not changed;
// reached has the new ones. known reports whether a note says already that two modules belong
// together.
func (t *Tally) Synthesis(done map[string]int, known func(a, b string) bool) (out []Habit, reached map[string]int) {
	reached = map[string]int{}
	files := t.pairedModules()
	for _, m := range t.byName() {
		steps, top := 0, 0
		for _, at := range thresholds() {
			if t.modules[m] >= at && done[m] < at {
				steps, top = steps+1, at
			}
		}
		if steps == 0 {
			continue
		}
		reached[m] = top
		var found []Habit
		if h, ok := t.prefetch(m); ok {
			found = append(found, h)
		}
		for _, o := range t.byName() {
			h, ok := t.modulePair(m, o)
			if ok && !files[pairKey(m, o)] && !known(m, o) && !slices.ContainsFunc(out, func(x Habit) bool { return x.Key == h.Key }) {
				found = append(found, h)
			}
		}
		found = sorted(found)
		out = append(out, found[:min(len(found), mostAtOnce*steps)]...)
	}
	return out, reached
}

// byName lists the modules of all sessions, sorted.
func (t *Tally) byName() []string {
	var out []string
	for m := range t.modules {
		out = append(out, m)
	}
	slices.Sort(out)
	return out
}

// prefetch is the list of the files that the sessions of a module read, where more than four fifths
// of them read one.
func (t *Tally) prefetch(m string) (Habit, bool) {
	in := map[string]int{}
	h := Habit{Class: observe.FileAccess, Key: m, What: m, Of: t.modules[m]}
	clean := false
	for _, s := range t.traces {
		if s.Main != m {
			continue
		}
		h.Seen = append(h.Seen, Seen{s.Client, s.Session, s.Day, 0, max(0, lastOf(s))})
		clean = clean || s.Tainted < 0
		for _, f := range s.Read {
			in[f]++
		}
	}
	n, outside := len(h.Seen), len(t.traces)-len(h.Seen)
	for f, k := range in {
		share := float64(k) / float64(n)
		if lower(k, n) < often || outside >= outsideFew && tail(k, n, t.read[f], len(t.traces)) > rarely {
			continue // half of them do not, or all read it whatever they work on
		}
		if share > always {
			h.Always = append(h.Always, f)
		} else { // more than often, as the lower end of it is
			h.Often = append(h.Often, f)
		}
	}
	slices.Sort(h.Always)
	slices.Sort(h.Often)
	h.Files = append(slices.Clone(h.Always), h.Often...)
	h.Value = observe.FileAccess.Value(n, t.verdicts[h.Class].Kept, t.verdicts[h.Class].Dropped)
	h.Tainted = !clean
	return h, n >= thresholds()[0] && len(h.Always) > 0 && h.Value >= observe.Least
}

// lastOf is the last event that a signal of the session has, 0 without signals: how many events
// there were a trace does not say.
func lastOf(s observe.Trace) int {
	last := 0
	for _, sig := range s.Signals {
		last = max(last, sig.Last)
	}
	return last
}

// lower is the lower end of Wilson's interval for a share of k in n, one-sided with 95 %.
func lower(k, n int) float64 {
	p, m := float64(k)/float64(n), float64(n)
	return (p + z*z/(2*m) - z*math.Sqrt(p*(1-p)/m+z*z/(4*m*m))) / (1 + z*z/m)
}

// modulePair is two modules that are worked on together.
func (t *Tally) modulePair(a, b string) (Habit, bool) {
	if a == b || a == "." || b == "." || strings.HasPrefix(a, b+"/") || strings.HasPrefix(b, a+"/") {
		return Habit{}, false
	}
	a, b = min(a, b), max(a, b)
	h := Habit{Class: observe.CoAccess, Key: pairKey(a, b), Files: []string{a + "/**", b + "/**"}, Of: min(t.modules[a], t.modules[b])}
	clean := false
	changed := map[string]map[string]struct{}{a: {}, b: {}}
	for _, s := range t.traces {
		if slices.Contains(s.Modules, a) && slices.Contains(s.Modules, b) {
			for _, f := range s.Edited {
				if files := changed[observe.Module(f)]; files != nil {
					files[f] = struct{}{}
				}
			}
			h.Seen = append(h.Seen, Seen{s.Client, s.Session, s.Day, 0, lastOf(s)})
			clean = clean || s.Tainted < 0
		}
	}
	n := len(h.Seen)
	c := table{n, t.modules[a], t.modules[b], len(t.traces)}
	h.Value = observe.CoAccess.Value(n, t.verdicts[h.Class].Kept, t.verdicts[h.Class].Dropped)
	h.Tainted = !clean
	if len(changed[a]) < 2 || len(changed[b]) < 2 {
		return h, false // it is about the one file
	}
	return h, n >= leastPair && h.Value >= observe.Least && c.share(leastShare, fewShare) &&
		(c.all < enough || c.inseparable() || c.beyondChance(.1/float64(c.all)))
}

func pairKey(a, b string) string { return "modules\x00" + min(a, b) + "\x00" + max(a, b) }

// pairedModules are the pairs of modules of which two files belong together: who knows of the files
// knows of the modules.
func (t *Tally) pairedModules() map[string]bool {
	out := map[string]bool{}
	for _, h := range t.Signals() {
		if (h.Class == observe.CoAccess || h.Class == observe.ConfigTouch) && len(h.Files) == 2 {
			out[pairKey(observe.Module(h.Files[0]), observe.Module(h.Files[1]))] = true
		}
		for _, f := range h.Files {
			for _, g := range h.Files {
				if h.Class == observe.ToolSequence {
					out[pairKey(observe.Module(f), observe.Module(g))] = true
				}
			}
		}
	}
	return out
}

// Overrun is a module whose sessions take more calls than they planned steps.
type Overrun struct {
	Module   string  `json:"module"`   // a folder, "." for the root
	Sessions int     `json:"sessions"` // that had a plan
	Over     int     `json:"over"`     // of these, half as many calls again, or more
	Ratio    float64 `json:"ratio"`    // calls for a planned step, the median of those that had a plan
}

// Overruns are the modules of which enough sessions took half as many calls again as they had planned
// steps, the worst first.
func Overruns(traces []observe.Trace) []Overrun {
	ratios, over := map[string][]float64{}, map[string]int{}
	for _, t := range traces {
		if t.Planned == 0 || t.Main == "" {
			continue
		}
		ratios[t.Main] = append(ratios[t.Main], float64(t.Steps)/float64(t.Planned))
		if slices.ContainsFunc(t.Signals, func(s observe.Signal) bool { return s.Class == observe.StepOverrun }) {
			over[t.Main]++
		}
	}
	var out []Overrun
	for m, n := range over {
		all := ratios[m]
		slices.Sort(all)
		if n >= observe.StepOverrun.Needs() {
			out = append(out, Overrun{Module: m, Sessions: len(all), Over: n, Ratio: (all[(len(all)-1)/2] + all[len(all)/2]) / 2})
		}
	}
	slices.SortFunc(out, func(a, b Overrun) int { return cmp.Or(cmp.Compare(b.Ratio, a.Ratio), cmp.Compare(a.Module, b.Module)) })
	return out
}
