package userconfig

import (
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// Org is the cluster that an organisation's notes lie in, as the person named it. Nothing is called
// where URL is "".
type Org struct {
	URL           string
	Index         string   // alias, "" for the default
	User, CA      string   // CA is a file of certificates
	Groups        []string // that the person is in
	Readers       []string // who may read what is pushed
	Candidates    int      // 0: not set, like the others
	Shards        int
	Timeout       time.Duration
	Model         string // that all vectors are of, "" for none
	PasswordEnv   string // variables that hold what is secret
	TokenEnv      string
	Password      string // what they hold
	Token         string
	PasswordUnset string // the variable that was named and is not set, "" for none
}

// Bounds of numbers of the section.
const (
	maxOrgCandidates = 50_000
	maxOrgShards     = 1024
	maxOrgGroups     = 200
)

// orgKeys are the keys that the section may have; org takes one of them.
func orgKeys() []string {
	return []string{
		"url", "index", "user", "password_env", "token_env", "ca", "groups", "readers", "candidates", "shards", "timeout", "model",
	}
}

// org takes one key of the section.
func (c *Config) org(key string, n *yaml.Node) (err error) {
	if n.Tag == "!!null" {
		return c.wrong(n, "%s: expected a value", key)
	}
	o := &c.Org
	switch key {
	case "url":
		o.URL, err = c.text(key, n)
	case "index":
		o.Index, err = c.text(key, n)
	case "user":
		o.User, err = c.text(key, n)
	case "ca":
		o.CA, err = c.text(key, n)
	case "model":
		o.Model, err = c.text(key, n)
	case "password_env":
		o.PasswordEnv, err = c.variable(key, n)
	case "token_env":
		o.TokenEnv, err = c.variable(key, n)
	case "groups":
		o.Groups, err = c.names(key, n)
	case "readers":
		o.Readers, err = c.names(key, n)
	case "candidates":
		o.Candidates, err = c.number(key, n, maxOrgCandidates)
	case "shards":
		o.Shards, err = c.number(key, n, maxOrgShards)
	case "timeout":
		o.Timeout, err = c.duration(key, n)
	}
	return err
}

// names reads a list of names.
func (c *Config) names(key string, n *yaml.Node) (out []string, err error) {
	if n.Kind != yaml.SequenceNode || len(n.Content) > maxOrgGroups {
		return nil, c.wrong(n, "%s: expected a list of at most %d names", key, maxOrgGroups)
	}
	for _, item := range n.Content {
		name, err := c.text(key, item)
		if err != nil {
			return nil, err
		}
		out = append(out, name)
	}
	return out, nil
}

// list takes names apart that commas separate.
func list(text string) (out []string) {
	for name := range strings.SplitSeq(text, ",") {
		if name = strings.TrimSpace(name); name != "" {
			out = append(out, name)
		}
	}
	return out
}
