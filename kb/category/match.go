package category

import (
	"math"
	"slices"
	"strings"
)

// Threshold is the least score with which a note that names no category belongs to one. It is the
// least of those with the best F1 on the half of testdata/labelled.tsv that it was chosen on: 80
// notes, 20 of them of no category. Precision and recall there and on the other 80, at neighbouring
// thresholds:
//
//	threshold   chosen on      held out
//	     0.30   0.841  0.883   0.900  0.900
//	     0.40   0.944  0.850   0.980  0.817
//	     0.50   0.943  0.833   1.000  0.733
//	     0.60   0.967  0.483   1.000  0.617
//
// The notes are two sentences each and were written by the authors of the default categories;
// others may fare worse.
const Threshold = 0.40

// Match is how well a note fits a category.
type Match struct {
	Name  string   `json:"name"`
	Score float64  `json:"score"`           // 0–1: 1 − (1−tags)·(1−words)
	Tags  float64  `json:"tags"`            // 0–1: the note's tags that are tags of the category
	Words float64  `json:"words"`           // 0–1: the words of its title and text that are
	Terms []string `json:"terms,omitempty"` // what matched, as stems, the strongest first
}

// Guess gives the category that a note with this title, tags and text belongs to, and the score in
// [0, 1]; "" where no score reaches Threshold. For many notes use a Matcher.
func Guess(defs []Definition, title string, tags []string, text string) (name string, score float64) {
	best := NewMatcher(defs).Match(title, tags, text)
	if best.Score < Threshold {
		return "", best.Score
	}
	return best.Name, best.Score
}

// Weights of a word by where it stands in the definition and in the note.
const (
	descriptionWeight = 0.4 // against a tag's 1
	phraseWeight      = 1.6 // of several words in a row
	titleWeight       = 2.0 // against a word of the text
	maxCount          = 3   // of one word in the text
	lengthScale       = 60  // words of text beyond which evidence is thinned
	enoughEvidence    = 2.2 // for a words part of 1 − 1/e where no other category has any
	tagPart           = 0.6 // of one tag that only one category has
)

// maxText bounds the words of a text that are looked at.
const maxText = 400

// Matcher compares notes with categories. Not for concurrent use.
type Matcher struct {
	names   []string
	terms   map[string][]weight // of a stem or a phrase of stems
	tags    map[string][]int    // the categories that have a tag or are called so
	longest int                 // words of the longest phrase
	stemmer *stemmer
}

// weight is what a term says for a category.
type weight struct {
	category int
	value    float64
}

// NewMatcher prepares the words of the definitions. A term of several categories is worth less for each.
func NewMatcher(defs []Definition) *Matcher {
	m := &Matcher{terms: map[string][]weight{}, tags: map[string][]int{}, longest: 1, stemmer: newStemmer()}
	for i, d := range defs {
		m.names = append(m.names, d.Name)
		for _, tag := range append([]string{d.Name, d.Title}, d.Tags...) {
			stems := m.stemmer.stems(tag)
			value := 1.0
			if len(stems) > 1 {
				value = phraseWeight
			}
			m.add(strings.Join(stems, " "), i, value)
			m.longest = max(m.longest, len(stems))
			if slug := Slug(tag); slug != "" && !slices.Contains(m.tags[slug], i) {
				m.tags[slug] = append(m.tags[slug], i)
			}
		}
		for _, stem := range m.stemmer.stems(d.Description) {
			m.add(stem, i, descriptionWeight)
		}
	}
	for _, list := range m.terms {
		for i := range list {
			list[i].value /= float64(len(list))
		}
	}
	return m
}

// add keeps the greatest weight of a term for a category.
func (m *Matcher) add(term string, category int, value float64) {
	if term == "" {
		return
	}
	for i := range m.terms[term] {
		if w := &m.terms[term][i]; w.category == category {
			w.value = max(w.value, value)
			return
		}
	}
	m.terms[term] = append(m.terms[term], weight{category, value})
}

