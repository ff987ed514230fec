package userconfig

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/model"
	"github.com/9aea2451/kb/text/wording"
)

const (
	maxText    = 1000 // bytes of a setting
	maxTimeout = 10 * time.Minute
)

// parse reads the file's text. Nodes are read as they stand, so that aliases cannot multiply and
// every mistake has its place.
func (c *Config) parse(text []byte) error {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	var doc yaml.Node
	err := decoder.Decode(&doc)
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err != nil {
		line, col, message := markdown.YAMLError(text, err)
		return &Error{Path: c.Path, Line: line, Col: col, Message: "not valid YAML: " + message}
	}
	var more yaml.Node
	if err := decoder.Decode(&more); err == nil {
		return c.wrong(&more, "a second document: expected one")
	}
	if len(doc.Content) == 0 || doc.Content[0].Tag == "!!null" {
		return nil
	}
	root := doc.Content[0]
	known := []string{"agents", "ask", "bases", "embeddings", "mcp", "models", "org", "version"}
	return c.each(root, known, func(key string, value *yaml.Node) error {
		switch {
		case key == "version":
			if value.Kind != yaml.ScalarNode || value.Value != "1" {
				return c.wrong(value, "version: expected 1")
			}
			return nil
		case value.Tag == "!!null":
			return nil
		case key == "mcp":
			return c.each(value, []string{"token_env"}, func(_ string, n *yaml.Node) (err error) {
				if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
					return c.wrong(n, "token_env: expected the name of a variable, such as %s, and not a token", defaultTokenEnv)
				}
				c.TokenEnv, err = c.variable("token_env", n)
				return err
			})
		case key == "agents":
			return c.each(value, []string{"stores", "model", "retain_days", "redact"}, c.agents)
		case key == "bases":
			return c.bases(value)
		case key == "ask":
			return c.each(value, []string{"iterations", "calls", "at_once", "time", "max_cost"}, c.ask)
		case key == "org":
			return c.each(value, orgKeys(), c.org)
		case key == "models":
			return c.each(value, []string{model.RoleEmbed, model.RoleRerank, model.RoleChat}, func(role string, n *yaml.Node) error {
				return c.named(role, n)
			})
		}
		return c.named(model.RoleEmbed, value)
	})
}

// each calls set with the keys of a mapping and their values.
func (c *Config) each(n *yaml.Node, allowed []string, set func(key string, value *yaml.Node) error) error {
	if n.Kind != yaml.MappingNode {
		return c.wrong(n, "expected keys and values, the keys being %s", wording.Choice(allowed))
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		switch {
		case key.Kind != yaml.ScalarNode || !slices.Contains(allowed, key.Value):
			return &Error{
				Path:    c.Path,
				Line:    key.Line,
				Col:     key.Column,
				Message: "unknown key " + notOneOf(key.Value, allowed),
				Given:   key.Value,
				Allowed: allowed,
			}
		case seen[key.Value]:
			return c.wrong(key, "%s is set twice", key.Value)
		}
		seen[key.Value] = true
		if err := set(key.Value, n.Content[i+1]); err != nil {
			return err
		}
	}
	return nil
}

// text reads a setting of 1 to maxText bytes.
func (c *Config) text(key string, n *yaml.Node) (string, error) {
	if n.Kind != yaml.ScalarNode || n.Value == "" || len(n.Value) > maxText {
		return "", c.wrong(n, "%s: expected 1 to %d bytes of text", key, maxText)
	}
	return n.Value, nil
}

// variable reads the name of a variable. Who writes the key itself in its place is told so, without the key.
func (c *Config) variable(key string, n *yaml.Node) (string, error) {
	for i, r := range n.Value {
		letter := r == '_' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z'
		if !letter && (i == 0 || r < '0' || r > '9') {
			return "", c.wrong(n, "%s: expected the name of a variable, such as OPENAI_API_KEY, and not a key", key)
		}
	}
	return c.text(key, n)
}

// number reads a whole number from 1 to limit; 0 is kept for what is not set.
func (c *Config) number(key string, n *yaml.Node, limit int) (int, error) {
	x, err := strconv.Atoi(n.Value)
	if err != nil || x < 1 || x > limit {
		return 0, c.wrong(n, "%s: %q: expected a number from 1 to %d", key, clip(n.Value), limit)
	}
	return x, nil
}

// duration reads a time as Go writes it (30s), from 100 ms to maxTimeout.
func (c *Config) duration(key string, n *yaml.Node) (time.Duration, error) {
	d, err := time.ParseDuration(n.Value)
	if err != nil || d < 100*time.Millisecond || d > maxTimeout {
		return 0, c.wrong(n, "%s: %q: expected a time from 100ms to 10m, such as 30s", key, clip(n.Value))
	}
	return d, nil
}

// wrong is an *Error at the place of a node.
func (c *Config) wrong(n *yaml.Node, format string, args ...any) error {
	return &Error{Path: c.Path, Line: max(n.Line, 1), Col: max(n.Column, 1), Message: fmt.Sprintf(format, args...)}
}

// notOneOf quotes a word that is not allowed, and lists those that are.
func notOneOf(given string, allowed []string) string {
	return fmt.Sprintf("%q: expected %s", clip(given), wording.Choice(allowed))
}

// clip keeps a long value from filling the screen.
func clip(s string) string { return wording.ClipBytes(s, 60) }
