package embed

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/9aea2451/kb/kb/secret"
	"github.com/9aea2451/kb/text/wording"
)

// Remote configures a server; it comes from the user's configuration or environment, never from a repository.
type Remote struct {
	Provider                    string // "openai" (any compatible endpoint) or "ollama"
	URL                         string // base URL; openai: with /v1; ollama: OLLAMA_HOST grammar
	Key                         string // bearer token, "" for none
	ModelName                   string
	Dimensions                  int           // asked of the server; 0: whatever it returns
	Batch                       int           // texts a request, 1 to MaxBatch, default 64
	Timeout                     time.Duration // of a request, default 30 s
	QueryPrefix, DocumentPrefix string        // put before each text; many models were trained with them
	Refuse                      string        // why the server must not be called; "": it may be
}

// Bounds of a Remote.
const (
	MaxBatch     = 512
	defaultBatch = 64

	defaultTimeout = 30 * time.Second
	queryTimeout   = 10 * time.Second // a person waits

	maxModelName = 200      // bytes; the name is written into the index
	maxTextBytes = 16 << 10 // of a text; what follows is left out, since 8192 tokens is what most servers take
	failurePause = 30 * time.Second
)

// remote is the Provider of a server. It is safe for concurrent use.
type remote struct {
	server Remote
	base   *url.URL
	client *http.Client
	delay  time.Duration // before the first retry, doubled with each
	now    func() time.Time

	mu       sync.Mutex
	length   int       // of the vectors, 0 before the first
	failed   error     // the last call's, nil when it went well
	failedAt time.Time // callers within failurePause get the same error, without waiting again
}

// NewRemote returns a Provider for a server. Requests are batched, retried (429, 5xx, network) with
// backoff, and cancelled with their context. Secrets in the texts are replaced before they are sent
// (secret.Replace). Returned vectors are checked for length and normalised. Nothing is sent before
// the first call of Documents or Query.
func NewRemote(r Remote) (Provider, error) {
	r.Batch, r.Timeout = cmp.Or(r.Batch, defaultBatch), cmp.Or(r.Timeout, defaultTimeout)
	if err := r.check(); err != nil {
		return nil, err
	}
	base, err := r.baseURL()
	if err != nil {
		return nil, err
	}
	return &remote{server: r, base: base, client: newClient(), delay: 250 * time.Millisecond, now: time.Now, length: r.Dimensions}, nil
}

// check refuses settings that no server could be asked with.
func (r *Remote) check() error {
	switch {
	case r.Provider != "openai" && r.Provider != "ollama":
		return fmt.Errorf("unknown embedding server %q: use openai or ollama", r.Provider)
	case r.ModelName == "":
		return fmt.Errorf("%s: no model named", r.Provider)
	case len(r.ModelName) > maxModelName:
		return fmt.Errorf("%s: name of the model longer than %d bytes", r.Provider, maxModelName)
	case r.Dimensions < 0 || r.Dimensions > maxDimensions:
		return fmt.Errorf("%s: %d dimensions: use 1 to %d", r.Provider, r.Dimensions, maxDimensions)
	case r.Batch < 1 || r.Batch > MaxBatch:
		return fmt.Errorf("%s: batches of %d texts: use 1 to %d", r.Provider, r.Batch, MaxBatch)
	case r.Timeout < 0:
		return fmt.Errorf("%s: negative timeout", r.Provider)
	case strings.ContainsFunc(r.Key, func(c rune) bool { return c <= ' ' || c > '~' }):
		return fmt.Errorf("%s: the key has characters that no header can carry", r.Provider)
	}
	return nil
}

// Host names the server of a Remote, for a person to read; user names and passwords in its URL are left out.
func (r *Remote) Host() string {
	base, err := r.baseURL()
	if err != nil {
		return ""
	}
	return base.Scheme + "://" + base.Host
}

// baseURL is where the server answers.
func (r *Remote) baseURL() (*url.URL, error) {
	if r.Provider == "ollama" {
		return ollamaURL(r.URL)
	}
	return openAIURL(r.URL)
}

// Model names all that changes a vector: provider, model, dimensions asked for, and a checksum of
// the prefixes if there are any.
func (r *remote) Model() string {
	name := r.server.Provider + "/" + r.server.ModelName
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
func (r *remote) Dimensions() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.length
}

// Documents returns a unit vector for each text, nil for one that is blank.
func (r *remote) Documents(ctx context.Context, texts []string) ([][]float32, error) {
	return r.embed(ctx, texts, call{prefix: r.server.DocumentPrefix, timeout: r.server.Timeout, retries: 3})
}

// Query returns the unit vector of a text, nil for a blank one.
func (r *remote) Query(ctx context.Context, text string) ([]float32, error) {
	found, err := r.embed(ctx, []string{text}, call{prefix: r.server.QueryPrefix, timeout: min(r.server.Timeout, queryTimeout), retries: 1})
	if err != nil {
		return nil, err
	}
	return found[0], nil
}

// call is how a batch is asked for.
type call struct {
	prefix  string
	timeout time.Duration // of an attempt
	retries int
}

// embed asks for the vectors of texts that are not known from before, in batches.
func (r *remote) embed(ctx context.Context, texts []string, c call) ([][]float32, error) {
	if err := r.ready(); err != nil {
		return nil, err
	}
	found := make([][]float32, len(texts))
	var places []int
	var batch []string
	for i, text := range texts {
		if strings.TrimSpace(text) != "" {
			places, batch = append(places, i), append(batch, c.prefix+wording.Bytes(secret.Replace(text), maxTextBytes))
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

// embedBatch asks for the vectors of some texts and remembers how it went.
func (r *remote) embedBatch(ctx context.Context, texts []string, c call) ([][]float32, error) {
	vectors, err := r.ask(ctx, texts, c)
	if err == nil {
		err = r.accept(vectors)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		err = fmt.Errorf("%s at %s: %w", r.server.Provider, r.server.Host(), err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failed, r.failedAt = err, r.now()
	return vectors, err
}

// ready reports why the server is not to be called now.
func (r *remote) ready() error {
	if r.server.Refuse != "" {
		return fmt.Errorf("%s at %s: %s", r.server.Provider, r.server.Host(), r.server.Refuse)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failed != nil && r.now().Sub(r.failedAt) < failurePause {
		return r.failed
	}
	return nil
}

// accept makes vectors unit vectors and refuses those that do not belong together: a server may
// change its model at any time.
func (r *remote) accept(vectors [][]float32) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	length := r.length
	for _, v := range vectors {
		length = cmp.Or(length, len(v))
		switch {
		case len(v) == 0 || len(v) > maxDimensions:
			return fmt.Errorf("a vector of %d dimensions came back: 1 to %d can be used", len(v), maxDimensions)
		case len(v) != length:
			return fmt.Errorf("a vector of %d dimensions came back where %d were expected", len(v), length)
		case !normalizeLength(v):
			return errors.New("a vector without a direction came back")
		}
	}
	r.length = length
	return nil
}
