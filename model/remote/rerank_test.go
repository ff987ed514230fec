package remote

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/model"
)

// Each text has its score, whatever the order of the answer; an answer that scores otherwise is none.
func TestScores(t *testing.T) {
	for answer, want := range map[string][]float64{
		`{"results": [{"index": 1, "relevance_score": 0.25}, {"index": 0, "relevance_score": 0.5}]}`: {0.5, 0.25},
		`{"results": [{"index": 0, "relevance_score": 0.5}]}`:                                        nil,
		`{"results": [{"index": 0, "relevance_score": 1}, {"index": 0, "relevance_score": 1}]}`:      nil,
		`{"results": [{"index": 0, "relevance_score": 1}, {"index": 2, "relevance_score": 1}]}`:      nil,
		`{"results": [{"index": 0, "relevance_score": 1}, {"index": -1, "relevance_score": 1}]}`:     nil,
		`{"results": [{"index": 0, "relevance_score": 1}, {"relevance_score": 1}]}`:                  nil,
		`{"results": [{"index": 0, "relevance_score": 1}, {"index": 1}]}`:                            nil,
		`{"results": `: nil,
	} {
		var path, asked string
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			path, asked = r.URL.Path, string(body)
			io.WriteString(w, answer)
		}))
		e := Endpoint{Provider: Cohere, URL: s.URL + "/v1", Model: "toy"}
		r, err := NewReranker(e, model.Use{Meter: model.NewMeter(model.Limits{})})
		if err != nil {
			t.Fatal(err)
		}
		got, err := r.Rerank(t.Context(), "which tea", []string{" green ", " \n"})
		if !slices.Equal(got, want) || (err == nil) != (want != nil) {
			t.Errorf("%s: %v, %v", answer, got, err)
		}
		if path != "/v1/rerank" || !strings.Contains(asked, `"query":"which tea","documents":["green","-"]`) || r.Model() != "cohere/toy" {
			t.Errorf("asked %s for %s of %s", path, asked, r.Model())
		}
		s.Close()
	}
}

// Ollama ranks by the cosines of its vectors, which are asked for at once.
func TestScoresOfVectors(t *testing.T) {
	s := newTestServer(t, nil)
	e := Endpoint{Provider: Ollama, URL: s.URL, Model: "toy", QueryPrefix: "q: ", DocumentPrefix: "d: "}
	r, err := NewReranker(e, model.Use{Meter: model.NewMeter(model.Limits{})})
	if err != nil {
		t.Fatal(err)
	}
	got, err := r.Rerank(t.Context(), "tea", []string{"green", strings.Repeat("x", 400)})
	if err != nil || len(got) != 2 || got[0] <= got[1] || got[0] > 1.001 || got[1] < 0.5 {
		t.Errorf("%v, %v", got, err)
	}
	if len(s.requests) != 1 || s.requests[0].path != "POST /api/embed" ||
		!slices.Equal(s.requests[0].Input[:2], []string{"q: tea", "d: green"}) {
		t.Errorf("asked %+v", s.requests)
	}
	for n, fails := range map[int]bool{0: false, maxRerankTexts: false, maxRerankTexts + 1: true} {
		got, err := r.Rerank(t.Context(), "tea", slices.Repeat([]string{"a"}, n))
		if fails != (err != nil) || !fails && len(got) != n {
			t.Errorf("%d texts: %d scores, %v", n, len(got), err)
		}
	}
}
