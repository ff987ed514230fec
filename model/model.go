// Package model is what kb can ask of models that the user named: vectors of texts, an order of
// texts for a query, an answer in a given form. It says how they are asked, what that may cost and
// what is kept of it; model/remote asks servers.
//
// Nothing here is needed: without a model every verb works, and no repository can name one.
package model

import (
	"context"
	"errors"
	"math"

	"github.com/9aea2451/kb/kb/secret"
	"github.com/google/jsonschema-go/jsonschema"
)

// The roles that a user's configuration names models for.
const (
	RoleEmbed  = "embed"
	RoleRerank = "rerank"
	RoleChat   = "chat"
)

// What asking a model can fail with, besides a server's own errors.
var (
	ErrLimit  = errors.New("limit reached")               // of the Meter; nothing was sent
	ErrLate   = errors.New("no answer")                   // within the time that it had
	ErrPaused = errors.New("paused after failures")       // the breaker is open; nothing was sent
	ErrShown  = errors.New("shown, not sent")             // Use.Show has it
	ErrForm   = errors.New("the answer has not the form") // that was asked for; it was paid for all the same
)

// Embedder turns texts into vectors. Vectors of one model have one length and unit norm; a text
// without any known word gives a nil vector.
type Embedder interface {
	// Model identifies provider, model, dimensions and everything else that changes a vector.
	// Vectors of different models never meet.
	Model() string
	Dimensions() int
	// Documents embeds texts to be found; Query embeds what is looked for.
	Documents(ctx context.Context, texts []string) ([][]float32, error)
	Query(ctx context.Context, text string) ([]float32, error)
}

// Reranker scores texts for a query. Scores can be compared within one call only.
type Reranker interface {
	Model() string
	Rerank(ctx context.Context, query string, texts []string) ([]float64, error)
}

// Chat answers prompts.
type Chat interface {
	Model() string
	// Answer has one answer to one prompt. Its JSON is valid by the prompt's schema, or the error
	// wraps ErrForm.
	Answer(ctx context.Context, p Prompt) (Answer, error)
}

// Prompt is what a Chat is asked. There is no conversation: what was said before is put into User.
type Prompt struct {
	System    string // who is asked, and the rules; no foreign text belongs here
	User      string
	Schema    *jsonschema.Schema // of the answer, nil for text
	MaxTokens int                // of the answer, 0 for the bound of the configuration
}

// Answer is what a Chat said.
type Answer struct {
	Text  string // as it came, without what surrounds JSON
	Usage Usage
	Kept  bool // by Kept: nothing was sent, and nothing was paid
}

// Usage is what a request took, or may take at most.
type Usage struct {
	In, Out int     // tokens, as the server counts them, or by estimate where it does not say
	Cost    float64 // US dollars, 0 where no price is known
}

// Request is what goes to a server, for a person to look at.
type Request struct {
	Role, URL string
	Body      []byte // JSON, without secrets
}

// Use says how models are to be asked. Its zero value asks and counts nothing.
type Use struct {
	Meter  *Meter
	Show   func(Request) // instead of sending, which then fails with ErrShown
	Kept   *Kept         // answers of a Chat, nil to keep none
	Forget bool          // no answer is to be kept
	// Local opens a model of the provider "local" by the name in the configuration.
	Local func(name string) (Embedder, error)
}

// Clean returns the prompt without secrets.
func (p Prompt) Clean() Prompt {
	p.System, p.User = secret.Replace(p.System), secret.Replace(p.User)
	return p
}

// estimatedBytes is how many bytes of text a token has at least, for bounds of what a request takes.
const estimatedBytes = 3

// Estimate is how many tokens a text of so many bytes has, rather too many than too few.
func Estimate(bytes int) int { return (bytes + estimatedBytes - 1) / estimatedBytes }

// Unit scales v to unit length. It reports false for a vector that has no direction:
// zero, infinite or not a number.
func Unit(v []float32) bool {
	var square float64
	for _, x := range v {
		square += float64(x) * float64(x)
	}
	if square == 0 || math.IsInf(square, 0) || math.IsNaN(square) {
		return false
	}
	scale := 1 / math.Sqrt(square)
	for i, x := range v {
		v[i] = float32(float64(x) * scale)
	}
	return true
}
