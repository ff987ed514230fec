package userconfig

import (
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/9aea2451/kb/model"
	"github.com/9aea2451/kb/model/remote"
)

// maxRetainDays is ten years.
const maxRetainDays = 3650

// Stores are the programs whose sessions kb can read, if the person allows it.
func Stores() []string {
	return []string{"specstory", "claude", "codex", "cursor", "copilot", "vscode", "gemini", "aider", "opencode"}
}

// redactions are what can be replaced besides secrets; without a setting all of it is.
func redactions() []string { return []string{"emails", "home"} }

// agents takes one key of the section agents.
func (c *Config) agents(key string, n *yaml.Node) (err error) {
	a := &c.Agents
	switch key {
	case "stores":
		a.Stores, err = c.words(key, n, Stores())
	case "model":
		if allowed := append([]string{"none"}, remote.Providers(model.RoleChat)...); n.Kind != yaml.ScalarNode ||
			!slices.Contains(allowed, n.Value) {
			return c.wrong(n, "model: %s", notOneOf(n.Value, allowed))
		}
		a.Model = n.Value
	case "retain_days":
		if n.Kind != yaml.ScalarNode {
			return c.wrong(n, "retain_days: expected a number of days")
		}
		a.RetainDays, err = c.number(key, n, maxRetainDays)
	case "redact":
		a.Redact, err = c.words(key, n, redactions())
	}
	return err
}

// words reads a list of words out of those that are allowed. An empty list is one, too: nothing is allowed.
func (c *Config) words(key string, n *yaml.Node, allowed []string) ([]string, error) {
	if n.Kind != yaml.SequenceNode {
		return nil, c.wrong(n, "%s: expected a list such as [%s]", key, allowed[0])
	}
	out := []string{}
	for _, item := range n.Content {
		if item.Kind != yaml.ScalarNode || !slices.Contains(allowed, item.Value) {
			return nil, &Error{
				Path: c.Path, Line: item.Line, Col: item.Column, Message: key + ": " + notOneOf(item.Value, allowed),
				Given: item.Value, Allowed: allowed,
			}
		}
		if !slices.Contains(out, item.Value) {
			out = append(out, item.Value)
		}
	}
	return out, nil
}
