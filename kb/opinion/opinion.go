// Package opinion keeps what a second reader, a model that the person named, said of pairs of
// statements: whether both can hold. It is kept by the fingerprints of the two, so that a pair is
// judged once, wherever it stands, and who must not ask, such as a hook, knows it all the same.
//
// # Limitations
//
// An opinion is no proof. It may make a warning, and take one back; it never stops a commit.
package opinion

import (
	"path/filepath"
	"slices"

	"github.com/9aea2451/kb/kb/store"
	"github.com/9aea2451/kb/text/wording"
)

// Verdict is what a reader says of two statements.
type Verdict string

// The verdicts.
const (
	Contradict Verdict = "contradict" // both cannot hold
	Compatible Verdict = "compatible" // both can
	Unsure     Verdict = "unsure"     // he cannot tell, or did not quote what is there
)

// verdicts gives each verdict its number in the file.
func verdicts() []Verdict { return []Verdict{Contradict, Compatible, Unsure} }

// Opinion is what was said of a pair.
type Opinion struct {
	Verdict Verdict
	Quotes  [2]string // word for word, of the side with the lesser fingerprint first
	Why     string
	Model   string
}

// Bounds of what is kept.
const (
	mostKept  = 50000 // pairs; the oldest go
	mostText  = 300   // bytes of a quote, and of the reason
	mostBytes = 64 << 20
)

// format opens the file.
const format = store.Format("kb opinions 1")

// pair is two fingerprints, the lesser first.
type pair [2]string

func pairOf(a, b string) pair { return pair{min(a, b), max(a, b)} }

// Kept is all opinions of a clone. A nil *Kept has none.
type Kept struct {
	path     string
	byPair   map[pair]Opinion
	order    []pair              // the oldest first
	contrary map[string][]string // what contradicts a statement
}

// File is where the opinions of a clone are kept, below its state folder.
func File(state string) string { return filepath.Join(state, "opinions") }

// Load reads the opinions in the state folder of a clone; there are none where the file is missing
// or damaged.
func Load(state string) *Kept {
	k := &Kept{path: File(state), byPair: map[pair]Opinion{}, contrary: map[string][]string{}}
	r, err := format.Load(k.path, mostBytes)
	if err != nil {
		return k
	}
	for range r.Count() {
		p := pair{r.String(), r.String()}
		o := Opinion{Quotes: [2]string{r.String(), r.String()}, Why: r.String(), Model: r.String()}
		o.Verdict = verdicts()[r.Below(len(verdicts()))]
		if r.Err() != nil {
			break
		}
		k.Add(p[0], p[1], o)
	}
	if r.End() != nil {
		return &Kept{path: k.path, byPair: map[pair]Opinion{}, contrary: map[string][]string{}}
	}
	return k
}

// Of tells what was said of two statements.
func (k *Kept) Of(a, b string) (Opinion, bool) {
	if k == nil {
		return Opinion{}, false
	}
	o, ok := k.byPair[pairOf(a, b)]
	return o, ok
}

// Contrary lists the statements that were said to contradict one, in order.
func (k *Kept) Contrary(a string) []string {
	if k == nil {
		return nil
	}
	return k.contrary[a]
}

// Contradictions tells whether any pair was said to contradict each other.
func (k *Kept) Contradictions() bool { return k != nil && len(k.contrary) > 0 }

// Add keeps an opinion in memory, in place of an earlier one. The quotes are those of a and of b.
func (k *Kept) Add(a, b string, o Opinion) {
	p := pairOf(a, b)
	if p[0] != a {
		o.Quotes[0], o.Quotes[1] = o.Quotes[1], o.Quotes[0]
	}
	for i := range o.Quotes {
		o.Quotes[i] = wording.Bytes(o.Quotes[i], mostText)
	}
	o.Why = wording.Bytes(wording.OneLine(o.Why), mostText)
	earlier, known := k.byPair[p]
	if !known {
		k.order = append(k.order, p)
	}
	k.byPair[p] = o
	for i := range p {
		side := k.contrary[p[i]]
		at, there := slices.BinarySearch(side, p[1-i])
		switch {
		case o.Verdict == Contradict && !there:
			k.contrary[p[i]] = slices.Insert(side, at, p[1-i])
		case o.Verdict != Contradict && known && earlier.Verdict == Contradict && there:
			if k.contrary[p[i]] = slices.Delete(side, at, at+1); len(k.contrary[p[i]]) == 0 {
				delete(k.contrary, p[i])
			}
		}
	}
}

// Save writes the opinions, beside those that another process has written meanwhile.
func (k *Kept) Save() error {
	all := Load(filepath.Dir(k.path))
	for _, p := range k.order {
		all.Add(p[0], p[1], k.byPair[p])
	}
	last := all.order[max(0, len(all.order)-mostKept):]
	return format.Save(k.path, func(w *store.Stream) error {
		w.Int(len(last))
		for _, p := range last {
			o := all.byPair[p]
			for _, s := range []string{p[0], p[1], o.Quotes[0], o.Quotes[1], o.Why, o.Model} {
				w.String(s)
			}
			w.Int(max(slices.Index(verdicts(), o.Verdict), 0))
			if err := w.Flush(); err != nil {
				return err
			}
		}
		return nil
	})
}
