package userconfig

import (
	"cmp"
	"net/url"

	"github.com/9aea2451/kb/index/embed"
)

// EmbedProvider returns what embeds texts: nil for the default, and none when there is to be
// nothing at all. It sends nothing; a provider that must not be called, for want of a key or
// because of KB_OFFLINE, says so when it is.
func (c *Config) EmbedProvider() (p embed.Provider, none bool, err error) {
	r, remote := c.remote()
	if !remote {
		return nil, c.Embeddings.Provider == "none", nil
	}
	place := cmp.Or(c.Path, "KB_EMBED_PROVIDER")
	if r.ModelName == "" {
		return nil, false, &Error{
			Path:    place,
			Message: "embeddings: no model: expected the name of one, such as " + exampleModel(r.Provider),
		}
	}
	if p, err = embed.NewRemote(r); err != nil {
		return nil, false, &Error{Path: place, Message: err.Error()}
	}
	return p, false, nil
}

func exampleModel(provider string) string {
	if provider == "ollama" {
		return "nomic-embed-text"
	}
	return "text-embedding-3-small"
}

// Server names the embedding server, "" when there is none.
func (c *Config) Server() string {
	r, remote := c.remote()
	if !remote {
		return ""
	}
	name := r.Provider + " at " + r.Host()
	if r.Refuse != "" {
		name += ", not called: " + r.Refuse
	}
	return name
}

// remote describes the chosen server. A key or an address in the environment is no choice: only the
// provider is.
func (c *Config) remote() (embed.Remote, bool) {
	e := &c.Embeddings
	r := embed.Remote{
		Provider: e.Provider, URL: e.URL, ModelName: e.Model, Dimensions: e.Dimensions, Batch: e.Batch, Timeout: e.Timeout,
		QueryPrefix: e.QueryPrefix, DocumentPrefix: e.DocumentPrefix,
	}
	keyEnv := e.KeyEnv
	switch e.Provider {
	case "openai":
		r.URL = cmp.Or(r.URL, c.getenv("OPENAI_BASE_URL"))
		if keyEnv == "" && (e.URL == "" || isOpenAI(e.URL)) {
			keyEnv = "OPENAI_API_KEY"
		}
	case "ollama":
		r.URL = cmp.Or(r.URL, c.getenv("OLLAMA_HOST"))
	default:
		return embed.Remote{}, false
	}
	if keyEnv != "" {
		r.Key = c.getenv(keyEnv)
	}
	switch required := e.KeyEnv != "" || e.Provider == "openai" && (r.URL == "" || isOpenAI(r.URL)); {
	case c.Offline:
		r.Refuse = "KB_OFFLINE is set"
	case required && r.Key == "":
		r.Refuse = keyEnv + " is not set"
	}
	return r, true
}

// isOpenAI tells OpenAI's own service: only there does OPENAI_API_KEY go without being named,
// besides to OPENAI_BASE_URL.
func isOpenAI(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Scheme == "https" && u.Host == "api.openai.com"
}
