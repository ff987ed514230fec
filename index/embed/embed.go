// Package embed turns text into vectors by latent semantic analysis trained on the repository
// itself, in place of a model that the user named.
package embed

import "github.com/9aea2451/kb/model"

// Provider embeds texts.
type Provider = model.Embedder
