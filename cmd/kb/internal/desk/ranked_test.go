package desk

import (
	"context"
	"errors"
	"testing"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/index/search"
)

// lastFirst is a model that likes the last text best.
type lastFirst struct{ err error }

func (lastFirst) Model() string { return "last" }

func (m lastFirst) Rerank(_ context.Context, _ string, texts []string) ([]float64, error) {
	scores := make([]float64, len(texts))
	for i := range scores {
		scores[i] = float64(i)
	}
	return scores, m.err
}

// A model looks at more hits than are asked for, and only who asks is told what a hit's score comes of.
func TestRankedByAModel(t *testing.T) {
	warned := 0
	d := &Desk{reranker: lastFirst{}, o: Options{Warn: func(string) { warned++ }}}
	find := func(_ context.Context, q index.Query) (*index.Answer, error) {
		a := &index.Answer{Query: q.Text, Terms: []string{"tea"}}
		for i := range min(q.Limit, 5) {
			h := index.Hit{Path: string(rune('a' + i)), Score: 1}
			if q.Explain {
				h.Factors, h.Confidence = map[string]float64{"links": 1.1}, &search.Confidence{}
			}
			a.Hits = append(a.Hits, h)
		}
		return a, nil
	}
	for _, c := range []struct {
		q     index.Query
		model error
		first string // of the hits
		told  bool
	}{
		{q: index.Query{Text: "tea", Limit: 2}, first: "e"},
		{q: index.Query{Text: "tea", Limit: 2, Explain: true}, first: "e", told: true},
		{q: index.Query{Text: "tea", Limit: 2, Mode: index.Keyword}, first: "a"}, // a model is asked about meaning alone
		{q: index.Query{Text: "tea", Limit: 2}, model: errors.New("broken"), first: "a"},
	} {
		d.reranker = lastFirst{c.model}
		a, err := d.Ranked(t.Context(), c.q, find)
		if err != nil {
			t.Fatal(err)
		}
		if len(a.Hits) != 2 || a.Hits[0].Path != c.first {
			t.Errorf("%+v: %+v", c.q, a.Hits)
		}
		if told := a.Hits[0].Factors != nil && a.Hits[1].Confidence != nil; told != c.told {
			t.Errorf("%+v: the factors are told: %v", c.q, told)
		}
	}
	if warned != 1 {
		t.Errorf("%d warnings of a model that failed once", warned)
	}
	broken := errors.New("no index")
	_, err := d.Ranked(t.Context(), index.Query{Text: "tea"}, func(context.Context, index.Query) (*index.Answer, error) {
		return nil, broken
	})
	if !errors.Is(err, broken) {
		t.Errorf("a search that failed: %v", err)
	}
}