// Match gives the category that fits best, the zero Match when there are none.
func (m *Matcher) Match(title string, tags []string, text string) Match {
	if all := m.MatchAll(title, tags, text); len(all) > 0 {
		return all[0]
	}
	return Match{}
}

// MatchAll gives every category, the best one first; equal ones by name.
//
// The evidence for a category is the sum over its terms in the note of weight × (2 in the title +
// the root of the count in the text), thinned for long texts. The words part is 1 −
// exp(−evidence/2.2), times the share that the category has of its own evidence and the best
// rival's: what fits two categories alike decides for none.
func (m *Matcher) MatchAll(title string, tags []string, text string) []Match {
	n := len(m.names)
	// What stands in the title counts more.
	found := make([]evidence, len(m.names))
	inTitle := map[string]float64{}
	m.count(m.stemmer.stems(title), inTitle)
	inText := map[string]float64{}
	stems := m.stemmer.stems(text)
	m.count(stems, inText)
	thin := 1 / (1 + math.Log1p(float64(max(0, len(stems)-lengthScale))/lengthScale))
	add := func(term string, amount float64) {
		for _, w := range m.terms[term] {
			e := &found[w.category]
			if e.term == nil {
				e.term = map[string]float64{}
			}
			e.term[term] += w.value * amount
		}
	}
	for term := range inTitle {
		add(term, titleWeight)
	}
	for term, count := range inText {
		add(term, math.Sqrt(min(count, maxCount))*thin)
	}
	for i := range found {
		for _, term := range found[i].terms() { // in order: sums must not depend on that of a map
			found[i].sum += found[i].term[term]
		}
	}
	tagged := make([]float64, n)
	for _, tag := range tags {
		for _, c := range m.tags[Slug(tag)] {
			tagged[c] = 1 - (1-tagged[c])*(1-tagPart/float64(len(m.tags[Slug(tag)])))
		}
	}
	out := make([]Match, n)
	for i := range out {
		out[i] = Match{Name: m.names[i], Tags: tagged[i], Words: m.wordsPart(found, i), Terms: found[i].terms()}
		out[i].Score = 1 - (1-out[i].Tags)*(1-out[i].Words)
	}
	slices.SortStableFunc(out, func(a, b Match) int {
		switch {
		case a.Score > b.Score:
			return -1
		case a.Score < b.Score:
			return 1
		}
		return strings.Compare(a.Name, b.Name)
	})
	return out
}

// wordsPart weighs the evidence for a category against that for its best rival.
func (m *Matcher) wordsPart(found []evidence, category int) float64 {
	own, rival := found[category].sum, 0.0
	for i := range found {
		if i != category {
			rival = max(rival, found[i].sum)
		}
	}
	if own == 0 {
		return 0
	}
	return (1 - math.Exp(-own/enoughEvidence)) * own / (own + rival)
}

// evidence is what the words of a note say for a category.
type evidence struct {
	sum  float64
	term map[string]float64
}

// terms are the terms, the strongest first.
func (e evidence) terms() []string {
	var out []string
	for t := range e.term {
		out = append(out, t)
	}
	slices.SortFunc(out, func(a, b string) int {
		switch {
		case e.term[a] > e.term[b]:
			return -1
		case e.term[a] < e.term[b]:
			return 1
		}
		return strings.Compare(a, b)
	})
	return out
}

// count counts the known terms among stems: a phrase hides the words that it is made of.
func (m *Matcher) count(stems []string, into map[string]float64) {
	for i := 0; i < len(stems); {
		step := 1
		for n := min(m.longest, len(stems)-i); n > 0; n-- {
			term := stems[i]
			if n > 1 {
				term = strings.Join(stems[i:i+n], " ")
			}
			if _, known := m.terms[term]; known {
				into[term]++
				step = n
				break
			}
		}
		i += step
	}
}
