package userconfig

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/rerank"
	"github.com/9aea2451/kb/model"
	"github.com/9aea2451/kb/model/remote"
	"github.com/9aea2451/kb/text/wording"
	"go.yaml.in/yaml/v3"
)

// Models are the models that the person named, by role.
type Models struct{ Embed, Rerank, Chat Model }

// Model is one model, as the configuration names it.
type Model struct {
	Provider                    string // "" for the default: lsa for vectors, else none
	Model, URL, KeyEnv          string
	Dimensions, Batch           int           // 0: not set
	Timeout                     time.Duration // 0: not set
	QueryPrefix, DocumentPrefix string
	MaxTokens                   int // of an answer, 0: not set
	Price                       remote.Price
	List, First                 Share // of a model on the disk: see rerank.Shares
}

// Share is a number from 0 to 1 that the person may have set.
type Share struct {
	Of  float64
	Set bool
}

// or is the share, or what holds where none is set.
func (s Share) or(other float64) float64 {
	if s.Set {
		return s.Of
	}
	return other
}

// Shares are how much a model on the disk counts.
func (c *Config) Shares() rerank.Shares {
	s := rerank.DefaultShares()
	return rerank.Shares{List: c.Models.Embed.List.or(s.List), First: c.Models.Embed.First.or(s.First)}
}

// The providers that no server stands behind.
const (
	none  = "none"  // nobody is asked
	lsa   = "lsa"   // trained on the repository: no model at all
	local = "local" // read from the disk
)

// maxPrice is more dollars than a million tokens have ever cost.
const maxPrice = 10000

// of is the model of a role.
func (m *Models) of(role string) *Model {
	switch role {
	case model.RoleRerank:
		return &m.Rerank
	case model.RoleChat:
		return &m.Chat
	}
	return &m.Embed
}

// providers lists who can have a role.
func providers(role string) []string {
	servers := append(remote.Providers(role), none)
	if role == model.RoleEmbed {
		return append([]string{lsa, local}, servers...)
	}
	return servers
}

// settings lists what can be set of a role.
func settings(role string) []string {
	all := []string{"provider", "model", "url", "key_env", "timeout", "price_in"}
	switch role {
	case model.RoleRerank:
		return append(all, "query_prefix", "document_prefix")
	case model.RoleChat:
		return append(all, "price_out", "max_tokens")
	}
	return append(all, "dimensions", "batch", "query_prefix", "document_prefix", "list_share", "rerank_share")
}

// named reads the section of a role.
func (c *Config) named(role string, section *yaml.Node) error {
	m := c.Models.of(role)
	if section.Tag == "!!null" {
		return nil
	}
	if *m != (Model{}) {
		return c.wrong(section, "models.%s is set twice: embeddings is an older name of models.embed", role)
	}
	if c.sections == nil {
		c.sections = map[string]*yaml.Node{}
	}
	c.sections[role] = section
	set := func(key string, n *yaml.Node) error { return c.setting(role, m, key, n) }
	if err := c.each(section, settings(role), set); err != nil {
		return err
	}
	if m.Provider == "" && len(section.Content) > 0 {
		return c.wrong(section, "%s: no provider: expected %s", role, wording.Choice(providers(role)))
	}
	return nil
}

// setting takes one key of a role.
func (c *Config) setting(role string, m *Model, key string, n *yaml.Node) (err error) {
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		return c.wrong(n, "%s: expected a single value", key)
	}
	switch key {
	case "provider":
		allowed := providers(role)
		if !slices.Contains(allowed, n.Value) {
			return &Error{
				Path: c.Path, Line: n.Line, Col: n.Column, Message: "provider: " + notOneOf(n.Value, allowed),
				Given: n.Value, Allowed: allowed,
			}
		}
		m.Provider = n.Value
	case "model":
		m.Model, err = c.text(key, n)
	case "url":
		m.URL, err = c.text(key, n)
	case "key_env":
		m.KeyEnv, err = c.variable(key, n)
	case "dimensions":
		m.Dimensions, err = c.number(key, n, remote.MaxDimensions)
	case "batch":
		m.Batch, err = c.number(key, n, remote.MaxBatch)
	case "max_tokens":
		m.MaxTokens, err = c.number(key, n, remote.MaxTokens)
	case "timeout":
		m.Timeout, err = c.duration(key, n)
	case "query_prefix":
		m.QueryPrefix, err = c.text(key, n)
	case "document_prefix":
		m.DocumentPrefix, err = c.text(key, n)
	case "list_share":
		m.List, err = c.share(key, n)
	case "rerank_share":
		m.First, err = c.share(key, n)
	case "price_in":
		m.Price.In, err = c.price(key, n)
		m.Price.Known = true
	case "price_out":
		m.Price.Out, err = c.price(key, n)
		m.Price.Known = true
	}
	return err
}

