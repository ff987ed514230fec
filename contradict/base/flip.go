package base

import (
	"cmp"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/contradict/read"
)

// Flipped is a statement of the base that was turned and told to the base again, from a document of its own.
type Flipped struct {
	Kind   string // what was turned: polarity, antonym, number
	Group  string // how the statement stands: by itself, under a lead-in, pointing elsewhere
	Of     *read.Parsed
	Text   string  // what Of was turned into
	Energy float64 // of the finding against what it was turned from, 0 for none
	Reason string  // Verdict.Explain of that finding, "" for none
}

// How the statements stand that are turned.
const (
	BySelf      = "by itself"
	UnderLead   = "under a lead-in"
	Pointing    = "pointing elsewhere" // "it", "this page", "the following"
	fewestWords = 5                    // of a statement that is turned
)

// Flip turns up to n statements of the base, chosen by a hash of the seed and their text, and judges each
// against the base, in which the statement still stands. Those that others say too are left out.
func (b *Base) Flip(n int, seed string) []Flipped {
	type choice struct {
		at   int
		hash uint64
	}
	var list []choice
	seen := map[string]bool{}
	for i := range b.entries {
		if b.dropped[i] {
			continue
		}
		p := b.Statement(i)
		if p.Silent || p.Unreal || seen[p.Text] || len(strings.Fields(p.Text)) < fewestWords || len(judge.Flips(p.Text)) == 0 {
			continue
		}
		seen[p.Text] = true
		h := fnv.New64a()
		h.Write([]byte(seed + "\x00" + p.Text))
		list = append(list, choice{i, h.Sum64()})
	}
	slices.SortFunc(list, func(x, y choice) int { return cmp.Compare(x.hash, y.hash) })
	var out []Flipped
	for _, c := range list[:min(n, len(list))] {
		p := b.Statement(c.at)
		flips := judge.Flips(p.Text)
		out = append(out, b.flipped(p, flips[c.hash%uint64(len(flips))]))
	}
	return out
}

// flipped judges what a statement was turned into.
func (b *Base) flipped(p *read.Parsed, turned judge.Flip) Flipped {
	f := Flipped{Kind: turned.Kind, Group: BySelf, Of: p, Text: turned.Text}
	switch {
	case p.Carried || len(p.Conditions) > 0:
		f.Group = UnderLead
	case p.Anaphoric, p.OfItsText(), p.LeadsWithPronoun():
		f.Group = Pointing
	}
	q := read.Parse(read.Statement{Text: turned.Text, Conditions: p.Conditions, Document: plantedNow})
	for _, found := range b.Conflicts([]*read.Parsed{q}, judge.Warn) {
		if found.B.Document == p.Document && found.B.Text == p.Text {
			f.Energy, f.Reason = found.Verdict.Energy, found.Verdict.Explain()
			return f // the strongest is the first
		}
	}
	return f
}
