package search

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/index/embed"
	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/rank"
)

// table is the rows of notes a.md with two chunks and b.md with one; documents 0 to 3, of which 1 is deleted.
func table() *store.Rows {
	ten := [words.Fields]int{10, 10, 10, 10}
	files := []git.File{{Path: "a.md", Blob: "1"}, {Path: "b.md", Blob: "2"}}
	r := store.MergeRows(&store.Rows{First: []int32{0}}, files,
		store.RowsByPath{"a.md": {{Length: ten}, {Length: ten}}, "b.md": {{Length: ten}}})
	r.Docs = []int32{2, -1, 0, 1}
	return r
}

func scorerOf(r *store.Rows, w Weights) *scorer {
	b := &scorer{
		rows:    r,
		w:       &w,
		covered: make([]float64, 3),
		chunkTF: make([]float64, 3),
		bodyTF:  make([]float64, 2),
		bestTF:  make([]float64, 2),
		out:     keywordScores{chunk: make([]float64, 3), note: make([]float64, 2), best: make([]float64, 2), cover: make([]float64, 2)},
	}
	b.lengths()
	return b
}

// A term in one of three chunks of average length, once, scores its rarity: the formula of BM25 is 1 there.
func TestBM25OfOneTerm(t *testing.T) {
	b := scorerOf(table(), rank.DefaultWeights())
	b.postings(words.Body, 1, 1, []words.Posting{{Doc: 0, Freq: 1}, {Doc: 1, Freq: 9}, {Doc: 9, Freq: 9}})
	if !slices.Equal(b.chunks, []int32{2}) || !slices.Equal(b.notes, []int32{1}) {
		t.Fatalf("chunks %v, notes %v", b.chunks, b.notes)
	}
	b.settle(queryTerm{count: 1})
	rare := math.Log(1 + 2.5/1.5) // one of three
	near(t, "chunks", b.out.chunk, 0, 0, rare)
	near(t, "best", b.out.best, 0, rare)
	// b.md is shorter than the average note of 15 terms: 1/(0.25+0.75·10/15) = 4/3, saturated.
	half := math.Log(2) // one of two
	near(t, "notes", b.out.note, 0, half*(4.0/3)*2.2/(4.0/3+1.2))
	if b.share(); b.out.cover[0] != 0 || b.out.cover[1] != 1 {
		t.Errorf("the term covers %v of the query", b.out.cover)
	}
	if b.chunkTF[2] != 0 || b.bodyTF[1] != 0 {
		t.Error("the next term finds what this one counted")
	}

	// The same term asked for twice counts twice, on top of what is there.
	b.chunks, b.notes = b.chunks[:0], b.notes[:0]
	b.postings(words.Body, 1, 1, []words.Posting{{Doc: 0, Freq: 1}})
	b.settle(queryTerm{count: 2})
	near(t, "twice more", b.out.chunk, 0, 0, 3*rare)
}

// More of a term is better, ever less so; what stands in a long chunk counts less; the fields of a
// chunk add up, and those of a note that are no body count once.
func TestBM25OfFields(t *testing.T) {
	w := rank.DefaultWeights()
	score := func(f words.Field, boost float64, list ...words.Posting) *scorer {
		r := table()
		r.Length[words.Body] = []uint16{10, 40, 10}
		b := scorerOf(r, w)
		b.average[words.Body] = 10
		b.postings(f, boost, 1, list)
		return b
	}
	b := score(words.Body, 1, words.Posting{Doc: 2, Freq: 2}, words.Posting{Doc: 3, Freq: 2})
	near(t, "frequencies", b.chunkTF, 2, 2/(0.25+0.75*4), 0)
	near(t, "of notes", b.bodyTF, 4, 0)
	b.settle(queryTerm{count: 1})
	if !(b.out.chunk[0] > b.out.chunk[1]) || b.out.best[0] != b.out.chunk[0] {
		t.Errorf("chunks %v, best %v", b.out.chunk, b.out.best)
	}
	b = score(words.Head, 3, words.Posting{Doc: 2, Freq: 1}, words.Posting{Doc: 3, Freq: 2})
	near(t, "boosted", b.chunkTF, 3, 6, 0)
	near(t, "the best of the note", b.bestTF, 6, 0)
	near(t, "no body", b.bodyTF, 0, 0)
	b.postings(words.Body, 1, 1, []words.Posting{{Doc: 2, Freq: 1}})
	near(t, "fields add up", b.chunkTF, 4, 6, 0)
	if !slices.Equal(b.chunks, []int32{0, 1}) || !slices.Equal(b.notes, []int32{0}) {
		t.Errorf("something is touched twice: %v %v", b.chunks, b.notes)
	}
}

