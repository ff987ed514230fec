package evolve

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/ask"
	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/rank"
)

// How much is taken: so many statements of a note, none that has so many of its stems in common with
// one that is taken, and of a note only so many are looked at.
const (
	perNote    = 5
	sameStems  = 0.6
	mostLooked = 400
	spareShare = 1.5 // of what is needed is picked: some will be contested
)

// What a section that sums its note up is worth more, and what a sentence keeps that was made for its
// links.
const (
	gistWeight = 0.5
	linked     = 0.7
)

// leastRank is what the PageRank of a note counts at least: what nothing links to is not nothing.
const leastRank = 0.1

// candidate is a statement that may be taken.
type candidate struct {
	entry    *snapshot.Entry
	at       int // among the statements of its note
	text     string
	stems    map[string]float64 // how often
	strength float64            // PageRank × confidence × centrality
}

// extract takes the strongest statements.
func (b *Base) extract(ctx context.Context, notes []desk.CategoryNote, s *Renewed) error {
	picked := pick(b.candidates(notes), int(mostSentences*spareShare))
	if err := ctx.Err(); err != nil {
		return err
	}
	parsed := make([]*read.Parsed, len(picked))
	for i := range picked {
		parsed[i] = picked[i].entry.Parse(picked[i].at)
	}
	bad := map[*read.Parsed]bool{}
	pairs := b.checker().Pairs(parsed)
	for _, p := range b.tied.Against(parsed, pairs) {
		bad[p] = true
	}
	s.Contested = len(bad)
	for i := range picked {
		if bad[parsed[i]] || len(s.Sentences) == mostSentences {
			continue
		}
		sentence, ok, err := b.cite(&picked[i])
		if err != nil {
			return err
		}
		if ok {
			s.Sentences = append(s.Sentences, sentence)
		}
	}
	// The notes stay in the order of their first sentence.
	first := map[string]int{}
	for i, x := range s.Sentences {
		if _, ok := first[x.Path]; !ok {
			first[x.Path] = i
		}
	}
	slices.SortStableFunc(s.Sentences, func(a, b Cited) int {
		return cmp.Or(cmp.Compare(first[a.Path], first[b.Path]), cmp.Compare(a.Line, b.Line))
	})
	return nil
}

// cite looks up where a statement stands; false where the lines do not hold its words.
func (b *Base) cite(c *candidate) (Cited, bool, error) {
	source, err := b.read(c.entry.File.Path)
	if err != nil {
		return Cited{}, false, err
	}
	st := &c.entry.Statements()[c.at]
	if st.Span.Start < 0 || st.Span.End > len(source) || st.Span.Start > st.Span.End {
		return Cited{}, false, nil
	}
	quote := string(source[st.Span.Start:st.Span.End])
	last := st.Line + strings.Count(quote, "\n")
	s := Cited{Text: c.text, Path: c.entry.File.Path, Line: st.Line, EndLine: last, Title: c.entry.Note.Title}
	s.Section, s.Anchor = section(source, st.Line)
	return s, ask.Holds(markdown.PlainText([]byte(quote), markdown.Span{End: len(quote)}), c.text), nil
}

// section is the innermost heading over a line, "" above the first below the title.
func section(source []byte, line int) (heading, anchor string) {
	doc := notes.Document(source)
	for i := range doc.Sections {
		if s := &doc.Sections[i]; s.Span.StartLine <= line && s.Level > 1 && s.Anchor != "" && line <= s.Span.EndLine {
			heading, anchor = s.Heading, s.Anchor
		}
	}
	return heading, anchor
}

// candidates are the statements that say something when they stand alone, with their strengths.
func (b *Base) candidates(notes []desk.CategoryNote) [][]candidate {
	var all [][]candidate
	var centres []map[string]float64
	var weights []float64
	in := map[string]int{}    // notes that have a stem
	texts := map[string]int{} // notes that have a sentence
	for _, n := range notes {
		e := b.Snapshot.Entry(n.Path)
		list, centre := b.ofNote(e)
		if len(list) == 0 {
			continue
		}
		for stem := range centre {
			in[stem]++
		}
		// A sentence that a note repeats counts as one, so that formNotes counts notes.
		said := map[string]bool{}
		for i := range list {
			said[list[i].text] = true
		}
		for text := range said {
			texts[text]++
		}
		all, centres = append(all, list), append(centres, centre)
		weights = append(weights, math.Max(leastRank, b.pageRank(n.Path))*n.Confidence)
	}
	rarity := func(stem string) float64 { return math.Log(1 + float64(len(all))/float64(max(1, in[stem]))) }
	whole := map[string]float64{}
	for _, centre := range centres {
		for stem := range centre {
			whole[stem]++
		}
	}
	sum := newBag(whole, rarity)
	for i := range all {
		centre := newBag(centres[i], rarity)
		all[i] = slices.DeleteFunc(all[i], func(c candidate) bool { return texts[c.text] >= formNotes })
		for k := range all[i] {
			c := &all[i][k]
			st := &c.entry.Statements()[c.at]
			own := newBag(c.stems, rarity)
			c.strength = weights[i] * (cosine(own, centre) + cosine(own, sum)) / 2 * (1 + gistWeight*ask.Gist(st.HeadingPath))
			if c.text != st.Text {
				c.strength *= linked
			}
		}
		slices.SortStableFunc(all[i], func(x, y candidate) int { return cmp.Compare(y.strength, x.strength) })
	}
	all = slices.DeleteFunc(all, func(l []candidate) bool { return len(l) == 0 })
	slices.SortStableFunc(all, func(x, y []candidate) int {
		return cmp.Or(cmp.Compare(y[0].strength, x[0].strength), strings.Compare(x[0].entry.File.Path, y[0].entry.File.Path))
	})
	return all
}

