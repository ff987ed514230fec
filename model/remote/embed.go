package remote

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/9aea2451/kb/kb/secret"
	"github.com/9aea2451/kb/model"
	"github.com/9aea2451/kb/text/wording"
)

const (
	embedTimeout = 30 * time.Second
	queryTimeout = 10 * time.Second // a person waits

	maxTextBytes = 16 << 10 // of a text; what follows is left out, since 8192 tokens is what most servers take
	replyPerText = 96 << 10 // bytes of a reply for each text: the most dimensions, written out
)

// embedder is the Embedder of a server. It is safe for concurrent use.
type embedder struct {
	*line
	mu     sync.Mutex
	length int // of the vectors, 0 before the first
}

// NewEmbedder returns the Embedder of a server. Requests are batched, retried (429, 5xx, network)
// with backoff, and cancelled with their context. Secrets in the texts are replaced before they are
// sent. Returned vectors are checked for length and normalised. Nothing is sent before the first
// call of Documents or Query.
func NewEmbedder(e Endpoint, use model.Use) (model.Embedder, error) {
	e.Timeout = cmp.Or(e.Timeout, embedTimeout)
	l, err := open(model.RoleEmbed, e, use)
	if err != nil {
		return nil, err
	}
	return &embedder{line: l, length: e.Dimensions}, nil
}

// Model names all that changes a vector: provider, model, dimensions asked for, and a checksum of
// the prefixes if there are any.
func (r *embedder) Model() string {
	name := r.server.Provider + "/" + r.server.Model
	if r.server.Dimensions > 0 {
		name += fmt.Sprintf("/%d", r.server.Dimensions)
	}
	if r.server.QueryPrefix != "" || r.server.DocumentPrefix != "" {
		sum := sha256.Sum256([]byte(r.server.QueryPrefix + "\x00" + r.server.DocumentPrefix))
		name += fmt.Sprintf("/%x", sum[:4])
	}
	return name
}

// Dimensions is the length of the vectors, 0 while no vector has been seen and none was asked for.
func (r *embedder) Dimensions() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.length
}

// Documents returns a unit vector for each text, nil for one that is blank.
func (r *embedder) Documents(ctx context.Context, texts []string) ([][]float32, error) {
	return r.embed(ctx, texts, r.server.DocumentPrefix, call{timeout: r.server.Timeout, retries: 3})
}

// Query returns the unit vector of a text, nil for a blank one.
func (r *embedder) Query(ctx context.Context, text string) ([]float32, error) {
	found, err := r.embed(ctx, []string{text}, r.server.QueryPrefix, call{timeout: min(r.server.Timeout, queryTimeout), retries: 1})
	if err != nil {
		return nil, err
	}
	return found[0], nil
}

// embed asks for the vectors of texts, in batches.
func (r *embedder) embed(ctx context.Context, texts []string, prefix string, c call) ([][]float32, error) {
	found := make([][]float32, len(texts))
	var places []int
	var batch []string
	for i, text := range texts {
		if strings.TrimSpace(text) != "" {
			places, batch = append(places, i), append(batch, prefix+wording.Bytes(secret.Replace(text), maxTextBytes))
		}
		if len(batch) == r.server.Batch || i == len(texts)-1 && len(batch) > 0 {
			vectors, err := r.embedBatch(ctx, batch, c)
			if err != nil {
				return nil, err
			}
			for j, at := range places {
				found[at] = vectors[j]
			}
			places, batch = places[:0], batch[:0]
		}
	}
	return found, nil
}

// embedBatch asks for the vectors of some texts.
func (r *embedder) embedBatch(ctx context.Context, texts []string, c call) (vectors [][]float32, err error) {
	content := embedRequest{Model: r.server.Model, Input: texts, Dimensions: r.server.Dimensions}
	decode := decodeOpenAI
	c.path, c.content = "embeddings", content
	if r.server.Provider == Ollama {
		c.path, decode = "api/embed", decodeOllama
	}
	c.limit = int64(replyBase + replyPerText*len(texts))
	bytes := 0
	for _, text := range texts {
		bytes += len(text)
	}
	c.most = r.server.Price.of(model.Estimate(bytes), 0)
	c.decode = func(body []byte) (in, out int, err error) {
		if vectors, in, err = decode(body, len(texts)); err == nil {
			err = r.accept(vectors)
		}
		return in, 0, err
	}
	if err := r.do(ctx, c); err != nil {
		return nil, err
	}
	return vectors, nil
}

// embedRequest is the body of POST {base}/embeddings and of Ollama's POST {base}/api/embed. Ollama
// cuts texts that are too long for the model.
type embedRequest struct {
	Model      string   `json:"model"`
	Input      []string `json:"input"`
	Dimensions int      `json:"dimensions,omitempty"`
}

// accept makes vectors unit vectors and refuses those that do not belong together: a server may
// change its model at any time.
func (r *embedder) accept(vectors [][]float32) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	length := r.length
	for _, v := range vectors {
		length = cmp.Or(length, len(v))
		switch {
		case len(v) == 0 || len(v) > MaxDimensions:
			return fmt.Errorf("a vector of %d dimensions came back: 1 to %d can be used", len(v), MaxDimensions)
		case len(v) != length:
			return fmt.Errorf("a vector of %d dimensions came back where %d were expected", len(v), length)
		case !model.Unit(v):
			return errors.New("a vector without a direction came back")
		}
	}
	r.length = length
	return nil
}
