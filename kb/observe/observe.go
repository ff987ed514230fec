// Package observe finds in a session with a coding agent how the work went: what was tried twice,
// searched in vain, changed together, taken back. A signal is no knowledge; what it is worth comes
// from how telling its class is, from how many sessions show it, and from what people made of it
// before. No I/O.
//
// # Limitations
//
// Eleven of the classes that are known of are computed here; those that need the code (imports,
// ignored files), a plan (steps) or many sessions at once (modules) are not. Where a store does not
// tell whether a call failed, the signals that need it are not found.
package observe

import (
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/chat"
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
)

// worth is what is known of a class: how telling it is, and in how many sessions it must be seen.
type worth struct {
	diagnostic float64
	needs      int
	find       func(s *chat.Session) []Signal
}

// classes are all of them.
func classes() map[Class]worth {
	return map[Class]worth{
		CoAccess: {.91, 3, coAccess}, SelfCorrection: {.88, 1, selfCorrections}, ErrorRetry: {.85, 2, errorRetries},
		Conflict: {.82, 1, conflicts}, ReadAbandon: {.79, 3, readAbandons}, RepeatedSearch: {.76, 2, repeatedSearches},
		TestOrder: {.74, 3, testOrders}, Backtrack: {.68, 2, backtracks}, ConfigTouch: {.66, 2, configTouches},
		TokenSpike: {.63, 3, tokenSpikes}, Reference: {.61, 3, references},
	}
}

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
// by how seldom it was wrong.
func (c Class) Value(sessions, kept, dropped int) float64 {
	w, ok := classes()[c]
	if !ok || sessions < 1 {
		return 0
	}
	wrong := 0.0
	if kept+dropped > 0 {
		wrong = float64(dropped) / float64(kept+dropped)
	}
	return .5*w.diagnostic + .3*min(1, float64(sessions)/float64(w.needs)) + .2*(1-wrong)
}

// maxSignals is how many signals of a class a session gives; one that gives more tells nothing by it.
const maxSignals = 20

// Of finds the signals of a session, in the order of the events in which they were first seen.
func Of(s *chat.Session) []Signal {
	var out []Signal
	for class, w := range classes() {
		found := joined(w.find(s))
		if len(found) > maxSignals {
			continue
		}
		for i := range found {
			found[i].Class = class
		}
		out = append(out, found...)
	}
	slices.SortFunc(out, func(a, b Signal) int {
		if a.First != b.First {
			return a.First - b.First
		}
		return strings.Compare(string(a.Class)+a.Key, string(b.Class)+b.Key)
	})
	return out
}

// joined makes one signal of those with the same key.
func joined(all []Signal) []Signal {
	var out []Signal
	for _, s := range all {
		i := slices.IndexFunc(out, func(o Signal) bool { return o.Key == s.Key })
		if i < 0 {
			out = append(out, s)
			continue
		}
		out[i].Count += s.Count
		out[i].Last = max(out[i].Last, s.Last)
	}
	return out
}