// formNotes is the number of notes from which on a sentence is that of a form.
const formNotes = 3

// ofNote are the statements of a note that may be taken, and how often its words stand in them.
func (b *Base) ofNote(e *snapshot.Entry) (list []candidate, centre map[string]float64) {
	centre = map[string]float64{}
	statements := e.Statements()
	for i := range statements[:min(len(statements), mostLooked)] {
		st := &statements[i]
		stems := map[string]float64{}
		for _, stem := range b.Stems(st.Text, true) {
			stems[stem]++
			centre[stem]++
		}
		if text, ok := alone(st); ok && len(stems) > 0 {
			list = append(list, candidate{entry: e, at: i, text: text, stems: stems})
		}
	}
	for _, stem := range b.Stems(e.Note.Title, true) {
		centre[stem] += titleWeight
	}
	return list, centre
}

// titleWeight is how often a word of the title counts as if it stood in the text.
const titleWeight = 3

// bag is how much each stem of a text weighs: the logarithm of its count, times how rare it is.
type bag struct {
	weight map[string]float64
	norm   float64
}

// newBag weighs the stems of a text: (1 + ln count) × rarity. counts hold nothing below 1.
func newBag(counts map[string]float64, rarity func(stem string) float64) bag {
	b := bag{weight: make(map[string]float64, len(counts))}
	for _, stem := range sorted(counts) { // sums must not depend on the order of a map
		w := (1 + math.Log(counts[stem])) * rarity(stem)
		b.weight[stem] = w
		b.norm += w * w
	}
	b.norm = math.Sqrt(b.norm)
	return b
}

// cosine of a small bag with a large one, in [0, 1].
func cosine(small, large bag) float64 {
	dot := 0.0
	for _, stem := range sorted(small.weight) {
		dot += small.weight[stem] * large.weight[stem]
	}
	if dot == 0 {
		return 0
	}
	return dot / small.norm / large.norm
}

// sorted lists the stems of a map in order: sums of floats in the order of a map would differ from
// run to run in their last digits, and with them which statements are taken.
func sorted(m map[string]float64) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// pick takes the best statement of each note in turn, then the second, at most n in all. The lists
// are used up: what is taken, or repeats what is taken, is gone from them.
func pick(notes [][]candidate, n int) []candidate {
	var out []candidate
	for range perNote {
		for i := range notes {
			if len(out) == n {
				return out
			}
			at := slices.IndexFunc(notes[i], func(c candidate) bool { return !repeats(out, c) })
			if at < 0 {
				notes[i] = nil
				continue
			}
			out = append(out, notes[i][at])
			notes[i] = notes[i][at+1:]
		}
	}
	return out
}

// repeats reports whether a statement says much of what one that is taken says.
func repeats(taken []candidate, c candidate) bool {
	return slices.ContainsFunc(taken, func(t candidate) bool {
		common := 0
		for stem := range c.stems {
			if t.stems[stem] > 0 {
				common++
			}
		}
		return float64(common) >= sameStems*float64(min(len(c.stems), len(t.stems)))
	})
}

// pageRank of a note among the links of all notes but summaries: what a summary cites would be
// cited for ever.
func (b *Base) pageRank(path string) float64 {
	b.ranking.Lock()
	defer b.ranking.Unlock()
	if b.ranks == nil {
		number := make(map[string]int, len(b.Snapshot.Entries))
		for i, e := range b.Snapshot.Entries {
			number[e.File.Path] = i
		}
		var edges []rank.Edge
		for i, e := range b.Snapshot.Entries {
			if e.Note.Kind == "summary" {
				continue
			}
			for _, l := range e.Links() {
				if to, ok := number[b.Snapshot.Resolver().Link(e.File.Path, l).Path]; ok {
					edges = append(edges, rank.Edge{From: i, To: to, Weight: 1})
				}
			}
		}
		b.ranks = map[string]float64{}
		for i, r := range rank.PageRank(len(b.Snapshot.Entries), edges) {
			b.ranks[b.Snapshot.Entries[i].File.Path] = r
		}
	}
	return b.ranks[path]
}
