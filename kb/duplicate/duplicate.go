// Package duplicate finds texts that are nearly the same.
package duplicate

import (
	"cmp"
	"math"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/9aea2451/kb/kb/workers"
	"github.com/9aea2451/kb/rank"
)

const (
	// shingleWords is how many words in a row make a shingle.
	shingleWords = 3
	// maxShingles bounds what is kept of one text: those of the least hashes, so that two texts
	// keep the same of what they share.
	maxShingles = 4096
	// commonShingle is the number of texts from which on a shingle proposes no pair: a form's, or a
	// phrase of the field.
	commonShingle = 12
	// minWords is the number of words below which a text is too short to be called a copy.
	minWords = 20
)

// Pair is two texts, by their numbers, that share most of what they say.
type Pair struct {
	A, B        int     // A < B
	Resemblance float64 // 0–1
}

// Find gives the pairs of texts whose resemblance is at least least, the most alike first, then by
// number. The resemblance is that of Broder (1997) over runs of three words, each run weighed by
// its rarity among the texts, so that what all notes of one form have in common says nothing. A
// text of fewer than 20 words resembles nothing, nor do two that say the same of two things.
func Find(texts []string, least float64) []Pair {
	f := &finder{sets: make([][]uint64, len(texts)), weight: map[uint64]float64{}}
	var group workers.Group
	var next atomic.Int64
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(texts); i = int(next.Add(1)) - 1 {
				f.sets[i] = shingles(texts[i])
			}
		})
	}
	group.Wait()
	var out []Pair
	all := f.postings()
	slices.SortFunc(all, func(a, b posting) int { return cmp.Or(cmp.Compare(a.shingle, b.shingle), cmp.Compare(a.text, b.text)) })
	total := math.Log(float64(max(len(f.sets), 3)))
	shared := map[[2]int]int{}
	for from := 0; from < len(all); {
		to := from + 1
		for to < len(all) && all[to].shingle == all[from].shingle {
			to++
		}
		if n := to - from; n > 1 {
			f.weight[all[from].shingle] = max(0, 1-math.Log(float64(n-1))/total)
			if n <= commonShingle {
				countPairs(shared, all[from:to])
			}
		}
		from = to
	}
	for _, pair := range f.enough(shared) {
		if r := f.resemblance(pair[0], pair[1]); r >= least && !parallel(texts[pair[0]], texts[pair[1]]) {
			out = append(out, Pair{pair[0], pair[1], math.Round(r*1e6) / 1e6})
		}
	}
	slices.SortFunc(out, func(a, b Pair) int {
		return cmp.Or(cmp.Compare(b.Resemblance, a.Resemblance), cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B))
	})
	return out
}

// finder holds the shingles of the texts.
type finder struct {
	sets   [][]uint64         // sorted
	weight map[uint64]float64 // of the shingles that several texts have; others weigh 1
}

// shingles gives the hashes of the runs of words of a text, sorted, each once.
func shingles(text string) []uint64 {
	words := rank.Words(text)
	if len(words) < minWords {
		return nil
	}
	out := rank.Shingles(words, shingleWords)
	return slices.Clip(out[:min(len(out), maxShingles)])
}

// ownName is how often a text must use a word that the other never does for the word to name what
// it speaks of.
const ownName = 4

// parallel tells texts that say the same of two things: each keeps naming one that the other never
// names. Who edits a copy lightly does not replace a word throughout.
func parallel(a, b string) bool {
	x, y := frequencies(a), frequencies(b)
	return namesOwn(x, y) && namesOwn(y, x)
}

// namesOwn tells whether one text uses some word ownName times or more that the other never uses.
func namesOwn(a, b map[string]int) bool {
	for word, n := range a {
		if n >= ownName && b[word] == 0 {
			return true
		}
	}
	return false
}

// frequencies counts how often a text uses each of its words, as rank.Words gives them.
func frequencies(text string) map[string]int {
	out := map[string]int{}
	for _, w := range rank.Words(text) {
		out[w]++
	}
	return out
}

// posting is a shingle of a text.
type posting struct {
	shingle uint64
	text    int32
}

// postings are those of the shingles that several texts have, and few others: most stand in one text.
func (f *finder) postings() (all []posting) {
	total := 0
	for _, set := range f.sets {
		total += len(set)
	}
	// A bit for each of sixteen times as many sums as there are shingles: set once, set again.
	size := uint64(16*total + 64)
	once, again := make([]uint64, size/64), make([]uint64, size/64)
	at := func(shingle uint64) (word int, bit uint64) {
		n := shingle % (size / 64 * 64)
		return int(n / 64), 1 << (n % 64)
	}
	for _, set := range f.sets {
		for _, s := range set {
			word, bit := at(s)
			again[word] |= once[word] & bit
			once[word] |= bit
		}
	}
	for i, set := range f.sets {
		for _, s := range set {
			if word, bit := at(s); again[word]&bit != 0 {
				all = append(all, posting{s, int32(i)})
			}
		}
	}
	return all
}

// countPairs counts for every two of some texts one more shingle that they share. The texts come in
// the order of their numbers, so that a pair has the lesser one first.
func countPairs(shared map[[2]int]int, of []posting) {
	for i := range of {
		for j := i + 1; j < len(of); j++ {
			shared[[2]int{int(of[i].text), int(of[j].text)}]++
		}
	}
}

// candidateShare is the share of the shorter text's shingles that a pair must have in common to be
// looked at closely.
const candidateShare = 0.15

// enough keeps the pairs that share enough, and adds those of texts that are the same to the last
// shingle, of which there may be too many for their shingles to propose them.
func (f *finder) enough(shared map[[2]int]int) [][2]int {
	var out [][2]int
	for pair, n := range shared {
		if shorter := min(len(f.sets[pair[0]]), len(f.sets[pair[1]])); float64(n) >= candidateShare*float64(shorter) {
			out = append(out, pair)
		}
	}
	first := map[uint64]int{}
	for i, set := range f.sets {
		if len(set) == 0 {
			continue
		}
		sum := uint64(len(set))
		for _, s := range set {
			sum = sum*31 + s
		}
		if j, ok := first[sum]; ok && slices.Equal(f.sets[j], set) {
			if float64(shared[[2]int{j, i}]) < candidateShare*float64(len(set)) { // else it is among them
				out = append(out, [2]int{j, i})
			}
			continue
		}
		first[sum] = i
	}
	return out
}

// resemblance is the weight of what both texts have over the weight of what either has; 1 for the same text.
func (f *finder) resemblance(a, b int) float64 {
	x, y := f.sets[a], f.sets[b]
	if slices.Equal(x, y) {
		return 1
	}
	var both, either float64
	for len(x) > 0 || len(y) > 0 {
		switch {
		case len(y) == 0 || len(x) > 0 && x[0] < y[0]:
			either += f.weigh(x[0])
			x = x[1:]
		case len(x) == 0 || y[0] < x[0]:
			either += f.weigh(y[0])
			y = y[1:]
		default:
			w := f.weigh(x[0])
			both, either = both+w, either+w
			x, y = x[1:], y[1:]
		}
	}
	if either == 0 {
		return 0
	}
	return both / either
}

// weigh is the weight of a shingle, from 0 to 1: the fewer texts have it the more, and 1 for one
// text.
func (f *finder) weigh(shingle uint64) float64 {
	if w, ok := f.weight[shingle]; ok {
		return w
	}
	return 1
}
