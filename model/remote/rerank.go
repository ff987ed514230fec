package remote

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/9aea2451/kb/kb/secret"
	"github.com/9aea2451/kb/model"
	"github.com/9aea2451/kb/text/wording"
)

const (
	cohereDefault = "https://api.cohere.com/v2"

	rerankTimeout  = 380 * time.Millisecond // a person waits for a search
	maxRerankTexts = 100
	maxRerankBytes = 4 << 10 // of a text
)

// reranker is the Reranker of a server.
type reranker struct {
	*line
	vectors *embedder // of Ollama, which has no other way to compare; else nil
}

// NewReranker returns the Reranker of a server: what Cohere's protocol answers, or, as Ollama has
// none, the cosines of its vectors. It is asked once, without a second try.
func NewReranker(e Endpoint, use model.Use) (model.Reranker, error) {
	e.Timeout = cmp.Or(e.Timeout, rerankTimeout)
	l, err := open(model.RoleRerank, e, use)
	if err != nil {
		return nil, err
	}
	r := &reranker{line: l}
	if e.Provider == Ollama {
		r.vectors = &embedder{line: l, length: e.Dimensions}
	}
	return r, nil
}

// Model names provider and model.
func (r *reranker) Model() string { return r.server.Provider + "/" + r.server.Model }

// Rerank returns a score for each text, which are at most maxRerankTexts.
func (r *reranker) Rerank(ctx context.Context, query string, texts []string) ([]float64, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	if len(texts) > maxRerankTexts {
		return nil, fmt.Errorf("%d texts to rank: at most %d", len(texts), maxRerankTexts)
	}
	query = wording.Bytes(secret.Replace(query), maxRerankBytes)
	cut := make([]string, len(texts))
	bytes := 0
	for i, text := range texts {
		// A blank text has no vector, and some servers refuse one.
		cut[i] = cmp.Or(strings.TrimSpace(wording.Bytes(secret.Replace(text), maxRerankBytes)), "-")
		bytes += len(cut[i]) + len(query)
	}
	if r.vectors != nil {
		batch := []string{r.server.QueryPrefix + query}
		for _, text := range cut {
			batch = append(batch, r.server.DocumentPrefix+text)
		}
		vectors, err := r.vectors.embedBatch(ctx, batch, call{timeout: r.server.Timeout})
		if err != nil {
			return nil, err
		}
		scores := make([]float64, len(cut))
		for i, v := range vectors[1:] {
			for j, x := range v {
				scores[i] += float64(x) * float64(vectors[0][j])
			}
		}
		return scores, nil
	}
	var scores []float64
	err := r.do(ctx, call{
		path: "rerank", content: rerankRequest{Model: r.server.Model, Query: query, Documents: cut},
		limit: replyBase, timeout: r.server.Timeout, most: r.server.Price.of(model.Estimate(bytes), 0),
		decode: func(body []byte) (in, out int, err error) {
			scores, in, err = decodeRerank(body, len(texts))
			return in, 0, err
		},
	})
	return scores, err
}

// rerankRequest is the body of POST {base}/rerank.
type rerankRequest struct {
	Model     string   `json:"model"`
	Query     string   `json:"query"`
	Documents []string `json:"documents"`
}

// decodeRerank reads a score for each text, in the order of the texts.
func decodeRerank(body []byte, texts int) (scores []float64, tokens int, err error) {
	var answer struct {
		Results []struct {
			Index *int     `json:"index"`
			Score *float64 `json:"relevance_score"`
		} `json:"results"`
		Usage struct {
			Tokens int `json:"total_tokens"`
		} `json:"usage"`
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return nil, 0, err
	}
	if len(answer.Results) != texts {
		return nil, 0, fmt.Errorf("%d scores for %d texts", len(answer.Results), texts)
	}
	scores = make([]float64, texts)
	for i := range scores {
		scores[i] = math.NaN()
	}
	for _, r := range answer.Results {
		switch {
		case r.Index == nil || *r.Index < 0 || *r.Index >= texts || !math.IsNaN(scores[*r.Index]):
			return nil, 0, errors.New("scores are numbered wrongly")
		case r.Score == nil:
			return nil, 0, errors.New("a text without a score")
		}
		scores[*r.Index] = *r.Score
	}
	return scores, answer.Usage.Tokens, nil
}
