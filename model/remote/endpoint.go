// Package remote asks the servers of models over HTTP: Ollama, whatever speaks OpenAI's protocol,
// Anthropic's messages, and Cohere's rerank. It and index/org/cluster are the only packages of
// kb that open a connection by themselves.
//
// # Limitations
//
// A server is never trusted: what it sends is bounded in time and bytes, must have the form that was
// asked for, and is text to whoever asked. No tool is offered to a model, and one that asks for a
// tool gets an error.
package remote

import (
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/9aea2451/kb/model"
)

// The providers that are reached over a network.
const (
	OpenAI    = "openai" // any compatible endpoint
	Ollama    = "ollama"
	Anthropic = "anthropic"
	Cohere    = "cohere" // any endpoint with its /rerank: llama.cpp, vLLM, Jina, Infinity
)

// Endpoint is a model of a server; it comes from the user's configuration or environment, never
// from a repository.
type Endpoint struct {
	Provider string
	URL      string // base URL; openai: with /v1; ollama: OLLAMA_HOST grammar; "" for the provider's own
	Key      string // bearer token, "" for none
	Model    string
	Timeout  time.Duration // of a try, 0 for the default of the role
	Refuse   string        // why the server must not be called; "": it may be
	Price    Price

	// Of embeddings:
	Dimensions                  int    // asked of the server; 0: whatever it returns
	Batch                       int    // texts a request, 1 to MaxBatch, default 64
	QueryPrefix, DocumentPrefix string // put before each text; many models were trained with them

	MaxTokens int // of an answer of a chat, default 1024
}

// Price is what a million tokens cost in US dollars. Where Known is false nothing is known of it.
type Price struct {
	In, Out float64
	Known   bool
}

// of is what so many tokens cost.
func (p Price) of(in, out int) model.Usage {
	return model.Usage{In: in, Out: out, Cost: (float64(in)*p.In + float64(out)*p.Out) / 1e6}
}

// Providers lists who can have a role.
func Providers(role string) []string {
	switch role {
	case model.RoleRerank:
		return []string{Cohere, Ollama}
	case model.RoleChat:
		return []string{OpenAI, Ollama, Anthropic}
	}
	return []string{OpenAI, Ollama}
}

// Bounds of an Endpoint.
const (
	MaxDimensions = 1 << 12 // of a vector
	MaxBatch      = 512
	MaxTokens     = 1 << 15
	defaultBatch  = 64
	defaultTokens = 1 << 10

	maxModelName = 200 // bytes; the name is written into the index
)

// Host names the server of an Endpoint, for a person to read; user names and passwords in its URL
// are left out.
func (e *Endpoint) Host() string {
	base, err := e.baseURL()
	if err != nil {
		return ""
	}
	return base.Scheme + "://" + base.Host
}

// baseURL is where the server answers.
func (e *Endpoint) baseURL() (*url.URL, error) {
	switch e.Provider {
	case Ollama:
		return ollamaURL(e.URL)
	case Anthropic:
		return httpURL(e.Provider, e.URL, anthropicDefault)
	case Cohere:
		return httpURL(e.Provider, e.URL, cohereDefault)
	}
	return httpURL(e.Provider, e.URL, openAIDefault)
}

// httpURL reads the address of a server, which must be one of HTTP; "" is the provider's own.
func httpURL(provider, base, own string) (*url.URL, error) {
	if base == "" {
		base = own
	}
	u, err := url.Parse(strings.TrimSpace(base))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return nil, fmt.Errorf("%s: the address must be like %s", provider, own) // the wrong one is not repeated: it may hold a secret
	}
	return u, nil
}