// share reads a number from 0 to 1.
func (c *Config) share(key string, n *yaml.Node) (Share, error) {
	x, err := strconv.ParseFloat(n.Value, 64)
	if err != nil || !(x >= 0 && x <= 1) { // neither is what is not a number
		return Share{}, c.wrong(n, "%s: %q: expected a number from 0 to 1, such as 0.2", key, clip(n.Value))
	}
	return Share{x, true}, nil
}

// price reads dollars for a million tokens, from 0 to maxPrice.
func (c *Config) price(key string, n *yaml.Node) (float64, error) {
	x, err := strconv.ParseFloat(n.Value, 64)
	if err != nil || !(x >= 0 && x <= maxPrice) { // neither is what is not a number
		return 0, c.wrong(n, "%s: %q: expected dollars for a million tokens, such as 0.25", key, clip(n.Value))
	}
	return x, nil
}

// Embedder returns what embeds texts: nil for the default, and none when there is to be nothing at
// all. It sends nothing; a server that must not be called, for want of a key or because of
// KB_OFFLINE, says so when it is.
func (c *Config) Embedder(use model.Use) (e model.Embedder, nothing bool, err error) {
	named := &c.Models.Embed
	switch named.Provider {
	case "", lsa:
		return nil, false, nil
	case none:
		return nil, true, nil
	case local:
		switch {
		case named.Model == "":
			err = c.unnamed(model.RoleEmbed)
		case use.Local == nil:
			err = c.wrongModel(model.RoleEmbed, "provider local: no model is read from the disk here")
		default:
			if e, err = use.Local(named.Model); err != nil {
				e, err = nil, fmt.Errorf("%s: %w", c.namedAt(model.RoleEmbed), err)
			}
		}
		return e, false, err
	}
	e, err = open(c, model.RoleEmbed, remote.NewEmbedder, use)
	return e, false, err
}

// Reranker returns the model that ranks the first hits anew, nil when none is named.
func (c *Config) Reranker(use model.Use) (model.Reranker, error) {
	return open(c, model.RoleRerank, remote.NewReranker, use)
}

// Chat returns the model that answers, nil when none is named.
func (c *Config) Chat(use model.Use) (model.Chat, error) {
	return open(c, model.RoleChat, remote.NewChat, use)
}

// open opens the model of a role; the zero value, which is nil, when none is named.
func open[T any](c *Config, role string, make func(remote.Endpoint, model.Use) (T, error), use model.Use) (T, error) {
	var nobody T
	e, named := c.endpoint(role)
	if !named {
		return nobody, nil
	}
	if e.Model == "" {
		return nobody, c.unnamed(role)
	}
	opened, err := make(e, use)
	if err != nil {
		return nobody, c.wrongModel(role, err.Error())
	}
	return opened, nil
}

// unnamed is the error of a role that has a provider and no model.
func (c *Config) unnamed(role string) error {
	return c.wrongModel(role, "no model: expected the name of one, such as "+exampleModel(role, c.Models.of(role).Provider))
}

// wrongModel blames what named the model of a role.
func (c *Config) wrongModel(role, message string) error {
	e := c.namedAt(role)
	e.Message += ": " + message
	return e
}

// namedAt is an error about the model of a role, which says of it where it was named: the section of the
// file, else the variable.
func (c *Config) namedAt(role string) *Error {
	e := &Error{Path: "KB_EMBED_PROVIDER", Message: "models." + role}
	if at := c.sections[role]; at != nil {
		e.Path, e.Line, e.Col = c.Path, at.Line, at.Column
	}
	return e
}