func near(t *testing.T, what string, got []float64, want ...float64) {
	t.Helper()
	if !slices.EqualFunc(got, want, func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

func TestRarity(t *testing.T) {
	if idf(1, 10) <= idf(2, 10) || idf(10, 10) <= 0 || idf(0, 0) <= 0 {
		t.Errorf("%v %v %v %v", idf(1, 10), idf(2, 10), idf(10, 10), idf(0, 0))
	}
	if got := idf(3, 10); math.Abs(got-math.Log(1+7.5/3.5)) > 1e-12 {
		t.Errorf("%v", got)
	}
}

func TestTermsOfAQuery(t *testing.T) {
	for text, want := range map[string]string{
		"how do I retry, retry, and retry a job": "job retri×3", "what is it": "what", "": "", "how what how": "how×2 what",
	} {
		var got []string
		for _, q := range terms(words.NewAnalyzer(), text, false) {
			s := q.text
			if q.count > 1 {
				s += "×" + string('0'+rune(q.count))
			}
			got = append(got, s)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := terms(words.NewAnalyzer(), "how jobs", true); len(got) != 2 {
		t.Errorf("plain: %v", got)
	}
}

// twoLists lends lists for two notes.
func twoLists() lent { return lent{from: &scratch[float64]{n: 2}} }

// A note is as near as its best chunk, and as a whole by the sum of its chunks over the root of their
// number; what is barely near to anything is dropped.
func TestMeanings(t *testing.T) {
	r := &run{Searcher: &Searcher{gen: &store.Generation{Rows: table()}}, cosines: []float32{0.5, 0.25, -0.5}, lent: twoLists()}
	best, whole := r.meanings()
	near(t, "best", best, 0.5, 0)
	near(t, "whole", whole, 0.75/math.Sqrt2, 0)
	best, whole = []float64{0.29, 0.29, 0.3, 0.9}, []float64{1, 1, 1, 1}
	dropFaint(best, whole, []float64{0, 0.1, 0, 0})
	near(t, "what is left", best, 0, 0.29, 0.3, 0.9)
	near(t, "as a whole", whole, 0, 1, 1, 1)
}

// Every weight can be tuned, its default is one that makes sense, and without priors the text alone counts.
func TestWeights(t *testing.T) {
	w := rank.DefaultWeights()
	seen := map[string]bool{}
	for _, f := range w.Fields() {
		if seen[f.Name] || *f.Value < 0 || *f.Value > f.Max {
			t.Errorf("%s: %v, at most %v", f.Name, *f.Value, f.Max)
		}
		seen[f.Name] = true
		*f.Value = -1
	}
	v := reflect.ValueOf(w)
	for i := range v.NumField() {
		if v.Field(i).Float() != -1 {
			t.Errorf("%s is not among the fields", v.Type().Field(i).Name)
		}
	}
	d := rank.DefaultWeights()
	p := d.WithoutPriors()
	if p.Links != 0 || p.PageRank != 0 || p.Place != 0 || p.Neighbours != 0 || p.Recency != 0 || p.K1 != d.K1 || p.Note != d.Note ||
		p.Identifier != d.Identifier {
		t.Errorf("%+v", p)
	}
	if d.VectorIdentifier = 0.7; vectorShare(&d, query.Identifier) != 0.7 || vectorShare(&d, query.Plain) != d.VectorWords ||
		vectorShare(&d, query.Graph) != d.VectorWords {
		t.Errorf("%+v", d)
	}
}

// Words that stand together in a chunk cover more of the query than the same words in two chunks,
// and a word that stands nowhere keeps the share below 1.
func TestCover(t *testing.T) {
	b := scorerOf(table(), rank.DefaultWeights())
	for _, list := range [][]words.Posting{{{Doc: 2, Freq: 1}, {Doc: 0, Freq: 1}}, {{Doc: 3, Freq: 1}, {Doc: 0, Freq: 1}}, nil} {
		b.chunks, b.notes = b.chunks[:0], b.notes[:0]
		b.postings(words.Body, 1, 1, list)
		b.settle(queryTerm{count: 1})
	}
	b.share()
	if apart, together := b.out.cover[0], b.out.cover[1]; together <= apart || together >= 1 {
		t.Errorf("both words in one chunk cover %.3f, in two %.3f", together, apart)
	}
}

// Meaning has the share that the model's hold of the query earns it.
func TestShareOfMeaning(t *testing.T) {
	r := &run{Searcher: &Searcher{}, w: Weights{VectorWords: 0.8}, keyword: &keywordScores{}}
	near(t, "without vectors", []float64{r.share()}, 0)
	r.cosines = []float32{1}
	near(t, "of a server", []float64{r.share()}, 0.8*trustOfServers)
	r.grasp = &embed.Grasp{Terms: halfTerms, Kept: halfKept}
	near(t, "half of both", []float64{r.share()}, 0.2)
	r.grasp = &embed.Grasp{}
	near(t, "nothing known", []float64{r.share()}, 0)
	r.keyword = nil
	near(t, "meaning alone", []float64{r.share()}, 1)
}
