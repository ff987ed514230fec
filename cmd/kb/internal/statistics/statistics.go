// Package statistics sums up a base of notes and how it is used.
package statistics

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Note is what is known of one note.
type Note struct {
	Path, Title, Kind, Status, Category string

	Active     bool
	Stale      bool
	Confidence float64   // 0–1, with age and use
	Touched    time.Time // last change, reading or verification; the zero time when not known
	PageRank   float64
	InLinks    int
	Shown      int
	Opened     int
	LastOpened time.Time
}

// Notes sums up the notes.
type Notes struct {
	Total    int   `json:"total"`
	Active   int   `json:"active"`
	Inactive int   `json:"inactive"`
	Stale    *int  `json:"stale,omitempty"` // active notes that are worth a look; nil where that was not judged
	High     int   `json:"high"`            // active notes with a confidence above 0.7
	Medium   int   `json:"medium"`          // from 0.3 to 0.7
	Low      int   `json:"low"`             // below 0.3: decayed
	Kinds    []Bin `json:"kinds"`
	Statuses []Bin `json:"statuses"`
	Category []Bin `json:"categories"`
	Ages     []Bin `json:"ages"` // by the last touch

	MostUsed    []Used      `json:"most_used"`
	LeastUsed   []Used      `json:"least_used"` // active notes that were shown often and never opened
	NeverOpened int         `json:"never_opened"`
	Authorities []Authority `json:"authorities"`
}

// Bin is a group of notes, or of searches.
type Bin struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

// Used is how much a note is used.
type Used struct {
	Path       string    `json:"path"`
	Title      string    `json:"title"`
	Opened     int       `json:"opened"`
	Shown      int       `json:"shown"`
	LastOpened time.Time `json:"last_opened,omitzero"`
}

// Authority is a note that others rest on.
type Authority struct {
	Path     string  `json:"path"`
	Title    string  `json:"title"`
	PageRank float64 `json:"pagerank"` // 0–1, against the greatest
	InLinks  int     `json:"in_links"`
}

// Where confidence is high, and where it is low.
const (
	highConfidence = 0.7
	lowConfidence  = 0.3
)

// OfNotes sums up notes at a time, with at most top of those that stand out.
func OfNotes(notes []Note, now time.Time, top int) Notes {
	out := Notes{Total: len(notes), Stale: new(int), Kinds: bins(notes, func(n *Note) string { return n.Kind }),
		Statuses: bins(notes, func(n *Note) string { return cmp.Or(n.Status, "none") }),
		Category: bins(notes, func(n *Note) string { return cmp.Or(n.Category, "none") }),
		Ages:     ages(notes, now), MostUsed: mostUsed(notes, top), LeastUsed: leastUsed(notes, top), Authorities: authorities(notes, top)}
	if len(out.Category) == 1 && out.Category[0].Name == "none" {
		out.Category = []Bin{} // nobody has told any apart
	}
	for i := range notes {
		n := &notes[i]
		if n.Opened == 0 {
			out.NeverOpened++
		}
		if !n.Active {
			out.Inactive++
			continue
		}
		out.Active++
		if n.Stale {
			*out.Stale++
		}
		switch {
		case n.Confidence > highConfidence:
			out.High++
		case n.Confidence >= lowConfidence:
			out.Medium++
		default:
			out.Low++
		}
	}
	return out
}

// bins counts notes by a word, the greatest group first, then by name.
func bins(notes []Note, name func(*Note) string) []Bin {
	counts := map[string]int{}
	for i := range notes {
		counts[name(&notes[i])]++
	}
	return sorted(counts)
}

// sorted lists groups, the largest first, then by name.
func sorted(counts map[string]int) []Bin {
	out := make([]Bin, 0, len(counts))
	for name, n := range counts {
		out = append(out, Bin{name, n})
	}
	slices.SortFunc(out, func(a, b Bin) int { return cmp.Or(b.Count-a.Count, strings.Compare(a.Name, b.Name)) })
	return out
}

// ages counts notes by the time since their last touch.
func ages(notes []Note, now time.Time) []Bin {
	out := []Bin{
		{"under a month", 0},
		{"1 to 3 months", 0},
		{"3 to 12 months", 0},
		{"1 to 2 years", 0},
		{"over 2 years", 0},
		{"not known", 0},
	}
	limits := []int{30, 91, 365, 730}
	for i := range notes {
		at := len(limits)
		for j, days := range limits {
			if now.Sub(notes[i].Touched) < time.Duration(days)*24*time.Hour {
				at = j
				break
			}
		}
		if notes[i].Touched.IsZero() {
			at = len(out) - 1
		}
		out[at].Count++
	}
	if out[len(out)-1].Count == 0 {
		out = out[:len(out)-1]
	}
	return out
}

// mostUsed lists the notes that were opened most, then shown most.
func mostUsed(notes []Note, top int) []Used {
	return use(notes, top, func(n *Note) bool { return n.Opened > 0 }, func(a, b *Note) int {
		return cmp.Or(b.Opened-a.Opened, b.Shown-a.Shown)
	})
}

// leastUsed lists the active notes that were shown most and never opened: what search offers and
// nobody takes.
func leastUsed(notes []Note, top int) []Used {
	return use(notes, top, func(n *Note) bool { return n.Active && n.Opened == 0 && n.Shown > 0 },
		func(a, b *Note) int { return b.Shown - a.Shown })
}

// use lists the notes that are wanted, in an order, at most top of them.
func use(notes []Note, top int, want func(*Note) bool, order func(a, b *Note) int) []Used {
	var wanted []*Note
	for i := range notes {
		if want(&notes[i]) {
			wanted = append(wanted, &notes[i])
		}
	}
	slices.SortFunc(wanted, func(a, b *Note) int { return cmp.Or(order(a, b), strings.Compare(a.Path, b.Path)) })
	out := []Used{}
	for _, n := range wanted[:min(top, len(wanted))] {
		out = append(out, Used{n.Path, n.Title, n.Opened, n.Shown, n.LastOpened})
	}
	return out
}

// authorities lists the notes with the greatest PageRank that anything refers to.
func authorities(notes []Note, top int) []Authority {
	var wanted []*Note
	for i := range notes {
		if notes[i].InLinks > 0 {
			wanted = append(wanted, &notes[i])
		}
	}
	slices.SortFunc(wanted, func(a, b *Note) int {
		return cmp.Or(cmp.Compare(b.PageRank, a.PageRank), strings.Compare(a.Path, b.Path))
	})
	out := []Authority{}
	for _, n := range wanted[:min(top, len(wanted))] {
		out = append(out, Authority{n.Path, n.Title, n.PageRank, n.InLinks})
	}
	return out
}