// exampleModel is a name of a model for messages. None is a default: the person names the model.
func exampleModel(role, provider string) string {
	switch {
	case provider == local:
		return "the id that kb model add printed"
	case provider == remote.Cohere:
		return "rerank-v3.5"
	case provider == remote.Anthropic:
		return "claude-haiku-4-5"
	case provider == remote.Ollama && role == model.RoleChat:
		return "llama3.2"
	case provider == remote.Ollama:
		return "nomic-embed-text"
	case role == model.RoleChat:
		return "gpt-5-mini"
	}
	return "text-embedding-3-small"
}

// Priced tells whether it is known what the model of a role costs. One of Ollama costs nothing unless
// the person says so.
func (c *Config) Priced(role string) bool {
	e, named := c.endpoint(role)
	return named && e.Price.Known
}

// Server names the server of a role, "" when there is none.
func (c *Config) Server(role string) string {
	e, named := c.endpoint(role)
	if !named {
		return ""
	}
	name := e.Provider + " at " + e.Host()
	if e.Refuse != "" {
		name += ", not called: " + e.Refuse
	}
	return name
}

// endpoint describes the chosen server of a role. A key or an address in the environment is no
// choice: only the provider is.
func (c *Config) endpoint(role string) (remote.Endpoint, bool) {
	m := c.Models.of(role)
	e := remote.Endpoint{
		Provider: m.Provider, URL: m.URL, Model: m.Model, Dimensions: m.Dimensions, Batch: m.Batch, Timeout: m.Timeout,
		QueryPrefix: m.QueryPrefix, DocumentPrefix: m.DocumentPrefix, MaxTokens: m.MaxTokens, Price: m.Price,
	}
	if !slices.Contains(remote.Providers(role), m.Provider) {
		return remote.Endpoint{}, false
	}
	e.Price.Known = e.Price.Known || m.Provider == remote.Ollama
	home := homes(m.Provider)
	if home.urlEnv != "" {
		e.URL = cmp.Or(e.URL, c.env(home.urlEnv))
	}
	keyEnv := m.KeyEnv
	if keyEnv == "" && (m.URL == "" || home.is(m.URL)) {
		keyEnv = home.keyEnv
	}
	if keyEnv != "" {
		e.Key = c.env(keyEnv)
	}
	// A key is needed where the person named its variable, and at the own service of a provider.
	switch required := m.KeyEnv != "" || home.host != "" && (e.URL == "" || home.is(e.URL)); {
	case c.Offline:
		e.Refuse = "KB_OFFLINE is set"
	case required && e.Key == "":
		e.Refuse = keyEnv + " is not set"
	}
	return e, true
}

// home is a provider's own service, and the variables that its programs have.
type home struct{ host, keyEnv, urlEnv string }

// homes knows the services of providers. Every other one counts as Ollama, which runs where the
// person says, and needs no key.
func homes(provider string) home {
	switch provider {
	case remote.OpenAI:
		return home{"api.openai.com", "OPENAI_API_KEY", "OPENAI_BASE_URL"}
	case remote.Anthropic:
		return home{"api.anthropic.com", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"}
	case remote.Cohere:
		return home{"api.cohere.com", "CO_API_KEY", ""}
	}
	return home{urlEnv: "OLLAMA_HOST"}
}

// is tells a provider's own service: only there does its key go without being named, besides to the
// address of the provider's variable.
func (h home) is(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Scheme == "https" && h.host != "" && u.Host == h.host
}

// The most that can be set of what one question may take.
const (
	maxIterations = 100
	maxCalls      = 1000
	maxAtOnce     = 50
	maxAskCost    = 100 // dollars
)

// ask takes one key of the section ask.
func (c *Config) ask(key string, n *yaml.Node) (err error) {
	if n.Kind != yaml.ScalarNode {
		return c.wrong(n, "%s: expected a single value", key)
	}
	a := &c.Ask
	switch key {
	case "iterations":
		a.Iterations, err = c.number(key, n, maxIterations)
	case "calls":
		a.Calls, err = c.number(key, n, maxCalls)
	case "at_once":
		a.AtOnce, err = c.number(key, n, maxAtOnce)
	case "time":
		a.Time, err = c.duration(key, n)
	case "max_cost":
		a.MaxCost, err = strconv.ParseFloat(n.Value, 64)
		if err != nil || !(a.MaxCost > 0 && a.MaxCost <= maxAskCost) { // neither is what is not a number
			return c.wrong(n, "%s: %q: expected dollars above 0, at most %d", key, clip(n.Value), maxAskCost)
		}
	}
	return err
}
