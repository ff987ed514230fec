// Package embed turns text into vectors: latent semantic analysis trained on the repository itself,
// or a server that the user configured.
package embed

import "context"

// Provider embeds texts. Vectors of one model have one length and unit norm; a text without any
// known word gives a nil vector.
type Provider interface {
	// Model identifies provider, model, dimensions and everything else that changes a vector.
	// Vectors of different models never meet.
	Model() string
	Dimensions() int
	// Documents embeds texts to be found; Query embeds what is looked for.
	Documents(ctx context.Context, texts []string) ([][]float32, error)
	Query(ctx context.Context, text string) ([]float32, error)
}
