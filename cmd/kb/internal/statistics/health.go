package statistics

import "math"

// Standing is what speaks for and against one active note.
type Standing struct {
	Path    string
	Fresh   bool // verified or touched within its half-life
	Opposed int  // open contradictions with a statement of it
	Broken  int  // references of it that lead nowhere
	Stale   bool // it may no longer hold, by what has changed around it
}

// Health is how far a base can be relied on.
type Health struct {
	Score  int // 0–100: the share of active notes against which nothing speaks, in percent
	Active int // notes that hold today
	Sound  int // of these, those against which nothing speaks
	Parts  []Part
}

// Part is one thing that can speak against a note.
type Part struct {
	Name  string // what is well: fresh, agreed, linked, current
	Well  int    // active notes of which it is so
	Share int    // of the active notes, percent, 0–100
	Count int    // what there is to do: notes, or contradictions, or references
}

// OfHealth sums up the standing of the active notes: the score is 100 · sound ÷ active, rounded down so
// that 100 means that nothing is left to do; a base without active notes has 100.
func OfHealth(notes []Standing, contradictions int) Health {
	h := Health{Active: len(notes), Parts: []Part{{Name: "fresh"}, {Name: "agreed"}, {Name: "linked"}, {Name: "current"}}}
	broken := 0
	for i := range notes {
		n := &notes[i]
		if n.Fresh && n.Opposed == 0 && n.Broken == 0 && !n.Stale {
			h.Sound++
		}
		broken += n.Broken
		for k, well := range []bool{n.Fresh, n.Opposed == 0, n.Broken == 0, !n.Stale} {
			if well {
				h.Parts[k].Well++
			}
		}
	}
	h.Score = percent(h.Sound, h.Active)
	for k := range h.Parts {
		h.Parts[k].Share = percent(h.Parts[k].Well, h.Active)
		h.Parts[k].Count = h.Active - h.Parts[k].Well
	}
	h.Parts[1].Count, h.Parts[2].Count = contradictions, broken
	return h
}

// percent is n of all, rounded down; of nothing all is well.
func percent(n, all int) int {
	if all == 0 {
		return 100
	}
	return int(math.Floor(100 * float64(n) / float64(all)))
}
