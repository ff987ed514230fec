package contradict

import (
	"math"
	"slices"
)

// Base holds statements and finds, for each, the few worth judging.
// Add is not safe beside other calls; everything else may run concurrently.
type Base struct {
	statements []*Parsed
	ids        map[string]int32 // stem to term
	postings   [][]int32        // term to statements, ascending
	terms      [][]int32        // statement to its terms, ascending, each once
	templates  templates
	anchored   [][]int32 // term to the statements with slots that it anchors
	anchors    [][]int32 // statement to its anchoring terms
}

// NewBase returns a base of these statements.
func NewBase(statements []*Parsed) *Base {
	b := &Base{ids: make(map[string]int32, len(statements)), templates: templates{}}
	b.statements = make([]*Parsed, 0, len(statements))
	for _, s := range statements {
		b.Add(s)
	}
	return b
}

// Len returns how many statements the base holds.
func (b *Base) Len() int { return len(b.statements) }

// Statement returns the i-th statement added.
func (b *Base) Statement(i int) *Parsed { return b.statements[i] }

// Add adds a statement and returns its index.
func (b *Base) Add(p *Parsed) int {
	n := int32(len(b.statements))
	b.statements = append(b.statements, p)
	b.templates.add(p)
	var terms []int32
	for _, t := range p.indexTerms() {
		terms = append(terms, b.termID(t))
	}
	slices.Sort(terms)
	terms = slices.Compact(terms)
	for _, id := range terms {
		b.postings[id] = append(b.postings[id], n)
	}
	b.terms = append(b.terms, terms)
	b.addAnchors(p, n)
	return int(n)
}

// addAnchors indexes the anchors of a statement that has slots.
func (b *Base) addAnchors(p *Parsed, n int32) {
	var ids []int32
	if p.slotMask != 0 {
		for _, a := range p.anchors {
			if a.weight > genericAnchor {
				id := b.termID(a.term)
				ids = append(ids, id)
				b.anchored[id] = append(b.anchored[id], n)
			}
		}
	}
	b.anchors = append(b.anchors, ids)
}

func (b *Base) termID(term string) int32 {
	id, ok := b.ids[term]
	if !ok {
		id = int32(len(b.postings))
		b.ids[term] = id
		b.postings = append(b.postings, nil)
		b.anchored = append(b.anchored, nil)
	}
	return id
}

// Rarity weighs a stem by how few statements of the base have it: 0.15 in nearly all of them, 1.15 in none.
//
//	0.15 + log(1 + n/(1+df)) ÷ log(1+n)
func (b *Base) Rarity(term string) float64 {
	id, ok := b.ids[term]
	if !ok {
		return b.weight(0)
	}
	return b.weight(len(b.postings[id]))
}

// smallBase is the number of statements below which rarity says nothing.
const smallBase = 200

func (b *Base) weight(df int) float64 {
	n := float64(len(b.statements))
	if n < smallBase {
		return 1
	}
	return 0.15 + math.Log(1+n/(1+float64(df)))/math.Log(1+n)
}
