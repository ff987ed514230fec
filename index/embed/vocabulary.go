package embed

import (
	"bytes"
	"math"
	"slices"
	"sort"
	"strings"
)

const (
	rareTexts  = 400 // with at least so many texts, a term must occur in minTexts of them
	minTexts   = 2
	memoTokens = 1 << 15 // tokens whose term a counter remembers
)

// A dictionary numbers the terms that a model knows in their sorted order, and weighs each.
type dictionary struct {
	text    string   // all terms, one after another
	starts  []uint32 // term i is text[starts[i]:starts[i+1]]
	weights []float32
}

func (d *dictionary) size() int { return len(d.weights) }

func (d *dictionary) term(i int) string { return d.text[d.starts[i]:d.starts[i+1]] }

// find returns the number of a stem, or -1.
func (d *dictionary) find(stem string) int32 {
	i, found := sort.Find(d.size(), func(i int) int { return strings.Compare(stem, d.term(i)) })
	if !found {
		return -1
	}
	return int32(i)
}

// newDictionary numbers terms, which must be sorted.
func newDictionary(terms []string) *dictionary {
	d := &dictionary{text: strings.Join(terms, ""), starts: make([]uint32, 1, len(terms)+1), weights: make([]float32, len(terms))}
	for _, t := range terms {
		d.starts = append(d.starts, d.starts[len(d.starts)-1]+uint32(len(t)))
	}
	return d
}

// chooseTerms returns the sorted vocabulary of the texts: the terms found in most of them, at most limit.
func chooseTerms(texts []string, limit int) []string {
	found := textFrequencies(texts)
	atLeast := 1
	if len(texts) >= rareTexts {
		atLeast = minTexts
	}
	terms := make([]string, 0, len(found))
	for term, n := range found {
		if n >= atLeast {
			terms = append(terms, term)
		}
	}
	if len(terms) > limit {
		slices.SortFunc(terms, func(a, b string) int {
			if found[a] != found[b] {
				return found[b] - found[a]
			}
			return strings.Compare(a, b)
		})
		terms = terms[:limit]
	}
	slices.Sort(terms)
	return terms
}

// textFrequencies counts the texts that each stem occurs in.
func textFrequencies(texts []string) map[string]int {
	type entry struct {
		stem string
		last int // the text it was last seen in, from 1
		n    int
	}
	entries := map[string]*entry{} // by token; tokens of one stem share an entry
	byStem := map[string]*entry{}
	for i, text := range texts {
		scan(text, func(token []byte) {
			e := entries[string(token)]
			if e == nil {
				stem := normalize(token)
				if e = byStem[stem]; e == nil {
					e = &entry{stem: stem}
					byStem[stem] = e
				}
				entries[string(token)] = e
			}
			if e.last != i+1 {
				e.last = i + 1
				e.n++
			}
		})
	}
	delete(byStem, "")
	counts := make(map[string]int, len(byStem))
	for stem, e := range byStem {
		counts[stem] = e.n
	}
	return counts
}

// A counter counts the terms of one text after another. It is not safe for concurrent use.
type counter struct {
	dictionary *dictionary
	memo       map[string]int32 // term by token: -1 unknown, -2 not counted
	counts     []int32          // by term
	seen       []int32          // the terms whose counts are not 0, in the order of their first occurrence
	known, all int              // stems of the text
}

// uncounted is the term of a token that does not count, such as a stop word.
const uncounted = -2

// weight is what a counted term weighs in the text.
func (c *counter) weight(term int32) float32 {
	return float32(local(c.counts[term])) * c.dictionary.weights[term]
}

func newCounter(d *dictionary) *counter {
	return &counter{dictionary: d, memo: map[string]int32{}, counts: make([]int32, d.size())}
}

// count replaces the counts by those of text.
func (c *counter) count(text string) {
	for _, t := range c.seen {
		c.counts[t] = 0
	}
	c.seen, c.known, c.all = c.seen[:0], 0, 0
	scan(text, func(token []byte) {
		term := c.lookUp(token)
		if term == uncounted {
			return
		}
		c.all++
		if term < 0 {
			return
		}
		c.known++
		if c.counts[term] == 0 {
			c.seen = append(c.seen, term)
		}
		c.counts[term]++
	})
}

// lookUp is the term of a token, or uncounted. Tokens that were looked up are remembered, as most
// come again.
func (c *counter) lookUp(token []byte) int32 {
	if term, ok := c.memo[string(token)]; ok {
		return term
	}
	term := int32(uncounted)
	if stem := normalize(token); stem != "" {
		term = c.dictionary.find(stem)
	}
	if len(token) <= maxTokenBytes {
		if len(c.memo) >= memoTokens {
			clear(c.memo)
		}
		c.memo[string(bytes.Clone(token))] = term
	}
	return term
}

// local is the weight of a term that occurs n times in a text.
func local(n int32) float64 { return math.Log1p(float64(n)) }

// weigh sets the dictionary's weights from the texts and returns the weighted texts as rows of unit
// length; texts without a known term are left out.
//
// The weight of a term is its log-entropy (Dumais, Improving the retrieval of information from
// external sources, 1991) times its inverse frequency: (1 + Σ p·ln p ÷ ln N) · ln(1 + N/n), where p
// is the share of the term's occurrences that a text has, N the number of texts and n that of those
// with the term.
func weigh(d *dictionary, texts []string) *sparse {
	rows := countAll(d, texts)
	for t, w := range termWeights(rows, len(texts)) {
		d.weights[t] = float32(w)
	}
	for i := range rows.rows() {
		values := rows.values[rows.starts[i]:rows.starts[i+1]]
		var square float64
		for k := range values {
			values[k] = local(int32(values[k])) * float64(d.weights[rows.columns[rows.starts[i]+k]])
			square += values[k] * values[k]
		}
		for k := range values {
			values[k] /= math.Sqrt(square)
		}
	}
	return rows
}

// countAll returns the counts of the texts that have a known term.
func countAll(d *dictionary, texts []string) *sparse {
	rows := &sparse{starts: []int{0}, width: d.size()}
	c := newCounter(d)
	for _, text := range texts {
		c.count(text)
		if len(c.seen) == 0 {
			continue
		}
		for _, t := range c.seen {
			rows.columns = append(rows.columns, t)
			rows.values = append(rows.values, float64(c.counts[t]))
		}
		rows.starts = append(rows.starts, len(rows.columns))
	}
	return rows
}

// termWeights weighs terms by how unevenly they are spread over the texts (log-entropy): a term
// that is everywhere counts for nothing.
func termWeights(counts *sparse, texts int) []float64 {
	total, entropy, n := make([]float64, counts.width), make([]float64, counts.width), make([]float64, counts.width)
	for k, t := range counts.columns {
		total[t] += counts.values[k]
		n[t]++
	}
	for k, t := range counts.columns {
		p := counts.values[k] / total[t]
		entropy[t] -= p * math.Log(p)
	}
	weights := make([]float64, counts.width)
	for t := range weights {
		spread := entropy[t] / math.Log(float64(texts)+1) // below 1 even for a term that all texts share evenly
		weights[t] = (1 - spread) * math.Log1p(float64(texts)/n[t])
	}
	return weights
}
