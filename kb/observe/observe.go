// Package observe finds in a session with a coding agent how the work went: what was tried twice,
// searched in vain, changed together, taken back. A signal is no knowledge; what it is worth comes
// from how telling its class is, from how many sessions show it, and from what people made of it
// before. Trace is what is kept of a session to count over many. No I/O.
//
// # Limitations
//
// What a store does not tell is not found: without the outcome of calls no errors and conflicts,
// without times no slow steps, without the text of files no imports. Imports are known by the words
// of the commonest languages, generated files by their names and by what git ignores.
package observe

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Class is a sort of signal.
type Class string

// The classes.
const (
	CoAccess       Class = "co-access"          // two files changed within a few steps
	SelfCorrection Class = "self-correction"    // the agent said that it had been wrong
	ErrorRetry     Class = "error-retry"        // the same error more than once
	Conflict       Class = "parallel-conflict"  // an edit failed since the file had changed underneath
	ReadAbandon    Class = "read-abandon"       // a file was read in vain
	RepeatedSearch Class = "repeated-search"    // the same pattern again and again
	TestOrder      Class = "test-order"         // the tests that were run before a commit, in order
	Backtrack      Class = "backtrack"          // an edit was taken back
	ConfigTouch    Class = "config-touch"       // a configuration changed with code
	TokenSpike     Class = "token-spike"        // one result that is much longer than others
	Reference      Class = "external-reference" // a page was fetched
	FileAccess     Class = "file-access"        // a file was read by who worked on a module
	ToolSequence   Class = "tool-sequence"      // four acts in a row, of which a recipe may be made
	TimeAnomaly    Class = "time-anomaly"       // a slow step amid an error, a search or an edit that came again
	GlobIgnore     Class = "glob-ignore"        // what git ignores, or a program writes, was read or searched
	ImportChase    Class = "import-chase"       // four files or more were read along their imports before an edit
	StepOverrun    Class = "step-overrun"       // half as many calls again as were planned
)

// worth is what is known of a class: how telling it is, and in how many sessions it must be seen.
type worth struct {
	diagnostic float64
	needs      int
	find       func(s *session) []Signal
	most       int // signals of a session; one that gives more tells nothing by them
}

// classes are all of them.
func classes() map[Class]worth {
	return map[Class]worth{
		CoAccess: {.91, 3, coAccess, 60}, SelfCorrection: {.88, 1, selfCorrections, few}, ErrorRetry: {.85, 2, errorRetries, few},
		Conflict: {.82, 1, conflicts, few}, ReadAbandon: {.79, 3, readAbandons, few}, RepeatedSearch: {.76, 2, repeatedSearches, few},
		TestOrder: {.74, 3, testOrders, few}, ToolSequence: {.73, 3, toolSequences, 200}, FileAccess: {.72, 3, fileAccess, 120},
		StepOverrun: {.71, 3, stepOverruns, few}, Backtrack: {.68, 2, backtracks, few}, ConfigTouch: {.66, 2, configTouches, few},
		GlobIgnore: {.64, 2, globIgnores, few}, TokenSpike: {.63, 3, tokenSpikes, few}, Reference: {.61, 3, references, few},
		ImportChase: {.52, 4, importChases, few}, TimeAnomaly: {.48, 3, nil, few}, // found among the others: see signals
	}
}

const few = 20

// Classes lists the classes by name.
func Classes() []Class { return slices.Sorted(maps.Keys(classes())) }

// Signal is something that was seen.
type Signal struct {
	Class Class    `json:"class"`
	Key   string   `json:"key"` // the same thing has the same key in every session
	Files []string `json:"files,omitempty"`
	What  string   `json:"what,omitempty"` // the error, the pattern, the command
	Count int      `json:"count"`
	First int      `json:"first"` // event
	Last  int      `json:"last"`
}

// Needs is in how many sessions a signal must be seen to be worth anything.
func (c Class) Needs() int { return classes()[c].needs }

// Least is the value below which a signal is dropped.
const Least = 0.4

// Value is what a signal is worth that so many sessions show, of a class of which people kept and
// dropped so many before: half by how telling the class is, three tenths by the sessions, two tenths
// by how seldom it was wrong; times the weight that the class has left in this clone. So a class that
// is refused every time comes below Least, the least telling after four times, the most after nine.
func (c Class) Value(sessions, kept, dropped int) float64 {
	w, ok := classes()[c]
	if !ok || sessions < 1 {
		return 0
	}
	wrong := 0.0
	if kept+dropped > 0 {
		wrong = float64(dropped) / float64(kept+dropped)
	}
	left := float64(trusted+kept) / float64(trusted+kept+dropped)
	return left * (.5*w.diagnostic + .3*min(1, float64(sessions)/float64(w.needs)) + .2*(1-wrong))
}

// trusted is how many a class counts to have been kept before anybody decided about one.
const trusted = 10

// World is what must be known besides the session.
type World struct {
	Ignored func(path string) bool // whether git ignores a path; nil: none is known to be
}

// signals finds the signals of a session, in the order of the events in which they were first
// seen, and counts those of classes of which there are so many that they tell nothing.
func signals(in *session) (out []Signal, crowded int) {
	for class, c := range classes() {
		if c.find == nil {
			continue
		}
		found := joined(c.find(in))
		if len(found) > c.most {
			crowded += len(found)
			continue
		}
		for i := range found {
			found[i].Class = class
		}
		out = append(out, found...)
	}
	order := func(a, b Signal) int {
		return cmp.Or(a.First-b.First, strings.Compare(string(a.Class), string(b.Class)), strings.Compare(a.Key, b.Key))
	}
	slices.SortFunc(out, order)
	if slow := timeAnomalies(in, out); len(slow) > 0 && len(slow) <= few {
		out = append(out, slow...)
		slices.SortFunc(out, order)
	}
	return out, crowded
}

// First keeps at most n signals, in their order: the classes take turns, the most telling first, so
// that none of them crowds out the others.
func First(all []Signal, n int) []Signal {
	if len(all) <= n {
		return all
	}
	turn := make([]int, len(all))
	seen := map[Class]int{}
	order := make([]int, len(all))
	for i, s := range all {
		turn[i], order[i] = seen[s.Class], i
		seen[s.Class]++
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(turn[a]-turn[b], cmp.Compare(classes()[all[b].Class].diagnostic, classes()[all[a].Class].diagnostic))
	})
	kept := slices.Sorted(slices.Values(order[:n]))
	out := make([]Signal, n)
	for i, k := range kept {
		out[i] = all[k]
	}
	return out
}

// joined makes one signal of those with the same key.
func joined(all []Signal) []Signal {
	var out []Signal
	at := map[string]int{}
	for _, s := range all {
		i, ok := at[s.Key]
		if !ok {
			at[s.Key] = len(out)
			out = append(out, s)
			continue
		}
		out[i].Count += s.Count
		out[i].Last = max(out[i].Last, s.Last)
	}
	return out
}
